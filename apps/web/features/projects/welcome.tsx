import { Button } from '@mantine/core'
import type { Asked, Known } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Avatar, Tile } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity, IconExternalLink, IconMoodSmile } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { menuOf } from '../../shell/menu.ts'
import { jobPath } from '../jobs/job.ts'
import { OverTime, ReportFigures, useReporting } from '../jobs/reporting.tsx'
import { FirstSteps, type FirstStep } from '../shared/first-steps.tsx'
import { GuidedSteps } from './guided-steps.tsx'
import s from './welcome.module.css'

const texts = defineMessages({
  about: { en: 'The last 24 hours of this project.', de: 'Die letzten 24 Stunden dieses Projekts.' },
  last: { en: 'Last jobs', de: 'Letzte Jobs' },
  all: { en: 'All jobs', de: 'Alle Jobs' },
  failed: {
    en: '{count, plural, one {One cause of failures} other {# causes of failures}}',
    de: '{count, plural, one {Eine Fehlerursache} other {# Fehlerursachen}}',
  },
  none: { en: 'No job has run yet', de: 'Es ist noch kein Job gelaufen' },
  errors: { en: 'Open errors', de: 'Offene Fehler' },
  noErrors: { en: 'No open error', de: 'Kein offener Fehler' },
  links: { en: 'Quick links', de: 'Schnellzugriff' },
  moved: { en: '{count} records', de: '{count} Datensätze' },
  at: { en: '{workflow}, {step}', de: '{workflow}, {step}' },
  modelTitle: { en: 'Create dynamic model', de: 'Dynamisches Modell anlegen' },
  modelStep: {
    en: 'Says how a file is read: upload an example and look at its columns.',
    de: 'Legt fest, wie eine Datei gelesen wird: Laden Sie ein Beispiel hoch und prüfen Sie die Spalten.',
  },
  structureTitle: { en: 'Create data structure', de: 'Datenstruktur anlegen' },
  structureStep: {
    en: 'Describes the records that are to be kept here.',
    de: 'Beschreibt die Datensätze, die hier liegen sollen.',
  },
  mappingTitle: { en: 'Create mapping', de: 'Mapping anlegen' },
  mappingStep: {
    en: 'Connects the fields of a source with those of a target.',
    de: 'Verbindet die Felder einer Quelle mit denen eines Ziels.',
  },
  workflowTitle: { en: 'Create workflow', de: 'Workflow anlegen' },
  workflowStep: {
    en: 'Joins the steps and starts them by schedule, by webhook or by hand.',
    de: 'Verbindet die Schritte und startet sie nach Zeitplan, per Webhook oder von Hand.',
  },
})

/** Where a project begins: figures of the day, its last jobs, what was refused, and where to go. */
export function ProjectWelcomeScreen() {
  const t = useTexts(texts)
  const project = useSession((value) => value.project)!
  const { description, image, url } = useEntry(`/projects/${project.id}`).data?.row ?? {}
  const { data } = useReporting('24')
  return (
    <Page
      title={project.name}
      icon={<Avatar name={project.name} picture={image} size={40} square />}
      subtitle={description || t.about()}
      actions={
        url && (
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={15} />}
          >
            {new URL(url).host}
          </Button>
        )
      }
      bleed
    >
      {data && <ReportFigures report={data.data} />}
      <Begin project={project.id} />
      <GuidedSteps project={project.id} />
      <div className={s['columns']}>
        {data && <OverTime report={data.data} hours={24} />}
        <OpenErrors project={project.id} />
        <LastJobs project={project.id} />
        <Links />
      </div>
    </Page>
  )
}

