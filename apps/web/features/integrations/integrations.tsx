import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Bars, Figures, Spark } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { jobStatusTones } from '@weft/kit/ui/job-status.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus } from '@tabler/icons-react'
import { useConnectors } from '../connections/api.ts'
import { SystemTile } from '../connections/system-tile.tsx'
import { home, type ListedIntegration } from './api.ts'
import { Health, stateTexts } from './health.tsx'
import s from './integrations.module.css'
import { NoIntegrations } from './no-integrations.tsx'
import { WeftTile } from './weft-tile.tsx'

const texts = defineMessages({
  title: { en: 'Integrations', de: 'Integrationen' },
  about: {
    en: 'What flows from where to where, how fresh it is and what needs you.',
    de: 'Was von wo nach wo fließt, wie frisch es ist und was Sie braucht.',
  },
  create: { en: 'New integration', de: 'Neue Integration' },
  goOn: {
    en: '{n, plural, one {Go on with a draft} other {Go on with # drafts}}',
    de: '{n, plural, one {Entwurf fortsetzen} other {# Entwürfe fortsetzen}}',
  },
  find: { en: 'Find an integration', de: 'Integration suchen' },
  all: { en: 'All', de: 'Alle' },
  integration: { en: 'Integration', de: 'Integration' },
  tables: { en: '{n, plural, one {# table} other {# tables}}', de: '{n, plural, one {# Tabelle} other {# Tabellen}}' },
  health: { en: 'Health', de: 'Zustand' },
  last: { en: 'Last run', de: 'Letzter Lauf' },
  recent: { en: 'Recent runs', de: 'Letzte Läufe' },
  recentOf: {
    en: 'The last {n} runs of {name}, {failed} of them failed',
    de: 'Die letzten {n} Läufe von {name}, {failed} davon gescheitert',
  },
  rows: { en: 'Rows today', de: 'Zeilen heute' },
  days: { en: '7 days', de: '7 Tage' },
  next: { en: 'Next run', de: 'Nächster Lauf' },
  byHand: { en: 'by hand', de: 'von Hand' },
  waits: { en: 'waits for you', de: 'wartet auf Sie' },
  success: { en: 'Successful runs, 24 h', de: 'Erfolgreiche Läufe, 24 h' },
  failed: { en: '{n} failed', de: '{n} gescheitert' },
  oldest: { en: 'Oldest data', de: 'Älteste Daten' },
  waiting: {
    en: '{n, plural, one {# row waits} other {# rows wait}}',
    de: '{n, plural, one {# Zeile wartet} other {# Zeilen warten}}',
  },
})

/** What flows, how fresh it is, and what needs somebody. */
export function IntegrationsScreen() {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const may = useMay()
  const navigate = useNavigate()
  const connectors = useConnectors()
  const list = useList('/integrations', { filters: ['state'], refetchInterval: 20_000 })
  const { data } = useQuery({
    queryKey: ['/integrations/figures'],
    queryFn: ({ signal }) => api.get('/integrations/figures', {}, { signal, quiet: true }),
    refetchInterval: 20_000,
  })
  useLive(undefined, (event) => {
    if (event.type === 'job') void refresh('/integrations')
  })
  const figures = data?.data
  const create = may('connections.create') && (
    <Button component={Link} to={`${home}/select-connector`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  const isEmpty = figures?.states['all'] === 0
  const systemOf = (row: ListedIntegration) => connectors.find(({ key }) => key === row.connection?.connector)
  const columns: Column<ListedIntegration>[] = [
    {
      key: 'label',
      title: t.integration(),
      fixed: true,
      sortable: false,
      cell: (row) => (
        <NameCell
          to={`${home}/${row.id}`}
          name={row.label}
          icon={
            <span className={s['route']} aria-hidden>
              <SystemTile connector={systemOf(row)} size={24} />
              <WeftTile size={24} />
            </span>
          }
          note={t.tables({ n: row.tables })}
        />
      ),
    },
    { key: 'state', title: t.health(), sortable: false, cell: (row) => <Health row={row} /> },
    { key: 'last_run', title: t.last(), sortable: false, cell: (row) => <LastRun row={row} /> },
    { key: 'recent_runs', title: t.recent(), sortable: false, cell: (row) => <Recent row={row} /> },
    { key: 'rows_today', title: t.rows(), sortable: false, end: true, cell: (row) => <Rows row={row} /> },
    {
      key: 'days',
      title: t.days(),
      sortable: false,
      cell: (row) => <Spark data={row.days} tone="slate" width={70} height={20} />,
    },
    { key: 'next_at', title: t.next(), sortable: false, cell: (row) => <NextRun row={row} /> },
  ]
  return (
    <Page
      title={t.title()}
      subtitle={t.about()}
      actions={
        !isEmpty && (
          <>
            <Drafts />
            {create}
          </>
        )
      }
      fill
      bleed
    >
      {isEmpty ? (
        <NoIntegrations create={create || undefined} />
      ) : (
        <>
          {figures && <Head figures={figures} />}
          <DataTable
            label={t.title()}
            list={list}
            columns={columns}
            rowId={({ id }) => id}
            rowName={({ label }) => label}
            onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
            find={t.find()}
            views={{
              filter: 'state',
              options: [
                { value: '', title: t.all(), count: figures?.states['all'] },
                ...(['needs_you', 'running', 'paused'] as const).map((value) => ({
                  value,
                  title: states[value](),
                  count: figures?.states[value],
                })),
              ],
            }}
          />
        </>
      )}
    </Page>
  )
}

/** The way back into what was begun. */
function Drafts() {
  const t = useTexts(texts)
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['/integration_drafts'],
    queryFn: ({ signal }) => api.get('/integration_drafts', {}, { signal, quiet: true }),
    enabled: may('connections.create'),
  })
  const n = data?.data.length ?? 0
  return n === 0 ? null : (
    <Button variant="default" component={Link} to={`${home}/create`}>
      {t.goOn({ n })}
    </Button>
  )
}

