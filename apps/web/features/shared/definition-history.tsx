import { ActionIcon, Button, Tabs, TextInput, Tooltip } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { HistoryMode, type Comparison } from '@weft/designers/workflow/code/history-mode.tsx'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState, type ReactNode } from 'react'
import s from './definition-history.module.css'
import { useDraftVersion } from './drafts/use-draft-version.ts'
import { draftVersion, type Drafts } from './drafts/use-drafts.ts'
import { WhereUsed } from './where-used.tsx'

const texts = defineMessages({
  open: { en: 'History', de: 'Verlauf' },
  title: { en: 'History of “{name}”', de: 'Verlauf von „{name}“' },
  versions: { en: 'Versions', de: 'Versionen' },
  uses: { en: 'Where used', de: 'Verwendung' },
  close: { en: 'Close', de: 'Schließen' },
  name: { en: 'Name of this version', de: 'Name dieser Version' },
  keep: { en: 'Save name', de: 'Name speichern' },
  named: { en: 'Name saved', de: 'Name gespeichert' },
  draft: { en: 'Make this my draft', de: 'Zu meinem Entwurf machen' },
})

type Thing = {
  id: string
  name: string
  mayName: boolean
  /** Of what there are drafts: an earlier version becomes one. */
  drafts?: Drafts | undefined
  onDrafted?: () => void
  /** Draws the difference of two versions, of what is a drawing. */
  draw?: ((comparison: Comparison) => ReactNode) | undefined
}

/** The button that opens the versions of a thing, and where it is used. */
export function HistoryButton({ asIcon = false, ...thing }: Thing & { asIcon?: boolean }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {asIcon ? (
        <Tooltip label={t.open()}>
          <ActionIcon aria-label={t.open()} onClick={() => setOpen(true)}>
            <IconHistory size={16} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button variant="default" leftSection={<IconHistory size={15} />} onClick={() => setOpen(true)}>
          {t.open()}
        </Button>
      )}
      {isOpen && <HistoryDialog {...thing} onClose={() => setOpen(false)} />}
    </>
  )
}

function HistoryDialog({ onClose, ...thing }: Thing & { onClose: () => void }) {
  const t = useTexts(texts)
  return (
    <Dialog onClose={onClose} title={t.title({ name: thing.name })} size={1100} cancel={t.close()}>
      <Tabs defaultValue="versions" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="versions">{t.versions()}</Tabs.Tab>
          <Tabs.Tab value="uses">{t.uses()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="versions" className={s['versions']}>
          <Versions {...thing} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="uses" className={s['uses']}>
          <WhereUsed id={thing.id} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}

function Versions({ id, mayName, drafts, onDrafted, draw, onClose }: Thing & { onClose: () => void }) {
  const t = useTexts(texts)
  const askFor = useDraftVersion()
  const [chosen, choose] = useState<string>()
  const log = useInfiniteQuery({
    queryKey: [`/definitions/${id}/versions`],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      api.get(`/definitions/${id}/versions`, { page: pageParam, perPage: 50 }, { signal }),
    getNextPageParam: ({ meta }) => (meta.page < meta.lastPage ? meta.page + 1 : undefined),
  })
  const versions = log.data?.pages.flatMap((page) => page.data)
  const picked = versions?.find(({ commit }) => commit === chosen) ?? versions?.[0]
  const comparison = useQuery({
    queryKey: [`/definitions/${id}/versions/${picked?.commit}/diff`],
    enabled: picked !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await api.get(`/definitions/${id}/versions/${picked!.commit}/diff`, undefined, { signal })).data,
  })
  const isEarlier = picked !== undefined && picked !== versions?.[0]
  const draft = async () => {
    if (!drafts || !picked) return
    if (!(await askFor(drafts, picked, () => draftVersion(drafts, picked.commit)))) return
    onClose()
    onDrafted?.()
  }
  return (
    <>
      {mayName && picked && (
        <div className={s['chosen']}>
          <VersionName key={picked.commit} id={id} {...picked} />
          {drafts && (
            <Button size="xs" variant="default" disabled={!isEarlier} onClick={() => void draft()}>
              {t.draft()}
            </Button>
          )}
        </div>
      )}
      <div className={s['pane']}>
        <HistoryMode
          commits={versions}
          total={log.data?.pages[0]?.meta.total ?? 0}
          picked={picked?.commit}
          onPick={choose}
          onMore={() => void log.fetchNextPage()}
          comparison={comparison.data}
          {...(draw && { draw })}
        />
      </div>
    </>
  )
}

function VersionName({ id, commit, name: before }: { id: string; commit: string; name: string }) {
  const t = useTexts(texts)
  const [name, setName] = useState(before)
  const { busy, errors, send } = useSubmit()
  const keep = () =>
    send(async () => {
      await api.put(`/definitions/${id}/versions/${commit}`, { name })
      await refresh(`/definitions/${id}/versions`)
      toast({ title: t.named(), tone: 'green' })
    })
  return (
    <form
      className={s['name']}
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
    >
      <TextInput
        size="xs"
        aria-label={t.name()}
        placeholder={t.name()}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={errors['name']?.[0]}
      />
      <Button size="xs" type="submit" variant="default" loading={busy} disabled={name.trim() === before}>
        {t.keep()}
      </Button>
    </form>
  )
}
