import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Ago, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import type { Column } from '@weft/kit/ui/data-table.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { AccountStatus } from './account-status.tsx'
import type { TenantRow } from './tenant.ts'
import { TenantHealth } from './tenant-health.tsx'

const texts = defineMessages({
  name: { en: 'Tenant', de: 'Mandant' },
  number: { en: 'Number', de: 'Nummer' },
  status: { en: 'Status', de: 'Status' },
  partner: { en: 'Partner', de: 'Partner' },
  users: { en: 'Users', de: 'Benutzer' },
  created: { en: 'Created', de: 'Angelegt' },
  lastJob: { en: 'Last job', de: 'Letzter Job' },
  never: { en: 'None yet', de: 'Noch keiner' },
  health: { en: 'Health', de: 'Befinden' },
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
  many: { en: '{count}+', de: '{count}+' },
})

/** What the list of tenants tells of each: who it is, how it is doing and what it uses. */
export function useTenantColumns(home: string, ofOnePartner: boolean) {
  const t = useTexts(texts)
  const formats = useFormats()
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
      hidden: ofOnePartner,
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
  return columns
}
