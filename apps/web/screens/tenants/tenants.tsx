import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type List } from '@weft/kit/ui/api.ts'
import { Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuildings, IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { partnerShown, statusTexts, statusTones, useTenantHome, type Tenant } from './tenant.ts'
import s from './tenants.module.css'
import type { Run } from './wizard/run.ts'

const texts = defineMessages({
  title: { en: 'Tenants', de: 'Mandanten' },
  about: { en: 'Every tenant has databases, storage and queues of its own.', de: 'Jeder Mandant hat eigene Datenbanken, eigenen Speicher und eigene Warteschlangen.' },
  create: { en: 'Create tenant', de: 'Mandant anlegen' },
  find: { en: 'Search tenants', de: 'Mandanten suchen' },
  none: { en: 'No tenants yet', de: 'Noch keine Mandanten' },
  noneText: { en: 'A tenant is set up in nine steps that take a few seconds.', de: 'Ein Mandant wird in neun Schritten eingerichtet; das dauert wenige Sekunden.' },
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
  never: { en: 'None yet', de: 'Noch keiner' },
  unfinished: { en: 'The setup of “{name}” is not finished.', de: 'Die Einrichtung von „{name}“ ist nicht abgeschlossen.' },
  goOn: { en: 'Continue', de: 'Fortsetzen' },
})

/** All tenants the user may see, with setups that wait to be finished above them. */
export function TenantsScreen() {
  const t = useTexts(texts)
  const words = useTexts(statusTexts)
  const formats = useFormats()
  const navigate = useNavigate()
  const home = useTenantHome()
  const may = useMay()
  const partner_id = partnerShown()
  const list = useList<Tenant>('/clients', { sort: 'name', filters: ['status'], query: { partner_id } })

  const columns: Column<Tenant>[] = [
    { key: 'name', title: t.name(), fixed: true, cell: (row) => <NameCell to={`${home}/${row.id}`} name={row.name} note={row.workspace} /> },
    { key: 'number', title: t.number(), hidden: true, cell: (row) => row.number ?? '–' },
    { key: 'status', title: t.status(), cell: (row) => <StatusDot tone={statusTones[row.status]} pulse={row.status === 'initializing'}>{words[row.status]()}</StatusDot> },
    { key: 'partner_name', title: t.partner(), hidden: partner_id !== undefined, cell: (row) => row.partner?.name ?? <span className="muted">–</span> },
    { key: 'users', title: t.users(), end: true, cell: (row) => formats.number(row.users) },
    { key: 'last_job', title: t.lastJob(), sortable: false, cell: (row) => (row.last_job ? <TwoLines first={<JobStatus status={row.last_job.status} />} second={formats.ago(row.last_job.created_at)} /> : <span className="muted">{t.never()}</span>) },
    { key: 'created_at', title: t.created(), cell: (row) => <span title={formats.exactTime(row.created_at)}>{formats.date(row.created_at)}</span> },
  ]
  const create = may('tenants.create') && (
    <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed actions={create}>
      {may('tenants.create') && <Unfinished home={home} />}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => void navigate({ to: `${home}/${row.id}` })}
        find={t.find()}
        views={{ filter: 'status', options: [{ value: '', title: t.all() }, { value: 'active', title: t.active() }, { value: 'deactivated', title: t.deactivated() }] }}
        remember="clients"
        empty={<EmptyState icon={IconBuildings} title={t.none()} text={t.noneText()} action={create} />}
      />
    </Page>
  )
}

/** Setups that stopped half-way: each can be gone on with or taken back. */
function Unfinished({ home }: { home: string }) {
  const t = useTexts(texts)
  const { data } = useQuery({ queryKey: ['/provisioning_runs'], queryFn: ({ signal }) => api.get<List<Run>>('/provisioning_runs', { perPage: 25 }, { signal, quiet: true }) })
  const open = (data?.data ?? []).filter((run) => run.state !== 'done' && run.state !== 'undone')
  if (open.length === 0) return null
  return (
    <div className={s['unfinished']}>
      {open.map((run) => (
        <Note key={run.id} tone="amber" icon={<IconPlayerPlay size={16} />}>
          {t.unfinished({ name: run.draft.name })}{' '}
          <Link to={`${home}/create`} search={{ run: run.id } as never} className={s['link']}>
            {t.goOn()}
          </Link>
        </Note>
      ))}
    </div>
  )
}