/** What to do in a project that has no workflow yet. */
function Begin({ project }: { project: string }) {
  const t = useTexts(texts)
  const query = { perPage: 1 }
  const count = (path: '/workflows' | '/dynamic_models' | '/data_structures' | '/mappings') => ({
    queryKey: [path, query, project],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get(path, query, { signal, quiet: true }).then(({ meta }) => meta.total),
  })
  const [workflows, models, structures, mappings] = useQueries({
    queries: (['/workflows', '/dynamic_models', '/data_structures', '/mappings'] as const).map(count),
  }).map(({ data }) => data)
  if (workflows !== 0) return null
  const steps: FirstStep[] = [
    {
      to: '/project/dynamicModels/dynamicModel/create',
      title: t.modelTitle(),
      text: t.modelStep(),
      done: (models ?? 0) > 0,
    },
    {
      to: '/project/data-structures/create',
      title: t.structureTitle(),
      text: t.structureStep(),
      done: (structures ?? 0) > 0,
    },
    { to: '/project/mappings/create', title: t.mappingTitle(), text: t.mappingStep(), done: (mappings ?? 0) > 0 },
    { to: '/project/workflows/create', title: t.workflowTitle(), text: t.workflowStep(), done: false },
  ]
  return (
    <div className={s['begin']}>
      <FirstSteps steps={steps} />
    </div>
  )
}

const useSome = <const P extends string>(path: P & Known<'GET', P>, query: Asked<'GET', P>) =>
  useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<P>(path, query, { signal, quiet: true }),
    refetchInterval: 10_000,
  }).data

function LastJobs({ project }: { project: string }) {
  const t = useTexts(texts)
  const { ago, number } = useFormats()
  const jobs = useSome('/jobs', { 'filter[project_id]': project, perPage: 8, sort: '-created_at' })?.data
  const { open = 0, in_work = 0, came_back = 0 } = useSome('/failure_causes', { perPage: 1 })?.meta.states ?? {}
  const causes = open + in_work + came_back
  return (
    <Panel
      title={t.last()}
      bleed
      actions={
        <>
          {causes > 0 && (
            <Link to="/project/reporting/failed" className={s['all']}>
              {t.failed({ count: causes })}
            </Link>
          )}
          <Link to="/project/reporting/jobs" className={s['all']}>
            {t.all()}
          </Link>
        </>
      }
    >
      {jobs?.length === 0 && <EmptyState small icon={IconActivity} title={t.none()} />}
      <ul className={s['rows']}>
        {jobs?.map((job) => (
          <li key={job.id}>
            <Link to={jobPath(job)}>
              <span className={s['name']}>{job.workflow_label}</span>
              <JobStatus status={job.status} />
              <span className={s['count']}>
                {t.moved({ count: number(Math.max(job.records_in, job.records_out)) })}
              </span>
              <span className={s['when']}>{ago(job.created_at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OpenErrors({ project }: { project: string }) {
  const t = useTexts(texts)
  const { ago } = useFormats()
  const errors = useSome('/record_errors', {
    'filter[project_id]': project,
    'filter[state]': 'open',
    perPage: 5,
  })?.data
  return (
    <Panel title={t.errors()} bleed>
      {errors?.length === 0 && <EmptyState small icon={IconMoodSmile} title={t.noErrors()} />}
      <ul className={s['errors']}>
        {errors?.map((error) => (
          <li key={error.id}>
            <Link
              to={jobPath({ workflow_id: error.workflow_id, id: error.job_id })}
              search={{ tab: 'rejected' } as never}
            >
              <b>{error.reason}</b>
              <small>
                {t.at({ workflow: error.workflow_label, step: error.step })} · {ago(error.created_at)}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Links() {
  const t = useTexts(texts)
  const read = useLabel()
  const { tone, groups } = menuOf('project')
  const shown = groups.flatMap(({ entries }) => entries).filter(({ pages }) => pages[0]!.name !== 'projectWelcome')
  return (
    <Panel title={t.links()}>
      <ul className={s['links']}>
        {shown.map(({ title, pages, icon: Icon }) => (
          <li key={pages[0]!.name}>
            <Link to={pages[0]!.path}>
              <Tile tone={tone} size={30}>
                <Icon size={17} stroke={1.7} />
              </Tile>
              <b>{read(title)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
