import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Ago, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FoundMenu, foundBy } from '@weft/kit/ui/found-menu.tsx'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuildings, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { AccountStatus } from './account-status.tsx'
import { partnerShown, useTenantHome, type TenantRow } from './tenant.ts'
import { useTenantActions } from './tenant-actions.tsx'
import { healths, healthTexts, TenantHealth, type Health } from './tenant-health.tsx'
import { Unfinished } from './wizard/unfinished.tsx'

const texts = defineMessages({
  title: { en: 'Tenants', de: 'Mandanten' },
  about: {
    en: 'Every tenant has databases, storage and queues of its own.',
    de: 'Jeder Mandant hat eigene Datenbanken, eigenen Speicher und eigene Warteschlangen.',
  },
  create: { en: 'Create tenant', de: 'Mandant anlegen' },
  find: { en: 'Search tenants', de: 'Mandanten suchen' },
  none: { en: 'No tenants yet', de: 'Noch keine Mandanten' },
  noneText: {
    en: 'A tenant is set up in nine steps that take a few seconds.',
    de: 'Ein Mandant wird in neun Schritten eingerichtet; das dauert wenige Sekunden.',
  },
  name: { en: 'Tenant', de: 'Mandant' },
  number: { en: 'Number', de: 'Nummer' },
  status: { en: 'Status', de: 'Status' },
  partner: { en: 'Partner', de: 'Partner' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  lastJob: { en: 'Last job', de: 'Letzter Job' },
  all: { en: 'All', de: 'Alle' },
  active: { en: 'Active', de: 'Aktiv' },
  deactivated: { en: 'Deactivated', de: 'Deaktiviert' },
  deleting: { en: 'To be deleted', de: 'Zu löschen' },
  never: { en: 'None yet', de: 'Noch keiner' },
  health: { en: 'Health', de: 'Befinden' },
  anyHealth: { en: 'Any health', de: 'Jedes Befinden' },
  success: { en: 'Last success', de: 'Letzter Erfolg' },
  failed: { en: 'Failed, 24 h', de: 'Fehler 24 h' },
  errors: { en: 'Open errors', de: 'Offene Fehler' },
  errorsNote: { en: 'Refused records that wait for somebody', de: 'Abgelehnte Datensätze, die auf jemanden warten' },
  lag: { en: 'Waiting since', de: 'Wartet seit' },
  queued: { en: 'Queued', de: 'Eingereiht' },
  storage: { en: 'Storage', de: 'Speicher' },
  measured: { en: 'Measured {when}', de: 'Gemessen {when}' },
  asOf: { en: 'As of', de: 'Stand' },
  asOfThen: { en: 'as of {when}', de: 'Stand {when}' },
  notYet: { en: 'not looked at yet', de: 'noch nicht geprüft' },
  found: { en: 'Actions for all tenants found', de: 'Aktionen für alle gefundenen Mandanten' },
  activateFound: { en: 'Activate all {count} found', de: 'Alle {count} gefundenen aktivieren' },
  deactivateFound: { en: 'Deactivate all {count} found', de: 'Alle {count} gefundenen deaktivieren' },
  messageFound: { en: 'Send a message to all {count} found', de: 'Nachricht an alle {count} gefundenen' },
  many: { en: '{count}+', de: '{count}+' },
})

/** All tenants the user may see with how each is doing, with setups that wait to be finished above them. */
export function TenantsScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const home = useTenantHome()
  const may = useMay()
  const partner_id = partnerShown()
  const list = useList('/clients', {
    sort: 'name',
    filters: ['status', 'health'],
    query: { partner_id },
    refetchInterval: 15_000,
  })
  const health = useTexts(healthTexts)
  const actions = useTenantActions()
  const counts = (list.meta['health'] ?? {}) as Partial<Record<Health, number>>
  const capped = (count: number) => (count >= 1_000 ? t.many({ count: formats.number(1_000) }) : formats.number(count))
  const alarming = (count: number) => (count > 0 ? <span style={{ color: 'var(--red)' }}>{capped(count)}</span> : '0')

  const columns: Column<TenantRow>[] = [
    {
      key: 'name',
      title: t.name(),
      fixed: true,
      cell: (row) => <NameCell to={`${home}/${row.id}`} name={row.name} note={row.workspace} />,
    },
    { key: 'number', title: t.number(), hidden: true, cell: (row) => row.number ?? '–' },
    {
      key: 'status',
      title: t.status(),
      cell: (row) => <AccountStatus status={row.status} />,
    },
    {
      key: 'partner_name',
      title: t.partner(),
      hidden: partner_id !== undefined,
      cell: (row) => row.partner?.name ?? <span className="muted">–</span>,
    },
    {
      key: 'health',
      title: t.health(),
      cell: ({ figures }) => (
        <TwoLines
          first={<TenantHealth health={figures.health} />}
          second={figures.as_of ? t.asOfThen({ when: formats.ago(figures.as_of) }) : t.notYet()}
        />
      ),
    },
    {
      key: 'last_success_at',
      title: t.success(),
      cell: ({ figures }) => (
        <span title={formats.exactTime(figures.last_success_at)}>
          {figures.last_success_at ? formats.ago(figures.last_success_at) : <span className="muted">{t.never()}</span>}
        </span>
      ),
    },
    {
      key: 'last_job_at',
      title: t.lastJob(),
      hidden: true,
      cell: (row) =>
        row.last_job ? (
          <TwoLines first={<JobStatus status={row.last_job.status} />} second={formats.ago(row.last_job.created_at)} />
        ) : (
          <span className="muted">{t.never()}</span>
        ),
    },
    {
      key: 'failed_jobs',
      title: t.failed(),
      end: true,
      hidden: true,
      cell: ({ figures }) => alarming(figures.failed_jobs),
    },
    {
      key: 'open_errors',
      title: t.errors(),
      end: true,
      cell: ({ figures }) => <span title={t.errorsNote()}>{alarming(figures.open_errors)}</span>,
    },
    { key: 'waiting_since', title: t.lag(), cell: ({ figures }) => <Ago at={figures.waiting_since} /> },
    {
      key: 'queued',
      title: t.queued(),
      end: true,
      hidden: true,
      cell: ({ figures }) => formats.number(figures.queued),
    },
    {
      key: 'storage_bytes',
      title: t.storage(),
      end: true,
      cell: ({ figures }) => (
        <span title={figures.storage_at ? t.measured({ when: formats.exactTime(figures.storage_at) }) : ''}>
          {formats.bytes(figures.storage_bytes)}
        </span>
      ),
    },
    { key: 'users', title: t.users(), end: true, cell: (row) => formats.number(row.users) },
    {
      key: 'as_of',
      title: t.asOf(),
      hidden: true,
      cell: ({ figures }) => (
        <span className="muted" title={formats.exactTime(figures.as_of)}>
          {formats.ago(figures.as_of)}
        </span>
      ),
    },
    {
      key: 'created_at',
      title: t.created(),
      hidden: true,
      cell: (row) => <span title={formats.exactTime(row.created_at)}>{formats.date(row.created_at)}</span>,
    },
  ]
  const create = may('tenants.create') && (
    <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  const count = formats.number(list.total)
  const found = { ...foundBy(list), ...(partner_id && { partner_id }) }
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={create}>
      {actions.shown}
      {may('tenants.create') && <Unfinished kind="tenant" />}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
        find={t.find()}
        views={{
          filter: 'status',
          options: [
            { value: '', title: t.all() },
            { value: 'active', title: t.active() },
            { value: 'deactivated', title: t.deactivated() },
            { value: 'deleting', title: t.deleting() },
          ],
        }}
        remember="tenant-fleet"
        tools={
          <>
            <ListFilter
              list={list}
              name="health"
              label={t.health()}
              w={168}
              data={[
                { value: '', label: t.anyHealth() },
                ...healths.map((value) => ({
                  value,
                  label: `${health[value]()} (${formats.number(counts[value] ?? 0)})`,
                })),
              ]}
            />
            {may('tenants.update') && list.total > 0 && (
              <FoundMenu
                label={t.found()}
                actions={[
                  [t.activateFound({ count }), () => actions.activate(found, list.total)],
                  [t.deactivateFound({ count }), () => actions.deactivate(found, list.total)],
                  [t.messageFound({ count }), () => actions.write(found, list.total)],
                ]}
              />
            )}
          </>
        }
        {...(may('tenants.update') && {
          bulk: (ids: string[], clear: () => void) => (
            <>
              <Button size="xs" variant="subtle" onClick={() => void actions.activate({ ids }, ids.length).then(clear)}>
                {actions.words.activate()}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                onClick={() => void actions.deactivate({ ids }, ids.length).then(clear)}
              >
                {actions.words.deactivate()}
              </Button>
              <Button size="xs" variant="subtle" onClick={() => actions.write({ ids }, ids.length)}>
                {actions.words.message()}
              </Button>
            </>
          ),
        })}
        empty={<EmptyState icon={IconBuildings} title={t.none()} text={t.noneText()} action={create} />}
      />
    </Page>
  )
}
