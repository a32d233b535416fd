import { Button } from '@mantine/core'
import type { Answer, Known } from '@weft/kit/contracts/client.ts'
import type { JobStatusName } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Figures, Spark } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconBuildings, IconBuildingSkyscraper, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FirstSteps, type FirstStep } from '../shared/first-steps.tsx'
import { AccountStatus } from '../tenants/account-status.tsx'
import s from './welcome.module.css'

const texts = defineMessages({
  welcome: { en: 'Welcome', de: 'Willkommen' },
  hello: { en: 'Welcome, {name}', de: 'Willkommen, {name}' },
  provider: { en: 'The whole installation at a glance.', de: 'Die gesamte Installation auf einen Blick.' },
  partner: { en: '{name} and its tenants at a glance.', de: '{name} und seine Mandanten auf einen Blick.' },
  tenant: { en: '{name} at a glance.', de: '{name} auf einen Blick.' },
  partners: { en: 'Partners', de: 'Partner' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  active: { en: '{count} active', de: '{count} aktiv' },
  users: { en: 'Users', de: 'Benutzer' },
  servers: { en: 'Database servers', de: 'Datenbankserver' },
  jobs: { en: 'Jobs in 24 hours', de: 'Jobs in 24 Stunden' },
  projects: { en: 'Projects', de: 'Projekte' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  database: { en: 'Database size', de: 'Datenbankgröße' },
  latest: { en: 'Latest tenants', de: 'Neueste Mandanten' },
  outcome: { en: 'Jobs of the last 24 hours', de: 'Jobs der letzten 24 Stunden' },
  noJobs: { en: 'No jobs in the last 24 hours', de: 'Keine Jobs in den letzten 24 Stunden' },
  noTenants: { en: 'No tenants yet', de: 'Noch keine Mandanten' },
  create: { en: 'Create tenant', de: 'Mandant anlegen' },
  createProject: { en: 'Create project', de: 'Projekt anlegen' },
  projectStep: {
    en: 'A place of work for everything that belongs together.',
    de: 'Ein Arbeitsbereich für alles, was zusammengehört.',
  },
  structureTitle: { en: 'Create data structure', de: 'Datenstruktur anlegen' },
  structureStep: {
    en: 'Describes the records that are to be kept here.',
    de: 'Beschreibt die Datensätze, die hier liegen sollen.',
  },
  workflowTitle: { en: 'Create workflow', de: 'Workflow anlegen' },
  workflowStep: {
    en: 'Reads, maps and writes records, by schedule, by webhook or by hand.',
    de: 'Liest, überführt und schreibt Datensätze: nach Zeitplan, per Webhook oder von Hand.',
  },
  userTitle: { en: 'Invite colleagues', de: 'Benutzer einladen' },
  userStep: {
    en: 'Each with a role that says what they may do.',
    de: 'Jeweils mit einer Rolle, die festlegt, was sie dürfen.',
  },
  all: { en: 'All tenants', de: 'Alle Mandanten' },
  unfinished: {
    en: '{count, plural, one {# setup is not finished} other {# setups are not finished}}',
    de: '{count, plural, one {# Einrichtung ist nicht abgeschlossen} other {# Einrichtungen sind nicht abgeschlossen}}',
  },
  choosePartner: { en: 'Please select a partner first', de: 'Bitte wählen Sie zuerst einen Partner aus' },
  chooseTenant: { en: 'Please select a tenant first', de: 'Bitte wählen Sie zuerst einen Mandanten aus' },
})

type Branch = Answer<'GET', '/overview/partner'>['data']
type Tenant = Answer<'GET', '/overview/tenant'>['data']

const useOverview = <const P extends string>(path: P & Known<'GET', P>, whose = '') =>
  useQuery({
    queryKey: [path, whose],
    queryFn: ({ signal }) => api.get<P>(path, undefined, { signal }),
    refetchInterval: 30_000,
  }).data
const useName = () => useSession((value) => value.user?.core_data?.firstname || value.user?.name || '')

export function AdminWelcomeScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const data = useOverview('/overview/provider')?.data
  const name = useName()
  return (
    <Page
      title={t.hello({ name })}
      crumbs={[{ title: t.welcome() }]}
      subtitle={t.provider()}
      actions={<CreateTenant home="/admin/clients" />}
    >
      {data && (
        <div className={s['stack']}>
          <Figures
            figures={[
              {
                label: t.tenants(),
                value: formats.number(data.tenants.total),
                note: t.active({ count: formats.number(data.tenants.by_status.active ?? 0) }),
                noteTone: 'green',
              },
              { label: t.partners(), value: formats.number(data.partners) },
              { label: t.users(), value: formats.number(data.users) },
              { label: t.servers(), value: formats.number(data.servers) },
              {
                label: t.jobs(),
                value: formats.compact(data.jobs.total),
                spark: <Spark data={data.jobs.by_hour} tone="violet" />,
              },
            ]}
          />
          <Below branch={data} home="/admin/clients" />
        </div>
      )}
    </Page>
  )
}

export function PartnerWelcomeScreen() {
  const t = useTexts(texts)
  const partner = useSession((value) => value.partner)
  return partner ? (
    <PartnerWelcome key={partner.id} partner={partner} />
  ) : (
    <EmptyState icon={IconBuildings} title={t.choosePartner()} />
  )
}

function PartnerWelcome({ partner }: { partner: { id: string; name: string } }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const data = useOverview('/overview/partner', partner.id)?.data
  const name = useName()
  return (
    <Page
      title={t.hello({ name })}
      crumbs={[{ title: t.welcome() }]}
      subtitle={t.partner({ name: partner.name })}
      actions={<CreateTenant home="/partner/tenants" />}
    >
      {data && (
        <div className={s['stack']}>
          <Figures
            figures={[
              {
                label: t.tenants(),
                value: formats.number(data.tenants.total),
                note: t.active({ count: formats.number(data.tenants.by_status.active ?? 0) }),
                noteTone: 'green',
              },
              { label: t.users(), value: formats.number(data.users) },
              {
                label: t.jobs(),
                value: formats.compact(data.jobs.total),
                spark: <Spark data={data.jobs.by_hour} tone="violet" />,
              },
            ]}
          />
          <Below branch={data} home="/partner/tenants" />
        </div>
      )}
    </Page>
  )
}

export function TenantWelcomeScreen() {
  const t = useTexts(texts)
  const client = useSession((value) => value.client)
  return client ? (
    <TenantWelcome key={client.id} client={client} />
  ) : (
    <EmptyState icon={IconBuildingSkyscraper} title={t.chooseTenant()} />
  )
}

function TenantWelcome({ client }: { client: { id: string; name: string } }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const data = useOverview('/overview/tenant', client.id)?.data
  const name = useName()
  const steps = ({ projects, structures, users }: Tenant): FirstStep[] => [
    { to: '/project/settings/projects/create', title: t.createProject(), text: t.projectStep(), done: projects > 0 },
    { to: '/project/data-structures/create', title: t.structureTitle(), text: t.structureStep(), done: structures > 0 },
    { to: '/project/workflows/create', title: t.workflowTitle(), text: t.workflowStep(), done: false },
    { to: '/tenant/users/add', title: t.userTitle(), text: t.userStep(), done: users > 1 },
  ]
  const create = may('projects.create') && (
    <Button component={Link} to="/project/settings/projects/create" leftSection={<IconPlus size={15} />}>
      {t.createProject()}
    </Button>
  )
  return (
    <Page
      title={t.hello({ name })}
      crumbs={[{ title: t.welcome() }]}
      subtitle={t.tenant({ name: client.name })}
      actions={create}
    >
      {data && (
        <div className={s['stack']}>
          <Figures
            figures={[
              { label: t.projects(), value: formats.number(data.projects) },
              { label: t.workflows(), value: formats.number(data.workflows) },
              { label: t.structures(), value: formats.number(data.structures) },
              { label: t.users(), value: formats.number(data.users) },
              { label: t.database(), value: formats.bytes(data.database_bytes) },
              {
                label: t.jobs(),
                value: formats.compact(data.jobs.total),
                spark: <Spark data={data.jobs.by_hour} tone="violet" />,
              },
            ]}
          />
          {data.workflows === 0 && <FirstSteps steps={steps(data)} />}
          <Outcome jobs={data.jobs} />
        </div>
      )}
    </Page>
  )
}

function CreateTenant({ home }: { home: string }): ReactNode {
  const t = useTexts(texts)
  const may = useMay()
  if (!may('tenants.create')) return null
  return (
    <Button component={Link} to={`${home}/create`} leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
}

function Below({ branch, home }: { branch: Branch; home: string }) {
  const t = useTexts(texts)
  const formats = useFormats()
  return (
    <div className={s['two']}>
      <Panel
        title={t.latest()}
        note={
          branch.unfinished_setups > 0 && (
            <Badge tone="amber">{t.unfinished({ count: branch.unfinished_setups })}</Badge>
          )
        }
        actions={
          <Button component={Link} to={home} size="xs" variant="subtle">
            {t.all()}
          </Button>
        }
        bleed
      >
        {branch.latest_tenants.length === 0 ? (
          <EmptyState small icon={IconBuildings} title={t.noTenants()} />
        ) : (
          <ul className={s['latest']}>
            {branch.latest_tenants.map((tenant) => (
              <li key={tenant.id}>
                <Link to={`${home}/${tenant.id}`}>{tenant.name}</Link>
                <small>{tenant.workspace}</small>
                <AccountStatus status={tenant.status} />
                <time dateTime={tenant.created_at} title={formats.exactTime(tenant.created_at)}>
                  {formats.ago(tenant.created_at)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Outcome jobs={branch.jobs} />
    </div>
  )
}

function Outcome({ jobs }: Pick<Branch, 'jobs'>) {
  const t = useTexts(texts)
  const formats = useFormats()
  const found = (Object.entries(jobs.by_status) as [JobStatusName, number][]).sort((a, b) => b[1] - a[1])
  return (
    <Panel title={t.outcome()} bleed>
      {found.length === 0 ? (
        <EmptyState small title={t.noJobs()} />
      ) : (
        <ul className={s['outcome']}>
          {found.map(([status, n]) => (
            <li key={status}>
              <JobStatus status={status} />
              <i aria-hidden style={{ inlineSize: `${(n / jobs.total) * 100}%` }} />
              <b>{formats.number(n)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
