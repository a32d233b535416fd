import { ActionIcon, Button } from '@mantine/core'
import { routeWhitelist as resource } from '@weft/catalogue/resources/route-whitelist/route-whitelist.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconPlus, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { unlessLockedOut } from '../shared/lock-out.ts'
import { useWhitelistCrumbs, useWhitelistPlace } from './place.ts'

const texts = defineMessages({
  title: { en: 'Route whitelist', de: 'Routen-Whitelist' },
  all: {
    en: 'From which addresses a route of the API may be called, by anybody in this installation.',
    de: 'Von welchen Adressen aus eine Route der API in dieser Installation aufgerufen werden darf.',
  },
  one: {
    en: 'From which addresses a route may be called by those who work in this tenant.',
    de: 'Von welchen Adressen aus eine Route von denen aufgerufen werden darf, die in diesem Mandanten arbeiten.',
  },
  add: { en: 'Add entry', de: 'Eintrag anlegen' },
  find: { en: 'Search routes', de: 'Routen suchen' },
  none: { en: 'Every route is open to all addresses', de: 'Jede Route ist von allen Adressen aus offen' },
  noneText: {
    en: 'An active entry closes its route to every address that is not on it.',
    de: 'Ein aktiver Eintrag schließt seine Route für jede Adresse, die nicht darin steht.',
  },
  route: { en: 'Route', de: 'Route' },
  addresses: { en: 'IP addresses', de: 'IP-Adressen' },
  who: { en: 'For', de: 'Für' },
  everybody: { en: 'Everybody', de: 'Alle' },
  users: {
    en: '{count, plural, one {# user} other {# users}}',
    de: '{count, plural, one {# Benutzer} other {# Benutzer}}',
  },
  state: { en: 'State', de: 'Zustand' },
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Inactive', de: 'Inaktiv' },
  more: { en: '{count} more', de: '{count} weitere' },
  remove: { en: 'Delete {name}', de: '{name} löschen' },
  sure: { en: 'Delete the entry for {name}?', de: 'Den Eintrag für {name} löschen?' },
  delete: { en: 'Delete entry', de: 'Eintrag löschen' },
  removed: { en: 'Entry deleted', de: 'Eintrag gelöscht' },
})

export type WhitelistEntry = ListRow<'/route_whitelists'>

export function WhitelistScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const may = useMay()
  const { path, page, tenant } = useWhitelistPlace()
  const way = useWhitelistCrumbs()
  const list = useList(path, { sort: 'route' })
  const editable = may(tenant ? 'tenants.update' : 'system.update')
  const to = (row: WhitelistEntry) => `${page}/${row.id}`
  const remove = async (row: WhitelistEntry) => {
    if (!(await confirm({ title: t.sure({ name: row.route }), action: t.delete(), danger: true }))) return
    const gone = await unlessLockedOut(
      (confirmed) => api.delete(`${path}/${row.id}${confirmed ? '?confirmed=true' : ''}`, { quiet: true }),
      t.delete(),
    )
    if (!gone) return
    toast({ title: t.removed(), message: row.route, tone: 'green' })
    await refresh(path)
  }
  const columns: Column<WhitelistEntry>[] = [
    {
      key: 'route',
      title: t.route(),
      fixed: true,
      sortable: false,
      cell: (row) => (
        <NameCell to={to(row)} name={row.route} note={row.description} icon={<IconShieldLock size={16} />} />
      ),
    },
    {
      key: 'addresses',
      title: t.addresses(),
      sortable: false,
      cell: (row) => (
        <span style={{ display: 'flex', gap: 4 }}>
          {row.addresses.slice(0, 3).map((address) => (
            <Badge key={address}>
              <code>{address}</code>
            </Badge>
          ))}
          {row.addresses.length > 3 && <Badge>{t.more({ count: row.addresses.length - 3 })}</Badge>}
        </span>
      ),
    },
    {
      key: 'public',
      title: t.who(),
      sortable: false,
      cell: (row) => (row.public ? t.everybody() : t.users({ count: row.users.length })),
    },
    {
      key: 'active',
      title: t.state(),
      sortable: false,
      cell: (row) => (
        <StatusDot tone={row.active ? 'green' : 'slate'}>{row.active ? t.active() : t.inactive()}</StatusDot>
      ),
    },
    {
      key: 'actions',
      title: '',
      sortable: false,
      end: true,
      fixed: true,
      cell: (row) =>
        editable && (
          <ActionIcon size="sm" aria-label={t.remove({ name: row.route })} onClick={() => void remove(row)}>
            <IconTrash size={15} />
          </ActionIcon>
        ),
    },
  ]
  return (
    <Page
      title={t.title()}
      subtitle={tenant ? t.one() : t.all()}
      fill
      bleed
      {...way}
      actions={
        editable && (
          <Button component={Link} to={`${page}/create`} leftSection={<IconPlus size={15} />}>
            {t.add()}
          </Button>
        )
      }
    >
      <DataTable
        label={resource.labels.many.en}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.route}
        onOpen={(row) => void navigate({ to: to(row) })}
        find={t.find()}
        empty={<EmptyState icon={IconShieldLock} title={t.none()} text={t.noneText()} />}
      />
    </Page>
  )
}
