import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCode, IconHistory, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { elements } from '@weft/catalogue/elements/all.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { hasMarks, WorkflowMark } from './workflow-mark.tsx'
import type { ListedWorkflow } from './api.ts'
import { stateTexts, stateTones } from './workflows.tsx'

const texts = defineMessages({
  title: { en: 'Process manager', de: 'Prozess-Manager' },
  subtitle: {
    en: 'The text of every process, with its git history.',
    de: 'Der Text jedes Prozesses mit seiner Git-Historie.',
  },
  find: { en: 'Find a process', de: 'Prozess suchen' },
  name: { en: 'Name', de: 'Name' },
  className: { en: 'Class name', de: 'Klassenname' },
  frequency: { en: 'Frequency', de: 'Häufigkeit' },
  external: { en: 'External trigger', de: 'Externer Auslöser' },
  notExternal: { en: 'Not from outside', de: 'Nicht von außen' },
  leadTime: { en: 'Lead time', de: 'Durchlaufzeit' },
  queue: { en: 'Queue', de: 'Warteschlange' },
  state: { en: 'Status', de: 'Status' },
  version: { en: 'Version', de: 'Version' },
  changed: { en: 'Changed', de: 'Geändert' },
  lastRun: { en: 'Last run', de: 'Letzter Lauf' },
  classPath: { en: 'Path of the class', de: 'Pfad der Klasse' },
  draftName: { en: 'Class name in draft', de: 'Klassenname im Entwurf' },
  draftBy: { en: 'Draft by {name}', de: 'Entwurf von {name}' },
  neverPublished: { en: 'Never published', de: 'Nie veröffentlicht' },
  code: { en: 'Code of {name}', de: 'Code von {name}' },
  history: { en: 'History of {name}', de: 'Verlauf von {name}' },
  none: { en: 'No processes yet', de: 'Noch keine Prozesse' },
})

/** Workflows seen as programs: their text and its history. */
export function ProcessManagerScreen() {
  const t = useTexts(texts)
  const words = useTexts(stateTexts)
  const formats = useFormats()
  const navigate = useNavigate()
  const list = useList('/workflows', { sort: 'label' })
  const queues = useQueues()
  const isMarked = hasMarks(list.rows)
  const columns: Column<ListedWorkflow>[] = [
    {
      key: 'label',
      title: t.name(),
      fixed: true,
      cell: (row) => (
        <NameCell
          to={`/project/workflows/${row.id}/mode/code`}
          name={row.label}
          note={row.description}
          icon={isMarked && <WorkflowMark {...row} />}
        />
      ),
    },
    {
      key: 'class_name',
      title: t.className(),
      width: 200,
      cell: (row) => <span className="mono">{row.class_name}</span>,
    },
    {
      key: 'base_class_path',
      title: t.classPath(),
      width: 320,
      hidden: true,
      sortable: false,
      cell: (row) => <span className="mono">{row.base_class_path}</span>,
    },
    {
      key: 'temporary_class_name',
      title: t.draftName(),
      width: 260,
      hidden: true,
      sortable: false,
      cell: ({ temporary_class_name: name, draft_by: by }) =>
        name === null ? (
          '–'
        ) : (
          <NameCell
            name={<span className="mono">{name}</span>}
            note={by === null ? t.neverPublished() : t.draftBy({ name: by })}
          />
        ),
    },
    { key: 'triggers', title: t.frequency(), width: 170, sortable: false, cell: (row) => row.triggers[0]?.text ?? '–' },
    {
      key: 'external',
      title: t.external(),
      width: 170,
      sortable: false,
      cell: (row) => outsideOf(row).join(', ') || <span className="muted">{t.notExternal()}</span>,
    },
    {
      key: 'queue',
      title: t.queue(),
      width: 120,
      sortable: false,
      cell: (row) => queues.get(row.queue_id ?? '') ?? '–',
    },
    {
      key: 'lead_time',
      title: t.leadTime(),
      width: 120,
      end: true,
      sortable: false,
      cell: (row) => <span className="num">{formats.duration(leadTimeOf(row))}</span>,
    },
    {
      key: 'state',
      title: t.state(),
      width: 110,
      cell: (row) => <StatusDot tone={stateTones[row.state]}>{words[row.state]()}</StatusDot>,
    },
    {
      key: 'version',
      title: t.version(),
      width: 90,
      end: true,
      sortable: false,
      cell: (row) => <span className="num">v{row.version}</span>,
    },
    { key: 'updated_at', title: t.changed(), width: 130, cell: (row) => formats.ago(row.updated_at) },
    { key: 'last_run', title: t.lastRun(), width: 130, cell: (row) => formats.ago(row.last_run?.created_at) },
    {
      key: 'actions',
      title: '',
      width: 80,
      end: true,
      fixed: true,
      sortable: false,
      cell: (row) => (
        <>
          <Tooltip label={t.code({ name: row.label })}>
            <ActionIcon
              size="xs"
              component={Link}
              to={`/project/workflows/${row.id}/mode/code`}
              aria-label={t.code({ name: row.label })}
            >
              <IconCode size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t.history({ name: row.label })}>
            <ActionIcon
              size="xs"
              component={Link}
              to={`/project/workflows/${row.id}/mode/history`}
              aria-label={t.history({ name: row.label })}
            >
              <IconHistory size={15} />
            </ActionIcon>
          </Tooltip>
        </>
      ),
    },
  ]
  return (
    <Page title={t.title()} subtitle={t.subtitle()} bleed fill>
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.label}
        onOpen={(row) => void navigate({ to: `/project/workflows/${row.id}/mode/code` })}
        find={t.find()}
        remember="processes"
        empty={<EmptyState icon={IconRoute} title={t.none()} />}
      />
    </Page>
  )
}

/** What starts it from outside, by a call or by something that has come. */
const outside = new Set<string>(
  elements.filter((one) => one.starts === 'call' || one.starts === 'poll').map(({ key }) => key),
)
const outsideOf = ({ triggers }: ListedWorkflow) =>
  triggers.filter(({ element }) => outside.has(element)).map(({ text }) => text)

/** How long its last runs took in the middle. */
function leadTimeOf({ recent_runs }: ListedWorkflow): number | undefined {
  const took = recent_runs.flatMap(({ duration_ms }) => duration_ms ?? []).toSorted((a, b) => a - b)
  return took[Math.floor(took.length / 2)]
}

function useQueues(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['/queues', 'names'],
    queryFn: ({ signal }) =>
      api.get('/queues', { noPagination: true }, { signal, quiet: true }).then(({ data }) => data),
  })
  return new Map((data ?? []).map(({ id, name }) => [id, name]))
}
