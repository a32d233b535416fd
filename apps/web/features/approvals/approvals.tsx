import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { approvalTexts, approvalTones, home, type ListedApproval } from './texts.ts'

const texts = defineMessages({
  about: {
    en: 'What runs ask you to decide. What waits longest comes first.',
    de: 'Worüber Läufe Sie entscheiden lassen. Was am längsten wartet, steht zuerst.',
  },
  find: { en: 'Search approvals', de: 'Genehmigungen suchen' },
  what: { en: 'Decision', de: 'Entscheidung' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  state: { en: 'State', de: 'Status' },
  asked: { en: 'Asked', de: 'Gefragt' },
  all: { en: 'All', de: 'Alle' },
  decided: { en: 'Decided', de: 'Entschieden' },
  none: { en: 'Nothing to decide', de: 'Nichts zu entscheiden' },
  noneText: {
    en: 'When a workflow with the step “Approval” asks you, you are told, and find it here.',
    de: 'Wenn ein Workflow mit dem Schritt „Genehmigung“ Sie fragt, werden Sie benachrichtigt und finden es hier.',
  },
})

/** What runs ask whoever is signed in. */
export function ApprovalsScreen() {
  const t = useTexts(texts)
  const states = useTexts(approvalTexts)
  const navigate = useNavigate()
  const list = useList('/approvals', { filters: ['state'], refetchInterval: 30_000 })
  const to = (row: ListedApproval) => `${home}/${row.id}`
  const columns: Column<ListedApproval>[] = [
    {
      key: 'title',
      title: t.what(),
      fixed: true,
      sortable: false,
      cell: (row) => <NameCell to={to(row)} name={row.title} />,
    },
    {
      key: 'workflow',
      title: t.workflow(),
      sortable: false,
      cell: (row) => <TwoLines first={row.workflow} second={row.project} />,
    },
    {
      key: 'state',
      title: t.state(),
      sortable: false,
      cell: (row) => (
        <TwoLines
          first={<Badge tone={approvalTones[row.state]}>{states[row.state]()}</Badge>}
          second={row.decided_by_name}
        />
      ),
    },
    { key: 'created_at', title: t.asked(), sortable: false, width: 140, cell: (row) => <Ago at={row.created_at} /> },
  ]
  return (
    <Page title={states.title()} subtitle={t.about()} fill bleed>
      <DataTable
        label={states.title()}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        onOpen={(row) => void navigate({ to: to(row) })}
        find={t.find()}
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all() },
            { value: 'open', title: states.open() },
            { value: 'decided', title: t.decided() },
          ],
        }}
        empty={<EmptyState icon={IconUserCheck} title={t.none()} text={t.noneText()} />}
      />
    </Page>
  )
}
