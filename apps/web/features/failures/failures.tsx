import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Trend } from '@weft/kit/ui/trend.tsx'
import { IconCheck, IconEyeOff, IconHandGrab, IconMoodSmile, IconRotateClockwise } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Answer } from '@weft/kit/contracts/client.ts'
import s from '../rejections/causes.module.css'
import { useFailureActions } from './actions.ts'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { failureTexts, home, stateTones, type FailureRow } from './texts.ts'

const texts = defineMessages({
  about: {
    en: 'Gathered by cause, over all runs: the same error at the same step, whatever values it was about.',
    de: 'Nach Ursachen gesammelt, über alle Läufe: derselbe Fehler am selben Schritt, bei welchen Werten auch immer.',
  },
  causes: { en: 'Causes', de: 'Ursachen' },
  cause: { en: 'Cause', de: 'Ursache' },
  seen: { en: 'Last, first seen', de: 'Zuletzt, zuerst' },
  state: { en: 'State', de: 'Zustand' },
  find: { en: 'Message, code or workflow', de: 'Meldung, Code oder Workflow' },
  mine: { en: 'Mine', de: 'Meine' },
  all: { en: 'All', de: 'Alle' },
  allWorkflows: { en: 'All workflows', de: 'Alle Workflows' },
  allCodes: { en: 'All codes', de: 'Alle Codes' },
  anybody: { en: 'Anybody', de: 'Alle Zuständigen' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  code: { en: 'Code', de: 'Code' },
  none: { en: 'No run has failed', de: 'Kein Lauf ist fehlgeschlagen' },
  noneText: {
    en: 'Runs that end in an error are gathered here, by what went wrong.',
    de: 'Läufe, die mit einem Fehler enden, sammeln sich hier nach dem, was schiefging.',
  },
})

type Meta = Answer<'GET', '/failure_causes'>['meta']
const opens = 'open,in_work,came_back'

/** Why runs failed, over all runs of the project: what to fix first. */
export function FailedScreen() {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const navigate = useNavigate()
  const list = useList('/failure_causes', {
    sort: '-last_seen_at',
    filters: ['state', 'workflow_id', 'code', 'assigned_to'],
    refetchInterval: 15_000,
  })
  const { states = {} } = list.meta as Partial<Meta>
  const count = (state: string) => state.split(',').reduce((sum, one) => sum + (states[one] ?? 0), 0)
  const all = Object.entries(states).reduce((sum, [state, one]) => (state === 'mine' ? sum : sum + one), 0)
  const columns = useColumns(Math.max(1, ...list.rows.map((row) => row.runs)))
  return (
    <Page title={words.title()} subtitle={t.about()} fill bleed>
      <DataTable
        label={t.causes()}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ message }) => message}
        onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
        find={t.find()}
        remember="failure-causes"
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all(), count: all },
            { value: opens, title: words.open(), count: count(opens) },
            { value: 'mine', title: t.mine(), count: count('mine') },
            ...(['came_back', 'fixed', 'ignored'] as const).map((state) => ({
              value: state,
              title: words[state](),
              count: count(state),
            })),
          ],
        }}
        tools={<Filters list={list} meta={list.meta} />}
        bulk={useBulk()}
        empty={<EmptyState icon={IconMoodSmile} title={t.none()} text={t.noneText()} />}
      />
    </Page>
  )
}

