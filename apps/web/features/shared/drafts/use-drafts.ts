import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { queries, refresh } from '@weft/kit/ui/queries.ts'
import { session } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { createStore, useStore } from 'zustand'
import { dropText, type Seen } from '../../workflows/mode/open-text.ts'

const texts = defineMessages({
  discardTitle: { en: 'Discard your draft?', de: 'Ihren Entwurf verwerfen?' },
  discardText: { en: 'What runs stays as it is.', de: 'Was läuft, bleibt, wie es ist.' },
  discard: { en: 'Discard draft', de: 'Entwurf verwerfen' },
  takeTitle: { en: 'Replace your own draft?', de: 'Ihren eigenen Entwurf ersetzen?' },
  takeText: {
    en: 'You have a draft already. It is replaced by the one of {name}.',
    de: 'Sie haben schon einen Entwurf. Er wird durch den von {name} ersetzt.',
  },
  take: { en: 'Replace', de: 'Ersetzen' },
})

export type DraftHead = Answer<'GET', `/workflows/${string}/drafts`>['data'][number]
export type Draft = Answer<'GET', `/workflows/${string}/drafts/${string}`>['data']

const listKey = (id: string) => [`/workflows/${id}/drafts`, session.get().project?.id]
const draftKey = (id: string, draft: string) => [`/workflows/${id}/drafts/${draft}`]

/** What somebody has chosen to see of a workflow; without a choice their own draft, where there is one. */
const chosen = createStore<Record<string, Seen | undefined>>(() => ({}))
const choose = (id: string, seen: Seen | undefined) => chosen.setState({ [id]: seen })

/** The drafts of a workflow, and which text of it one sees. */
export function useDrafts(id: string) {
  const { data, isError } = useQuery({
    queryKey: listKey(id),
    queryFn: async ({ signal }) => (await api.get(`/workflows/${id}/drafts`, undefined, { signal, quiet: true })).data,
    staleTime: 10_000,
    refetchOnMount: 'always',
  })
  const drafts = data ?? (isError ? [] : undefined)
  const own = drafts?.find(({ is_own }) => is_own)
  const wish = useStore(chosen, (all) => all[id])
  const there = wish === 'live' || drafts?.some((draft) => draft.id === wish) ? wish : undefined
  const seen: Seen = there ?? own?.id ?? 'live'
  const draft = useQuery({
    queryKey: draftKey(id, seen),
    enabled: seen !== 'live',
    queryFn: async ({ signal }) =>
      (await api.get(`/workflows/${id}/drafts/${seen}`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })
  return {
    drafts,
    own,
    seen,
    draft: seen === 'live' ? undefined : draft.data,
    see(wanted: Seen) {
      dropText(id)
      choose(id, wanted)
    },
  }
}
export type Drafts = ReturnType<typeof useDrafts>

/** Takes up what the server now has of one's own draft, and shows it. */
export function showDraft(id: string, draft: Draft) {
  queries.setQueryData(draftKey(id, draft.id), draft)
  queries.setQueryData<DraftHead[]>(listKey(id), (known) => [
    draft,
    ...(known ?? []).filter((one) => one.id !== draft.id),
  ])
  choose(id, draft.id)
}

/** After a draft is published or gone, one sees what runs. */
export async function leaveDraft(id: string) {
  queries.setQueryData<DraftHead[]>(listKey(id), (known) => known?.filter(({ is_own }) => !is_own))
  choose(id, undefined)
  await refresh(`/workflows/${id}/drafts`)
}

/** What one may do with drafts beside writing them. */
export function useDraftActions(id: string, { own, draft }: Pick<Drafts, 'own' | 'draft'>) {
  const t = useTexts(texts)
  const discard = async () => {
    if (!own) return
    const question = { title: t.discardTitle(), text: t.discardText(), action: t.discard(), danger: true }
    if (!(await confirm(question))) return
    await api.delete(`/workflows/${id}/drafts/${own.id}`)
    dropText(id)
    await leaveDraft(id)
  }
  const takeOver = async () => {
    if (!draft) return
    const question = { title: t.takeTitle(), text: t.takeText({ name: draft.author_name }), action: t.take() }
    if (own && !(await confirm({ ...question, danger: true }))) return
    const { data } = await api.put(`/workflows/${id}/draft`, {
      source: draft.source,
      revision: own?.revision ?? 0,
      base_version: draft.base_version,
    })
    dropText(id)
    showDraft(id, data)
  }
  return { discard, takeOver }
}
