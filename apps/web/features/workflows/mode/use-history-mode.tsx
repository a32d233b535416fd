import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Commit } from '@weft/designers/workflow/code/history-mode.tsx'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { queries, refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import { codeKey, type WorkflowCode } from '../api.ts'
import { dropText } from './open-text.ts'
import { useDraftVersion } from '../../shared/drafts/use-draft-version.ts'
import { draftVersion, type Drafts } from '../../shared/drafts/use-drafts.ts'

const texts = defineMessages({
  title: { en: 'Revert to this version?', de: 'Auf diese Fassung zurücksetzen?' },
  text: {
    en: '“{message}” of {when} becomes the newest version. Nothing is lost: the present one stays in the history.',
    de: '„{message}“ vom {when} wird zur neuesten Fassung. Nichts geht verloren: Die jetzige bleibt im Verlauf.',
  },
  action: { en: 'Revert', de: 'Zurücksetzen' },
  done: { en: 'Reverted, now version {version}', de: 'Zurückgesetzt, jetzt Version {version}' },
})

/** Commits of a workflow, what the chosen one changed, and the way back to it. */
export function useHistoryMode({ id, published }: WorkflowCode, drafts: Drafts, isShown: boolean) {
  const t = useTexts(texts)
  const formats = useFormats()
  const askFor = useDraftVersion()
  const [chosen, choose] = useState<string>()
  const log = useInfiniteQuery({
    queryKey: [`/workflows/${id}/revisions`],
    enabled: isShown,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get(`/workflows/${id}/revisions`, { page: pageParam, perPage: 50 }, { signal }),
    getNextPageParam: ({ meta }) => (meta.page < meta.lastPage ? meta.page + 1 : undefined),
  })
  const commits = log.data?.pages.flatMap((page) => page.data)
  const picked = chosen ?? commits?.[0]?.commit
  const diff = useQuery({
    queryKey: [`/workflows/${id}/revisions/${picked}/diff`],
    enabled: isShown && Boolean(picked),
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${id}/revisions/${picked!}/diff`, undefined, { signal })).data,
  })

  const commit = commits?.find((one) => one.commit === picked)
  async function restore({ commit: revision, message, created_at }: Commit) {
    if (
      !(await confirm({
        title: t.title(),
        text: t.text({ message, when: formats.dateTime(created_at) }),
        action: t.action(),
        danger: true,
      }))
    )
      return
    const { data } = await api.post(`/workflows/${id}/revisions/${revision}/revert`)
    dropText(id)
    queries.setQueryData(codeKey(id), data)
    await refresh(`/workflows/${id}/revisions`)
    choose(undefined)
    toast({ title: t.done({ version: data.version }), tone: 'green' })
  }

  const draft = (version: Commit) => askFor(drafts, version, () => draftVersion(drafts, version.commit))

  return {
    shown: {
      commits,
      total: log.data?.pages[0]?.meta.total ?? 0,
      picked,
      onPick: choose,
      onMore: () => void log.fetchNextPage(),
      comparison: diff.data,
    },
    onRestore: commit && commits?.[0] !== commit ? () => void (published ? draft(commit) : restore(commit)) : undefined,
  }
}