type FigureData = Answer<'GET', '/integrations/figures'>['data']

function Head({ figures }: { figures: FigureData }) {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const { number, percent, ago } = useFormats()
  const { rows_today, rows_yesterday, runs, failed, oldest, needs_you, waiting } = figures
  const change = rows_yesterday > 0 ? rows_today / rows_yesterday - 1 : null
  return (
    <Figures
      figures={[
        {
          label: t.rows(),
          value: number(rows_today),
          ...(change !== null && {
            note: `${change >= 0 ? '+' : '−'}${percent(Math.abs(change))}`,
            noteTone: change >= 0 ? ('green' as const) : ('slate' as const),
          }),
          spark: <Spark data={figures.slots} tone="violet" />,
        },
        {
          label: t.success(),
          value: percent(runs === 0 ? null : 1 - failed / runs),
          ...(failed > 0 && { note: t.failed({ n: number(failed) }), noteTone: 'red' as const }),
          spark: <Spark data={figures.successes.map((share) => share ?? 1)} tone="green" />,
        },
        { label: t.oldest(), value: ago(oldest?.at), ...(oldest && { note: oldest.label }) },
        {
          label: states.needs_you(),
          value: number(needs_you),
          ...(waiting > 0 && { note: t.waiting({ n: waiting }), noteTone: 'amber' as const }),
        },
      ]}
    />
  )
}

function LastRun({ row: { last_run } }: { row: ListedIntegration }) {
  const { duration } = useFormats()
  return last_run ? <TwoLines first={<Ago at={last_run.created_at} />} second={duration(last_run.duration_ms)} /> : '–'
}

const tallest = 14

function Recent({ row }: { row: ListedIntegration }) {
  const t = useTexts(texts)
  const most = Math.max(1, ...row.recent_runs.map((run) => run.duration_ms ?? 0))
  const failed = row.recent_runs.filter(({ status }) => status === 'error').length
  return (
    <Bars
      label={t.recentOf({ n: row.recent_runs.length, name: row.label, failed })}
      bars={row.recent_runs.map(({ status, duration_ms, rejected }) => ({
        tone: status === 'stopped' && rejected > 0 ? 'amber' : jobStatusTones[status as 'stopped'],
        height: !isFinal(status) || status === 'error' ? tallest : 5 + Math.round(((duration_ms ?? 0) / most) * 7),
        faint: status === 'stopped' && rejected === 0,
      }))}
    />
  )
}

function Rows({ row }: { row: ListedIntegration }) {
  const { number } = useFormats()
  return row.state === 'paused' ? '–' : number(row.rows_today)
}

function NextRun({ row }: { row: ListedIntegration }) {
  const t = useTexts(texts)
  const isHindered = row.state === 'needs_you' && row.reason === 'connection'
  return (
    <TwoLines
      first={isHindered ? t.waits() : row.next_at && row.state !== 'paused' ? <Ago at={row.next_at} /> : '–'}
      second={row.rhythm || t.byHand()}
    />
  )
}
