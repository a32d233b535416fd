import { Button } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { projectHome as home } from '../data-structures/place.ts'
import { useCounts, useStructure, useStructureId, useStructures } from '../data-structures/structure.ts'
import { Explorer } from './explorer.tsx'

const texts = defineMessages({
  explorer: { en: 'Data explorer', de: 'Daten-Explorer' },
  store: { en: 'Data store', de: 'Data Store' },
  storeText: {
    en: 'Everything workflows have written, by data structure.',
    de: 'Alles, was Workflows geschrieben haben, nach Datenstruktur.',
  },
  none: { en: 'No data structures yet', de: 'Noch keine Datenstrukturen' },
  noneText: {
    en: 'Records live in data structures. Create the first one to see its records here.',
    de: 'Datensätze liegen in Datenstrukturen. Legen Sie die erste an, um ihre Datensätze hier zu sehen.',
  },
  create: { en: 'Create data structure', de: 'Datenstruktur anlegen' },
  structure: { en: 'Data structure', de: 'Datenstruktur' },
  table: { en: 'Table name', de: 'Tabellenname' },
  records: { en: 'Records', de: 'Datensätze' },
  about: { en: 'about {count}', de: 'etwa {count}' },
  fields: { en: 'Fields', de: 'Felder' },
  changed: { en: 'Changed', de: 'Geändert' },
  gone: { en: 'These records could not be loaded', de: 'Diese Datensätze konnten nicht geladen werden' },
})

/** One grid for all structures; the chosen one stands in the address. */
export function DataExplorerScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const wanted = useSearchParam('structure')
  const { data: structures } = useStructures()
  const structure = structures?.find(({ id }) => id === wanted) ?? structures?.[0]
  if (!structures) return <Page title={t.explorer()} />
  if (!structure) return <NoStructures title={t.explorer()} />
  return (
    <Explorer
      key={structure.id}
      title={t.explorer()}
      structure={structure}
      structures={structures}
      onStructure={(id) => void navigate({ to: '/project/data-explorer', search: { structure: id } as never })}
    />
  )
}

export function DataStoreRecordsScreen() {
  const t = useTexts(texts)
  const id = useStructureId()
  const { data: structure, error } = useStructure(id)
  if (error) return <EmptyState icon={IconTable} title={t.gone()} text={error.message} />
  if (!structure) return <Page title={t.store()} />
  return (
    <Explorer
      key={structure.id}
      title={structure.label}
      crumbs={[{ title: t.store(), to: '/project/data-store' }, { title: structure.label }]}
      structure={structure}
    />
  )
}

/** Every structure with how much is in it. */
export function DataStoreScreen() {
  const t = useTexts(texts)
  const { number, ago } = useFormats()
  const { data: structures, error, isFetching, refetch } = useStructures()
  const { data: counts } = useCounts()
  const rows = structures?.map(({ id, label, table_name, fields, updated_at }) => ({
    id,
    label,
    table_name,
    field_count: fields.length,
    updated_at,
    records: counts?.[id]?.total ?? 0,
    about: counts?.[id]?.about ?? false,
  }))
  const list = useRows(rows, {
    perPage: 50,
    sort: 'label',
    busy: isFetching,
    error,
    reload: () => void refetch(),
    search: ['label', 'table_name'],
  })
  if (structures?.length === 0) return <NoStructures title={t.store()} />
  return (
    <Page title={t.store()} subtitle={t.storeText()} bleed fill>
      <DataTable
        label={t.store()}
        list={list}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        find
        columns={[
          {
            key: 'label',
            title: t.structure(),
            cell: ({ id, label }) => <NameCell to={`/project/data-store/${id}`} name={label} />,
            fixed: true,
          },
          { key: 'table_name', title: t.table(), cell: ({ table_name }) => <span className="mono">{table_name}</span> },
          {
            key: 'records',
            title: t.records(),
            cell: ({ records, about }) => (about ? t.about({ count: number(records) }) : number(records)),
            end: true,
          },
          { key: 'field_count', title: t.fields(), cell: ({ field_count }) => number(field_count), end: true },
          { key: 'updated_at', title: t.changed(), cell: ({ updated_at }) => ago(updated_at) },
        ]}
      />
    </Page>
  )
}

function NoStructures({ title }: { title: string }) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <Page title={title}>
      <EmptyState
        icon={IconTable}
        title={t.none()}
        text={t.noneText()}
        action={
          may('structures.create') && (
            <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
              {t.create()}
            </Button>
          )
        }
      />
    </Page>
  )
}
