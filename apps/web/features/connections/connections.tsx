import { Button } from '@mantine/core'
import { connection as resource } from '@weft/catalogue/resources/connection/connection.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Bars } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { home, useConnectors, type ListedConnection } from './api.ts'
import { ConnectionState, stateTexts } from './state.tsx'
import { SystemTile } from './system-tile.tsx'

const texts = defineMessages({
  about: {
    en: 'Systems this project reads from and writes into. Each is looked at every hour.',
    de: 'Systeme, aus denen dieses Projekt liest und in die es schreibt. Jedes wird stündlich geprüft.',
  },
  create: { en: 'Create connection', de: 'Verbindung anlegen' },
  find: { en: 'Search connections', de: 'Verbindungen suchen' },
  all: { en: 'All', de: 'Alle' },
  connector: { en: 'Connector', de: 'Connector' },
  health: { en: 'Health', de: 'Zustand' },
  days: { en: 'Last 14 days', de: 'Letzte 14 Tage' },
  daysOf: { en: 'Checks of {name} in the last 14 days', de: 'Prüfungen von {name} in den letzten 14 Tagen' },
  checked: { en: 'Last check', de: 'Letzte Prüfung' },
  scope: { en: 'Available to', de: 'Verfügbar für' },
  project: { en: 'This project', de: 'Dieses Projekt' },
  tenant: { en: 'All projects', de: 'Alle Projekte' },
  none: { en: 'No connections yet', de: 'Noch keine Verbindungen' },
  noneText: {
    en: 'Enter the address and the key of a shop, a database or a file server once; workflows then use it by its name.',
    de: 'Hinterlegen Sie einmal Adresse und Schlüssel eines Shops, einer Datenbank oder eines Dateiservers; Workflows verwenden sie dann über den Namen.',
  },
})

/** The connections of the project: what needs somebody comes first. */
export function ConnectionsScreen() {
  const t = useTexts(texts)
  const states = useTexts(stateTexts)
  const read = useLabel()
  const may = useMay()
  const navigate = useNavigate()
  const connectors = useConnectors()
  const list = useList('/connections', { filters: ['state'], refetchInterval: 30_000 })
  const connectorOf = (row: ListedConnection) => connectors.find(({ key }) => key === row.connector)
  const to = (row: ListedConnection) => `${home}/${row.id}`
  const create = may('connections.create') && (
    <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  const columns: Column<ListedConnection>[] = [
    {
      key: 'label',
      title: read(resource.labels.one),
      fixed: true,
      sortable: false,
      cell: (row) => (
        <NameCell
          to={to(row)}
          name={row.label}
          icon={<SystemTile connector={connectorOf(row)} size={24} />}
          note={<code className="mono">{row.name}</code>}
        />
      ),
    },
    {
      key: 'connector',
      title: t.connector(),
      sortable: false,
      cell: (row) => connectorOf(row)?.title ?? row.connector,
    },
    {
      key: 'state',
      title: t.health(),
      sortable: false,
      cell: (row) => (
        <TwoLines first={<ConnectionState {...row} />} second={row.state !== 'healthy' && row.active && row.reason} />
      ),
    },
    {
      key: 'days',
      title: t.days(),
      sortable: false,
      cell: (row) => (
        <Bars
          label={t.daysOf({ name: row.label })}
          bars={row.days.map(({ checks, failed }) => ({
            tone: checks === 0 ? 'slate' : failed === 0 ? 'green' : failed === checks ? 'red' : 'amber',
            height: checks === 0 ? 4 : 14,
          }))}
        />
      ),
    },
    { key: 'checked_at', title: t.checked(), sortable: false, cell: (row) => <Ago at={row.checked_at} /> },
    {
      key: 'project_id',
      title: t.scope(),
      sortable: false,
      cell: (row) => (row.project_id ? t.project() : t.tenant()),
    },
  ]
  return (
    <Page title={read(resource.labels.many)} subtitle={t.about()} actions={create} fill bleed>
      <DataTable
        label={read(resource.labels.many)}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        onOpen={(row) => void navigate({ to: to(row) })}
        find={t.find()}
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all() },
            ...(['broken', 'healthy', 'untested'] as const).map((value) => ({ value, title: states[value]() })),
          ],
        }}
        empty={
          <EmptyState icon={IconPlugConnected} title={t.none()} text={t.noneText()} action={create || undefined} />
        }
      />
    </Page>
  )
}
