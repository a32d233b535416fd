import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { AccountStatus } from '../tenants/account-status.tsx'
import { TenantHealth } from '../tenants/tenant-health.tsx'
import { Unfinished } from '../tenants/wizard/unfinished.tsx'
import { partnersHome, type Partner } from './partner.ts'

const texts = defineMessages({
  title: { en: 'Partners', de: 'Partner' },
  about: { en: 'Partners look after tenants of their own.', de: 'Partner betreuen eigene Mandanten.' },
  create: { en: 'Create partner', de: 'Partner anlegen' },
  find: { en: 'Search partners', de: 'Partner suchen' },
  none: { en: 'No partners yet', de: 'Noch keine Partner' },
  noneText: {
    en: 'A partner is set up in nine steps that take a few seconds.',
    de: 'Ein Partner wird in neun Schritten eingerichtet; das dauert wenige Sekunden.',
  },
  name: { en: 'Partner', de: 'Partner' },
  number: { en: 'Number', de: 'Nummer' },
  status: { en: 'Status', de: 'Status' },
  email: { en: 'E-mail', de: 'E-Mail' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  all: { en: 'All', de: 'Alle' },
  active: { en: 'Active', de: 'Aktiv' },
  inactive: { en: 'Deactivated', de: 'Deaktiviert' },
  health: { en: 'Health', de: 'Befinden' },
  healthNote: { en: 'Of the tenant that does worst', de: 'Des Mandanten, dem es am schlechtesten geht' },
  failed: { en: 'Failed, 24 h', de: 'Fehler 24 h' },
  errors: { en: 'Open errors', de: 'Offene Fehler' },
  success: { en: 'Last success', de: 'Letzter Erfolg' },
  lag: { en: 'Waiting since', de: 'Wartet seit' },
  storage: { en: 'Storage', de: 'Speicher' },
  activate: { en: 'Activate', de: 'Aktivieren' },
  deactivate: { en: 'Deactivate', de: 'Deaktivieren' },
  sureOff: {
    en: '{count, plural, one {Deactivate this partner?} other {Deactivate # partners?}}',
    de: '{count, plural, one {Diesen Partner deaktivieren?} other {# Partner deaktivieren?}}',
  },
  sureOffText: {
    en: 'Their own users are signed out at once. Their tenants work on.',
    de: 'Ihre eigenen Benutzer werden sofort abgemeldet. Ihre Mandanten arbeiten weiter.',
  },
  activated: {
    en: '{count, plural, one {One partner activated} other {# partners activated}}',
    de: '{count, plural, one {Ein Partner aktiviert} other {# Partner aktiviert}}',
  },
  deactivated: {
    en: '{count, plural, one {One partner deactivated} other {# partners deactivated}}',
    de: '{count, plural, one {Ein Partner deaktiviert} other {# Partner deaktiviert}}',
  },
})

/** All partners with how they and their tenants are doing, and setups that wait to be finished above them. */
export function PartnersScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const may = useMay()
  const list = useList('/partners', { sort: 'name', filters: ['active'] })
  const alarming = (count = 0) =>
    count > 0 ? <span style={{ color: 'var(--red)' }}>{formats.number(count)}</span> : '0'
  const switchTo = async (active: boolean, ids: string[], clear: () => void) => {
    if (
      !active &&
      !(await confirm({
        title: t.sureOff({ count: ids.length }),
        text: t.sureOffText(),
        action: t.deactivate(),
        danger: true,
      }))
    )
      return
    const results = await Promise.allSettled(ids.map((id) => api.put(`/partners/${id}`, { active })))
    const count = results.filter(({ status }) => status === 'fulfilled').length
    if (count > 0) toast({ title: active ? t.activated({ count }) : t.deactivated({ count }), tone: 'green' })
    clear()
    await refresh('/partners')
  }
  const columns: Column<Partner>[] = [
    {
      key: 'name',
      title: t.name(),
      fixed: true,
      cell: (row) => <NameCell to={`${partnersHome}/${row.id}`} name={row.name} note={row.workspace} />,
    },
    { key: 'number', title: t.number(), cell: (row) => row.number ?? '–' },
    { key: 'status', title: t.status(), sortable: false, cell: (row) => <AccountStatus status={row.status} /> },
    { key: 'email', title: t.email(), hidden: true, cell: (row) => row.email || '–' },
    { key: 'tenants', title: t.tenants(), end: true, sortable: false, cell: (row) => formats.number(row.tenants) },
    { key: 'users', title: t.users(), end: true, sortable: false, cell: (row) => formats.number(row.users) },
    {
      key: 'health',
      title: t.health(),
      sortable: false,
      cell: ({ figures }) =>
        figures ? (
          <span title={t.healthNote()}>
            <TenantHealth health={figures.health} />
          </span>
        ) : (
          <span className="muted">–</span>
        ),
    },
    {
      key: 'failed_jobs',
      title: t.failed(),
      end: true,
      sortable: false,
      cell: ({ figures }) => alarming(figures?.failed_jobs),
    },
    {
      key: 'open_errors',
      title: t.errors(),
      end: true,
      sortable: false,
      cell: ({ figures }) => alarming(figures?.open_errors),
    },
    {
      key: 'last_success_at',
      title: t.success(),
      sortable: false,
      hidden: true,
      cell: ({ figures }) => <Ago at={figures?.last_success_at} />,
    },
    {
      key: 'waiting_since',
      title: t.lag(),
      sortable: false,
      hidden: true,
      cell: ({ figures }) => <Ago at={figures?.waiting_since} />,
    },
    {
      key: 'storage_bytes',
      title: t.storage(),
      end: true,
      sortable: false,
      cell: ({ figures }) => formats.bytes(figures?.storage_bytes),
    },
    {
      key: 'created_at',
      title: t.created(),
      hidden: true,
      cell: (row) => <span title={formats.exactTime(row.created_at)}>{formats.date(row.created_at)}</span>,
    },
  ]
  const create = may('partners.create') && (
    <Button component={Link} to={`${partnersHome}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={create}>
      {may('partners.create') && <Unfinished kind="partner" />}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${partnersHome}/${row.id}` })}
        find={t.find()}
        views={{
          filter: 'active',
          options: [
            { value: '', title: t.all() },
            { value: 'true', title: t.active() },
            { value: 'false', title: t.inactive() },
          ],
        }}
        remember="partner-fleet"
        {...(may('partners.update') && {
          bulk: (ids: string[], clear: () => void) => (
            <>
              <Button size="xs" variant="subtle" onClick={() => void switchTo(true, ids, clear)}>
                {t.activate()}
              </Button>
              <Button size="xs" variant="subtle" onClick={() => void switchTo(false, ids, clear)}>
                {t.deactivate()}
              </Button>
            </>
          ),
        })}
        empty={<EmptyState icon={IconHeartHandshake} title={t.none()} text={t.noneText()} action={create} />}
      />
    </Page>
  )
}
