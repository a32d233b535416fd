import { Button, Drawer, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconPlayerStop, IconSearch, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './query-editor.module.css'

const texts = defineMessages({
  history: { en: 'History', de: 'Verlauf' },
  all: { en: 'All', de: 'Alle' },
  close: { en: 'Close history', de: 'Verlauf schließen' },
  only: { en: 'Only you see what you have run.', de: 'Nur Sie sehen, was Sie ausgeführt haben.' },
  nothing: { en: 'Nothing has been run yet.', de: 'Noch nichts ausgeführt.' },
  search: { en: 'Name or text', de: 'Name oder Text' },
  none: { en: 'Nothing fits the search.', de: 'Nichts passt zur Suche.' },
  more: { en: 'Show more', de: 'Mehr anzeigen' },
  clear: { en: 'Forget history', de: 'Verlauf vergessen' },
  sure: { en: 'Forget your history?', de: 'Ihren Verlauf vergessen?' },
  sureText: {
    en: 'What you have run in this project is deleted. Saved queries stay.',
    de: 'Was Sie in diesem Projekt ausgeführt haben, wird gelöscht. Gespeicherte Abfragen bleiben.',
  },
  rows: {
    en: '{count, plural, one {# row} other {# rows}}, {time}',
    de: '{count, plural, one {# Zeile} other {# Zeilen}}, {time}',
  },
  most: { en: 'more than {count} rows, {time}', de: 'mehr als {count} Zeilen, {time}' },
  stopped: { en: 'stopped after {time}', de: 'nach {time} angehalten' },
  done: { en: 'Done', de: 'Fertig' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  halted: { en: 'Stopped', de: 'Angehalten' },
})

export type PastRun = Answer<'GET', '/queries/history'>['data'][number]
type Props = { onOpen: (run: PastRun) => void }
const path = '/queries/history'

/** What somebody ran last, and behind it everything. */
export function QueryHistory({ onOpen }: Props) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [path, 'latest'],
    refetchInterval: 15_000,
    queryFn: async ({ signal }) => (await api.get(path, {}, { signal })).data,
  })
  return (
    <section className={s['part']} aria-label={t.history()}>
      <h2>
        {t.history()}
        {data && data.length > 0 && (
          <UnstyledButton className={s['all']} onClick={() => setOpen(true)}>
            {t.all()}
          </UnstyledButton>
        )}
      </h2>
      {data?.length === 0 && <p className="muted">{t.nothing()}</p>}
      <ul className={s['runs']}>
        {data?.slice(0, 6).map((run) => (
          <Run key={run.id} run={run} onOpen={onOpen} />
        ))}
      </ul>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        title={t.history()}
        closeButtonProps={{ 'aria-label': t.close() }}
      >
        <AllRuns
          onOpen={(run) => {
            setOpen(false)
            onOpen(run)
          }}
        />
      </Drawer>
    </section>
  )
}

function AllRuns({ onOpen }: Props) {
  const t = useTexts(texts)
  const [search, setSearch] = useState('')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, 'all', search],
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) =>
      api.get(path, { ...(search.trim() && { search }), ...(pageParam && { before: pageParam }) }, { signal }),
    getNextPageParam: ({ data, meta }) => (meta.more ? data.at(-1)!.started_at : undefined),
  })
  const runs = data?.pages.flatMap((page) => page.data)
  const clear = async () => {
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.clear(), danger: true }))) return
    await api.delete(path)
    await refresh(path)
  }
  return (
    <div className={s['allRuns']}>
      <p className="muted">{t.only()}</p>
      <TextInput
        aria-label={t.search()}
        placeholder={t.search()}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {runs?.length === 0 && <p className="muted">{search ? t.none() : t.nothing()}</p>}
      <ul className={s['runs']}>
        {runs?.map((run) => (
          <Run key={run.id} run={run} onOpen={onOpen} hasText />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more()}
        </Button>
      )}
      {runs && runs.length > 0 && !search && (
        <Button variant="subtle" size="xs" onClick={() => void clear()}>
          {t.clear()}
        </Button>
      )}
    </div>
  )
}

const marks = { done: IconCheck, failed: IconX, stopped: IconPlayerStop }

function Run({ run, onOpen, hasText = false }: Props & { run: PastRun; hasText?: boolean }) {
  const t = useTexts(texts)
  const { number, duration, ago } = useFormats()
  const Mark = marks[run.outcome]
  const time = duration(run.took_ms)
  const became = {
    done: () => (run.more ? t.most({ count: number(run.rows), time }) : t.rows({ count: run.rows ?? 0, time })),
    failed: () => run.error ?? t.failed(),
    stopped: () => t.stopped({ time }),
  }
  const labels = { done: t.done, failed: t.failed, stopped: t.halted }
  return (
    <li>
      <UnstyledButton className={s['run']} data-outcome={run.outcome} title={run.sql} onClick={() => onOpen(run)}>
        <Mark size={15} aria-label={labels[run.outcome]()} />
        <b>{run.name || run.sql.replaceAll(/\s+/g, ' ').slice(0, 60)}</b>
        <time dateTime={run.started_at}>{ago(run.started_at)}</time>
        <span>{became[run.outcome]()}</span>
        {hasText && <code>{run.sql}</code>}
      </UnstyledButton>
    </li>
  )
}