function Filters({ list, meta }: { list: Parameters<typeof ListFilter>[0]['list']; meta: Partial<Meta> }) {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const { workflows = [], codes = [], assignees = [] } = meta
  return (
    <>
      <ListFilter
        list={list}
        name="workflow_id"
        label={t.workflow()}
        w={160}
        searchable
        data={[{ value: '', label: t.allWorkflows() }, ...workflows.map(({ id, label }) => ({ value: id, label }))]}
      />
      <ListFilter
        list={list}
        name="code"
        label={t.code()}
        w={140}
        searchable
        data={[{ value: '', label: t.allCodes() }, ...codes.map((code) => ({ value: code, label: code }))]}
      />
      <ListFilter
        list={list}
        name="assigned_to"
        label={words.assignee()}
        w={150}
        searchable
        data={[{ value: '', label: t.anybody() }, ...assignees.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </>
  )
}

function useColumns(most: number): Column<FailureRow>[] {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const { number, ago } = useFormats()
  return useMemo<Column<FailureRow>[]>(
    () => [
      { key: 'message', title: t.cause(), sortable: false, fixed: true, cell: (row) => <CauseCell row={row} /> },
      {
        key: 'days',
        title: words.days(),
        sortable: false,
        width: 120,
        cell: (row) => <FailureTrend cause={row} />,
      },
      {
        key: 'runs',
        title: words.runs(),
        end: true,
        width: 110,
        cell: (row) => (
          <span className={s['records']} data-most={row.runs === most || undefined}>
            <b className="num">{number(row.runs)}</b>
            <i aria-hidden style={{ '--share': row.runs / most } as React.CSSProperties} />
          </span>
        ),
      },
      {
        key: 'last_seen_at',
        title: t.seen(),
        width: 130,
        cell: (row) => <TwoLines first={<Ago at={row.last_seen_at} />} second={ago(row.first_seen_at)} />,
      },
      {
        key: 'assigned_name',
        title: words.assignee(),
        sortable: false,
        width: 140,
        cell: (row) => row.assigned_name ?? <span className="muted">{words.nobody()}</span>,
      },
      {
        key: 'state',
        title: t.state(),
        sortable: false,
        width: 130,
        cell: (row) => <StatusDot tone={stateTones[row.state]}>{words[row.state]()}</StatusDot>,
      },
    ],
    [t, words, number, ago, most],
  )
}

/** How often it failed on each of the last 14 days. */
export function FailureTrend({ cause: { days, badge } }: { cause: Pick<FailureRow, 'days' | 'badge'> }) {
  const words = useTexts(failureTexts)
  return (
    <Trend
      values={days.map(({ runs }) => runs)}
      rising={badge === 'rising'}
      label={words.trend({ total: days.reduce((sum, { runs }) => sum + runs, 0), last: days.at(-1)?.runs ?? 0 })}
    />
  )
}

function CauseCell({ row }: { row: FailureRow }) {
  const words = useTexts(failureTexts)
  const step = row.step ? row.step_label : words.whole()
  return (
    <span className={s['cause']}>
      <span className={s['line']}>
        <Link to={`${home}/${row.id}`} className={s['reason']!} title={row.message}>
          {row.message || row.code}
        </Link>
        {row.state === 'came_back' ? (
          <Badge tone="amber">{words.came_back()}</Badge>
        ) : (
          row.badge && <Badge tone={row.badge === 'new' ? 'blue' : 'red'}>{words[row.badge]()}</Badge>
        )}
      </span>
      <small title={`${row.code} · ${step} · ${row.workflow_label}`}>
        {row.code && <span className="mono">{row.code} · </span>}
        {step} · {row.workflow_label}
      </small>
    </span>
  )
}

function useBulk() {
  const words = useTexts(failureTexts)
  const may = useMay()
  const actions = useFailureActions()
  const me = useSession((value) => value.user)
  const [ignoring, setIgnoring] = useState<{ ids: string[]; clear: () => void }>()
  if (!may('jobs.run')) return undefined
  return (ids: string[], clear: () => void) => {
    const verbs = [
      [words.takeOn(), IconHandGrab, () => actions.assign(ids, me?.id ?? null).then(clear)],
      [words.fix(), IconCheck, () => actions.fix(ids).then(clear)],
      [words.ignore(), IconEyeOff, async () => setIgnoring({ ids, clear })],
      [words.reopen(), IconRotateClockwise, () => actions.reopen(ids).then(clear)],
    ] as const
    return (
      <>
        {verbs.map(([title, Icon, act]) => (
          <Button key={title} size="xs" variant="subtle" leftSection={<Icon size={14} />} onClick={() => void act()}>
            {title}
          </Button>
        ))}
        {ignoring && (
          <IgnoreDialog
            ids={ignoring.ids}
            onClose={(done) => {
              setIgnoring(undefined)
              if (done) ignoring.clear()
            }}
          />
        )}
      </>
    )
  }
}
