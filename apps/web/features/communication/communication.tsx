import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParams } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLive } from '@weft/kit/ui/live.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Toggles } from '@weft/kit/ui/toggles.tsx'
import { IconLifebuoy, IconMessages, IconNote, IconSearch, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { mark, useFollow } from '../../shell/notifications.ts'
import { WriteRequest } from '../help/write-request.tsx'
import { NoteEditor } from '../notes/note-editor.tsx'
import s from './communication.module.css'
import { kindTexts, type Entry, type Kind } from './kinds.ts'
import { Opened } from './opened.tsx'
import { Stream } from './stream.tsx'

const texts = defineMessages({
  title: { en: 'Communication', de: 'Kommunikation' },
  about: {
    en: 'What is said around this project: mails, notes, notifications, questions and decisions.',
    de: 'Was rund um dieses Projekt gesagt wird: E-Mails, Notizen, Benachrichtigungen, Fragen und Entscheidungen.',
  },
  note: { en: 'Write note', de: 'Notiz schreiben' },
  ask: { en: 'Ask for support', de: 'Support anfragen' },
  find: { en: 'Search titles and texts', de: 'Titel und Texte durchsuchen' },
  person: { en: 'Name or address', de: 'Name oder Adresse' },
  kinds: { en: 'Kinds', de: 'Arten' },
  period: { en: 'Period', de: 'Zeitraum' },
  all: { en: 'Any time', de: 'Jederzeit' },
  '24h': { en: 'Last 24 hours', de: 'Letzte 24 Stunden' },
  week: { en: 'Last week', de: 'Letzte Woche' },
  month: { en: 'Last month', de: 'Letzter Monat' },
  year: { en: 'Last year', de: 'Letztes Jahr' },
  more: { en: 'Show earlier ones', de: 'Frühere anzeigen' },
  none: { en: 'Nothing was said yet', de: 'Noch nichts gesagt' },
  noneText: {
    en: 'Mails of workflows, notes, notifications, support requests and approvals of this project appear here.',
    de: 'Hier erscheinen E-Mails von Workflows, Notizen, Benachrichtigungen, Supportanfragen und Genehmigungen dieses Projekts.',
  },
  noneFound: { en: 'Nothing like this was said', de: 'Dergleichen wurde nicht gesagt' },
  failed: { en: 'This could not be loaded.', de: 'Das konnte nicht geladen werden.' },
})

const path = '/communication'
const periods = ['all', '24h', 'week', 'month', 'year'] as const
const mailKinds: readonly Kind[] = ['mail_in', 'mail_out']
const otherKinds: readonly Kind[] = ['notification', 'note', 'support', 'approval']

/** Everything that is said around a project in one stream; each opens where it is at home. */
export function CommunicationScreen() {
  const t = useTexts(texts)
  const may = useMay()
  const project = useSession(({ project }) => project?.id)
  const isOwn = useSession(({ user }) => user?.kind === 'client')
  const asked = useAsked()
  const [writing, setWriting] = useState<'note' | 'request'>()
  const [open, setOpen] = useState<Entry>()
  const follow = useFollow()
  const navigate = useNavigate()
  const said = useInfiniteQuery({
    queryKey: [path, asked.query, project],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: before }) =>
      api.get(path, { ...asked.query, ...(before && { before }) }, { signal, quiet: true }),
    getNextPageParam: ({ meta }) => meta.next ?? undefined,
  })
  useLive(project && `project:${project}`, ({ type }) => {
    if (type === 'communication' || type === 'notification') void refresh(path)
  })
  const show = (entry: Entry) => {
    if (entry.kind === 'approval') return void navigate({ to: `/project/approvals/${entry.id}` })
    if (entry.kind !== 'notification') return setOpen(entry)
    if (entry.unread) void mark('read', [entry.id]).then(() => refresh(path))
    follow(entry.link ?? '/analysis/notifications')
  }
  const close = () => {
    setOpen(undefined)
    setWriting(undefined)
    void refresh(path)
  }
  const write = (
    <>
      <Button variant="default" leftSection={<IconLifebuoy size={15} />} onClick={() => setWriting('request')}>
        {t.ask()}
      </Button>
      {may('projects.create') && (
        <Button leftSection={<IconNote size={15} />} onClick={() => setWriting('note')}>
          {t.note()}
        </Button>
      )}
    </>
  )
  const entries = said.data?.pages.flatMap(({ data }) => data)
  return (
    <Page title={t.title()} subtitle={t.about()} actions={write}>
      <Narrowing asked={asked} kinds={may('jobs.view') ? [...mailKinds, ...otherKinds] : otherKinds} />
      {said.error && <Note tone="red">{t.failed()}</Note>}
      {entries && <Stream entries={entries} onOpen={show} />}
      {entries?.length === 0 && (
        <EmptyState
          icon={IconMessages}
          title={asked.isNarrowed ? t.noneFound() : t.none()}
          text={!asked.isNarrowed && t.noneText()}
        />
      )}
      {said.hasNextPage && (
        <Button
          variant="default"
          className={s['more']}
          loading={said.isFetchingNextPage}
          onClick={() => void said.fetchNextPage()}
        >
          {t.more()}
        </Button>
      )}
      {writing === 'note' && <NoteEditor value={{}} close={close} />}
      {writing === 'request' && <WriteRequest project={isOwn ? project : undefined} onClose={close} />}
      {open && <Opened entry={open} onClose={close} />}
    </Page>
  )
}

