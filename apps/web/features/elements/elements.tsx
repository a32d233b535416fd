import { IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { groupTones } from '@weft/designers/workflow/elements.ts'
import { groupTexts } from '@weft/designers/workflow/texts.ts'
import { elementGroups } from '@weft/kit/define/element.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Tile } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { iconNamed } from '../workflows/icon-named.ts'
import { useLevel } from '../shared/level.ts'
import { ElementDetails } from './element.tsx'
import { limitsPath, type ListedElement } from './listed-element.ts'
import { State } from './state.tsx'
import { texts } from './texts.ts'
import s from './elements.module.css'

const whole = '/admin/settings/workflow-elements'

/** The elements of all designers below the provider, by type: which there are, and who may use which. */
export function ElementsScreen() {
  const type = useOptionalPathParam('type')
  const t = useTexts(texts)
  const groups = useTexts(groupTexts)
  const navigate = useNavigate()
  const tabs = [
    { to: whole, title: t.all() },
    ...elementGroups.map((group) => ({ to: `${whole}/${group}`, title: groups[group]() })),
  ]
  return (
    <ElementTable
      title={t.title()}
      about={t.about()}
      type={type}
      tabs={<PageTabs label={t.types()} tabs={tabs} />}
      onOpen={(element) => void navigate({ to: `${whole}/${element.type}/${element.key}` })}
    />
  )
}

/** One element of the catalogue. */
export function ElementScreen() {
  const type = useOptionalPathParam('type') ?? ''
  const action = useOptionalPathParam('action') ?? ''
  const t = useTexts(texts)
  const groups = useTexts(groupTexts)
  const { data, isLoading } = useElements()
  const element = data?.find(({ key }) => key === action)
  if (!element)
    return <Page title={t.title()}>{!isLoading && <EmptyState icon={IconPuzzle} title={t.unknown()} />}</Page>
  const group = elementGroups.find((one) => one === type) ?? element.type
  return (
    <ElementDetails
      element={element}
      crumbs={[
        { title: t.title(), to: whole },
        { title: groups[group](), to: `${whole}/${group}` },
        { title: element.title },
      ]}
    />
  )
}

export function useElements() {
  const { name, headers } = useLevel()
  return useQuery({
    queryKey: [limitsPath, name],
    queryFn: async ({ signal }) => (await api.get(limitsPath, {}, { signal, headers })).data,
  })
}

type TableProps = {
  title: string
  about: string
  type?: string | undefined
  tabs?: React.ReactNode
  onOpen: (element: ListedElement) => void
}

/** The elements with what the level has decided about each. */
export function ElementTable({ title, about, type, tabs, onOpen }: TableProps) {
  const t = useTexts(texts)
  const groups = useTexts(groupTexts)
  const formats = useFormats()
  const { data, isFetching, error, refetch } = useElements()
  const list = useRows(
    data?.filter((element) => !type || element.type === type),
    {
      perPage: 100,
      sort: 'title',
      busy: isFetching,
      error,
      reload: () => void refetch(),
      search: ['title', 'key', 'description'],
    },
  )
  const columns: Column<ListedElement>[] = [
    {
      key: 'title',
      title: t.element(),
      fixed: true,
      cell: (row) => {
        const Icon = iconNamed(row.icon)
        return (
          <span className={s['name']}>
            <Tile tone={groupTones[row.type]} size={26}>
              <Icon size={15} />
            </Tile>
            <span>
              <b>{row.title}</b>
              <small>{row.description}</small>
            </span>
          </span>
        )
      },
    },
    { key: 'type', title: t.type(), cell: (row) => groups[row.type]() },
    { key: 'key', title: t.key(), cell: (row) => <code className="mono">{row.key}</code> },
    {
      key: 'plugin_id',
      title: t.origin(),
      cell: (row) => (row.plugin_id ? <Badge tone="violet">{`${row.plugin_id} ${row.version}`}</Badge> : t.builtIn()),
    },
    { key: 'workflows', title: t.workflows(), end: true, cell: (row) => formats.number(row.workflows) },
    { key: 'state', title: t.state(), cell: (row) => <State element={row} /> },
  ]
  return (
    <Page title={title} subtitle={about} tabs={tabs} fill bleed>
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(row) => row.key}
        rowName={(row) => row.title}
        onOpen={onOpen}
        find={t.find()}
        remember="elements"
      />
    </Page>
  )
}
