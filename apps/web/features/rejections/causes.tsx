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
import { IconEyeOff, IconHandGrab, IconMoodSmile, IconRotateClockwise } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { useCauseActions } from './actions.ts'
import s from './causes.module.css'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { Overview } from './overview.tsx'
import { causeTexts, home, stateTones, type CauseRow } from './texts.ts'

const texts = defineMessages({
  about: {
    en: 'Gathered by cause, over all runs. Mend a cause once and all of its records go on.',
    de: 'Nach Ursachen gesammelt, über alle Läufe. Beheben Sie eine Ursache einmal, und alle ihre Datensätze gehen weiter.',
  },
  causes: { en: 'Causes', de: 'Ursachen' },
  cause: { en: 'Cause', de: 'Ursache' },
  days: { en: 'Last 14 days', de: 'Letzte 14 Tage' },
  records: { en: 'Records', de: 'Datensätze' },
  runs: { en: 'Runs', de: 'Läufe' },
  seen: { en: 'Last, first seen', de: 'Zuletzt, zuerst' },
  assignee: { en: 'Assignee', de: 'Zuständig' },
  state: { en: 'State', de: 'Zustand' },
  find: { en: 'Cause, field or value', de: 'Ursache, Feld oder Wert' },
  mine: { en: 'Mine', de: 'Meine' },
  all: { en: 'All', de: 'Alle' },
  allWorkflows: { en: 'All workflows', de: 'Alle Workflows' },
  allSteps: { en: 'All steps', de: 'Alle Schritte' },
  allFields: { en: 'All fields', de: 'Alle Felder' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  step: { en: 'Step', de: 'Schritt' },
  field: { en: 'Field', de: 'Feld' },
  none: { en: 'Nothing was rejected', de: 'Nichts wurde abgelehnt' },
  noneText: {
    en: 'What a step cannot use is gathered here, by the rule that rejected it.',
    de: 'Was ein Schritt nicht verwenden kann, sammelt sich hier nach der Regel, die es abgelehnt hat.',
  },
})

type Meta = Answer<'GET', '/rejection_causes'>['meta']
const opens = 'open,in_work,came_back'

/** Why records were rejected, over all runs of the project: what to mend first. */
export function RejectedScreen() {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const navigate = useNavigate()
  const list = useList('/rejection_causes', {
    sort: '-waiting',
    filters: ['state', 'workflow_id', 'step', 'field'],
    refetchInterval: 15_000,
  })
  const { states = {}, waiting = 0, largest = [], days = [] } = list.meta as Partial<Meta>
  const count = (state: string) => state.split(',').reduce((sum, one) => sum + (states[one] ?? 0), 0)
  const all = Object.entries(states).reduce((sum, [state, one]) => (state === 'mine' ? sum : sum + one), 0)
  const columns = useColumns(Math.max(1, ...list.rows.map((row) => row.waiting)))
  return (
    <Page title={words.title()} subtitle={t.about()} fill bleed>
      {waiting > 0 && <Overview waiting={waiting} causes={count(opens)} largest={largest} days={days} />}
      <DataTable
        label={t.causes()}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ reason }) => reason}
        onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
        find={t.find()}
        remember="rejection-causes"
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all(), count: all },
            { value: opens, title: words.open(), count: count(opens) },
            { value: 'mine', title: t.mine(), count: count('mine') },
            ...(['came_back', 'mended', 'ignored'] as const).map((state) => ({
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
  const { workflows = [], steps = [], fields = [] } = meta
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
        name="step"
        label={t.step()}
        w={140}
        searchable
        data={[{ value: '', label: t.allSteps() }, ...steps.map(({ step, label }) => ({ value: step, label }))]}
      />
      <ListFilter
        list={list}
        name="field"
        label={t.field()}
        w={140}
        searchable
        data={[{ value: '', label: t.allFields() }, ...fields.map((field) => ({ value: field, label: field }))]}
      />
    </>
  )
}

function useColumns(most: number): Column<CauseRow>[] {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const { number, ago } = useFormats()
  return useMemo<Column<CauseRow>[]>(
    () => [
      { key: 'reason', title: t.cause(), sortable: false, fixed: true, cell: (row) => <CauseCell row={row} /> },
      {
        key: 'days',
        title: t.days(),
        sortable: false,
        width: 120,
        cell: ({ days, badge }) => (
          <Trend
            values={days.map(({ rejected }) => rejected)}
            rising={badge === 'rising'}
            label={words.trend({
              total: days.reduce((sum, { rejected }) => sum + rejected, 0),
              last: days.at(-1)?.rejected ?? 0,
            })}
          />
        ),
      },
      {
        key: 'waiting',
        title: t.records(),
        end: true,
        width: 90,
        cell: (row) => (
          <span className={s['records']} data-most={row.waiting === most || undefined}>
            <b className="num">{number(row.waiting)}</b>
            <i aria-hidden style={{ '--share': row.waiting / most } as React.CSSProperties} />
          </span>
        ),
      },
      { key: 'runs', title: t.runs(), end: true, width: 70, cell: (row) => number(row.runs) },
      {
        key: 'last_seen_at',
        title: t.seen(),
        width: 130,
        cell: (row) => <TwoLines first={<Ago at={row.last_seen_at} />} second={ago(row.first_seen_at)} />,
      },
      {
        key: 'assigned_name',
        title: t.assignee(),
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

function CauseCell({ row }: { row: CauseRow }) {
  const words = useTexts(causeTexts)
  return (
    <span className={s['cause']}>
      <span className={s['line']}>
        <Link to={`${home}/${row.id}`} className={s['reason']!} title={row.reason}>
          {row.reason}
        </Link>
        {row.state === 'came_back' ? (
          <Badge tone="amber">{words.came_back()}</Badge>
        ) : (
          row.badge && <Badge tone={row.badge === 'new' ? 'blue' : 'red'}>{words[row.badge]()}</Badge>
        )}
      </span>
      <small title={`${row.field} · ${row.step_label} · ${row.workflow_label}`}>
        {row.field && <span className="mono">{row.field} · </span>}
        {row.step_label} · {row.workflow_label}
      </small>
    </span>
  )
}

function useBulk() {
  const words = useTexts(causeTexts)
  const may = useMay()
  const actions = useCauseActions()
  const me = useSession((value) => value.user)
  const [ignoring, setIgnoring] = useState<{ ids: string[]; clear: () => void }>()
  if (!may('jobs.run')) return undefined
  return (ids: string[], clear: () => void) => (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconHandGrab size={14} />}
        onClick={() => void actions.assign(ids, me?.id ?? null).then(clear)}
      >
        {words.takeOn()}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconEyeOff size={14} />}
        onClick={() => setIgnoring({ ids, clear })}
      >
        {words.ignore()}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconRotateClockwise size={14} />}
        onClick={() => void actions.reopen(ids).then(clear)}
      >
        {words.reopen()}
      </Button>
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