/** What is looked for stands in the address, so that a link shows the same. */
function useAsked() {
  const search = useSearchParams()
  const navigate = useNavigate()
  const text = (name: string) => String(search[name] ?? '')
  const kinds = text('kinds')
    .split(',')
    .filter((kind): kind is Kind => kind in kindTexts)
  const period = periods.find((one) => one === search['period']) ?? 'all'
  const set = (change: Record<string, string>) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined])),
      }),
      replace: true,
      resetScroll: false,
    } as never)
  const [searchTerm, person] = [text('searchTerm'), text('person')]
  const query = {
    period,
    ...(kinds.length > 0 && { kinds: kinds.join(',') }),
    ...(searchTerm && { searchTerm }),
    ...(person && { person }),
  }
  return {
    kinds,
    period,
    searchTerm,
    person,
    query,
    set,
    isNarrowed: Object.keys(query).length > 1 || period !== 'all',
  }
}

function Narrowing({ asked, kinds }: { asked: ReturnType<typeof useAsked>; kinds: readonly Kind[] }) {
  const t = useTexts(texts)
  const names = useTexts(kindTexts)
  const find = useDebouncedCallback((searchTerm: string) => asked.set({ searchTerm }), 250)
  const from = useDebouncedCallback((person: string) => asked.set({ person }), 250)
  return (
    <div className={s['tools']}>
      <TextInput
        className={s['find']}
        aria-label={t.find()}
        placeholder={t.find()}
        maxLength={200}
        defaultValue={asked.searchTerm}
        leftSection={<IconSearch size={14} />}
        onChange={({ currentTarget }) => find(currentTarget.value)}
      />
      <TextInput
        className={s['person']}
        aria-label={t.person()}
        placeholder={t.person()}
        maxLength={200}
        defaultValue={asked.person}
        leftSection={<IconUser size={14} />}
        onChange={({ currentTarget }) => from(currentTarget.value)}
      />
      <Select
        className={s['period']}
        aria-label={t.period()}
        allowDeselect={false}
        value={asked.period}
        data={periods.map((one) => ({ value: one, label: t[one]() }))}
        onChange={(period) => asked.set({ period: period === 'all' ? '' : (period ?? '') })}
      />
      <Toggles
        label={t.kinds()}
        options={kinds.map((value) => ({ value, title: names[value]() }))}
        value={asked.kinds}
        onChange={(chosen) => asked.set({ kinds: chosen.join(',') })}
      />
    </div>
  )
}
