import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { JobList } from './job-list.tsx'
import { QueueInterruption } from '../queues/queue-interruption.tsx'
import { QueuedJobs } from './queued-jobs.tsx'
import s from '../queues/tenant-queues.module.css'

const texts = defineMessages({
  title: { en: 'Jobs', de: 'Jobs' },
  project: { en: 'Every run of this project’s workflows.', de: 'Alle Läufe der Workflows dieses Projekts.' },
  tenant: { en: 'Every run of all projects of this tenant.', de: 'Alle Läufe aller Projekte dieses Mandanten.' },
  queuedTitle: { en: 'Queued jobs', de: 'Jobs in der Warteschlange' },
  queued: {
    en: 'What waits for a worker or has one, the longest available first.',
    de: 'Was auf einen Worker wartet oder einen hat, das am längsten Verfügbare zuerst.',
  },
  views: { en: 'Queues', de: 'Warteschlangen' },
  queues: { en: 'Queues', de: 'Warteschlangen' },
})

export function ReportingJobsScreen() {
  const t = useTexts(texts)
  const project = useSession((value) => value.project?.id)!
  return (
    <Page title={t.title()} subtitle={t.project()} fill bleed>
      <JobList only={{ project_id: project }} remember="jobs" />
    </Page>
  )
}

export function AnalysisJobsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.tenant()} fill bleed>
      <JobList withProject remember="analysis-jobs" />
    </Page>
  )
}

export function QueuedJobsScreen() {
  const t = useTexts(texts)
  return (
    <Page
      title={t.queuedTitle()}
      subtitle={t.queued()}
      fill
      bleed
      tabs={
        <PageTabs
          label={t.views()}
          tabs={[
            { to: '/analysis/queues', title: t.queues() },
            { to: '/analysis/queues/jobs', title: t.queuedTitle() },
          ]}
        />
      }
    >
      <QueueInterruption className={s['interruption']} />
      <QueuedJobs />
    </Page>
  )
}
