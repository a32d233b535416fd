import { availableParallelism, hostname } from 'node:os'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { invoiceCancelledMail } from '@weft/catalogue/mails/invoice-cancelled.ts'
import { invoiceMail } from '@weft/catalogue/mails/invoice.ts'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import { systemAlert } from '@weft/catalogue/mails/system-alert.ts'
import { workflowAborted } from '@weft/catalogue/mails/workflow-aborted.ts'
import { workflowFailed } from '@weft/catalogue/mails/workflow-failed.ts'
import { workflowWarning } from '@weft/catalogue/mails/workflow-warning.ts'
import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { companySettings } from '@weft/catalogue/resources/setting/company.ts'
import { jobSettings } from '@weft/catalogue/resources/setting/jobs.ts'
import { newsletterSettings } from '@weft/catalogue/resources/setting/newsletter.ts'
import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { retentionSettings } from '@weft/catalogue/resources/setting/retention.ts'
import { startAlerts } from '@weft/engine/alerts/alerts.server.ts'
import { look } from '@weft/engine/alerts/look.server.ts'
import { startBilling } from '@weft/engine/billing/clock.server.ts'
import { billingReader } from '@weft/engine/billing/context.server.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { endTenantSessions } from '@weft/engine/connections/end-sessions.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { startLogArchiving } from '@weft/engine/maintenance/archive-logs.server.ts'
import { startBulkActions } from '@weft/engine/queue/bulk.server.ts'
import { startDispatcher, type Dispatcher } from '@weft/engine/workers/dispatcher.server.ts'
import { startMailNotices } from '@weft/engine/maintenance/mail-notices.server.ts'
import type { MachineConfiguration, WorkerStatus } from '@weft/engine/workers/machine.ts'
import type { RunningMachine } from '@weft/engine/workers/machine-lifecycle.server.ts'
import { superviseMachine } from '@weft/engine/workers/supervision.server.ts'
import { startTenantFigures } from '@weft/engine/maintenance/tenant-figures.server.ts'
import { startScheduler } from '@weft/engine/scheduler/scheduler.server.ts'
import { startCleanup } from '@weft/engine/maintenance/cleanup.server.ts'
import { openWorkers, type WorkerPool } from '@weft/engine/workers/workers.server.ts'
import { startNewsletters } from '@weft/engine/mail/newsletter.server.ts'
import { answerAnnouncements } from '@weft/engine/provisioning/daemon.server.ts'
import { startPluginDeliveries } from '@weft/engine/plugins/deliver.server.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { openStorages } from '@weft/engine/storage/storages.server.ts'
import { startUsageMeter } from '@weft/engine/usage/meter.server.ts'
import { startStorageMeter } from '@weft/engine/usage/storage.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { verifyKeyIn } from '@weft/kit/secrets/key-check.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'
import { version } from '@weft/kit/version.server.ts'
import { machineName } from './machine-name.ts'

export type JobProcesses = {
  /** The pids of the worker processes. */
  workers(): number[]
  /** Claims nothing more, lets workers finish their batches, gives the rest back. */
  drain(): Promise<void>
}

/** This machine's part of the job engine: the supervisor of the dispatcher and its workers, and the clocks that start what is due. */
export async function runJobs({ home, app_url }: { home: string; app_url: string }): Promise<JobProcesses> {
  const machine = machineName(home)
  const instance = environment().WEFT_INSTANCE ?? crypto.randomUUID()
  const pool = openPool(app_url, { max: 6, application: 'weft dispatcher', level: 'system' })
  const db = openDatabase(pool)
  const settings = <G extends SettingGroup>(group: G) => inScope(db, systemScope, (trx) => readSettings(trx, group))
  let dispatcher: Dispatcher | undefined
  const key = openKeyring(home)
  await verifyKeyIn(pool, key)
  const databases = openTenantDatabases(db, key)

  async function start({ places, warm_workers }: MachineConfiguration): Promise<RunningMachine> {
    const spare = environment().WEFT_WORKERS ?? warm_workers
    const workers = openWorkers({
      file: path.resolve(import.meta.dirname, '../worker/main.ts'),
      env: { WEFT_HOME: home, WEFT_APP_URL: app_url, WEFT_MACHINE: machine },
      spare,
    })
    const dispatching = await startDispatcher({
      url: app_url,
      pool,
      workers,
      machine,
      instance,
      endSessions: ({ tenant_id, instances }) => endTenantSessions(databases, tenant_id, instances),
      most: places,
    })
    dispatcher = dispatching
    return {
      workers: () => workerStatuses(workers, dispatching),
      failing: () => dispatching.failing(),
      async leave(how) {
        await dispatching.drain(how)
        dispatcher = undefined
        await workers.stop()
      },
    }
  }

  const processors = availableParallelism()
  const supervision = await superviseMachine({
    url: app_url,
    pool,
    machine,
    instance,
    host: hostname(),
    version,
    processors,
    start,
    async configure() {
      const { places_per_processor, least_places, warm_workers } = await settings(queueSettings)
      return { places: Math.max(least_places, places_per_processor * processors), warm_workers, processors }
    },
  })
  const enqueuer = openEnqueuer(pool)
  // What has its time holds a connection while it asks for more of them: here there are more than can be held at once. Archiving,
  // counting and writing invoices for everybody may take their time.
  const timed = openPool(app_url, { max: 16, application: 'weft clocks', level: 'system', statement_ms: 1_800_000 })
  const mailer = openMailer(openDatabase(timed), key)
  const egress = openEgress(allowList(db))
  const storages = openStorages({ db, key, home, egress })
  const sandbox = openSandbox(path.resolve(import.meta.dirname, '../sandbox/main.ts'))
  const clocks = [
    startScheduler(timed, enqueuer),
    startTenantFigures(timed),
    startBulkActions({ db, pool, enqueuer, home }),
    startNewsletters({
      pool: timed,
      mailer,
      mail: newsletter,
      key,
      perMinute: async () => (await settings(newsletterSettings)).per_minute,
    }),
    startMailNotices(timed, mailer, {
      workflow_failed: workflowFailed,
      workflow_warning: workflowWarning,
      workflow_aborted: workflowAborted,
    }),
    startCleanup(timed, home, async () => (await settings(jobSettings)).files_days),
    startLogArchiving(
      timed,
      (tenant_id) => (tenant_id === null ? localStorage(home, 'provider') : storages.of(tenant_id)),
      () => settings(retentionSettings),
    ),
    startAlerts({ pool: timed, mailer, mail: systemAlert, look: () => look(timed) }),
    startUsageMeter(timed),
    startStorageMeter(timed, home, databases),
    startBilling(timed, {
      home,
      mailer,
      mails: { invoice: invoiceMail, cancelled: invoiceCancelledMail },
      read: billingReader({ billing: billingSettings, company: companySettings }),
    }),
    startPluginDeliveries({ pool: timed, db, key, sandbox, http: openHttp({ egress }) }),
  ]
  const announcements = await answerAnnouncements(
    app_url,
    `${machine.slice(0, 36)} ${instance.slice(0, 12)}`,
    async () => dispatcher?.nudge(),
  )
  return {
    workers: () =>
      supervision
        .running()
        ?.workers()
        .map(({ pid }) => pid) ?? [],
    async drain() {
      // Workers finish their batches whatever else is still under way.
      await Promise.all([supervision.close(), ...clocks.map((clock) => clock.stop())])
      sandbox.close()
      mailer.close()
      storages.close()
      await egress.close()
      await databases.close()
      await announcements.close()
      await timed.end()
      await pool.end()
    },
  }
}

/** The processes with the memory they use, where the system says so, and the job each is at. */
function workerStatuses(workers: WorkerPool, dispatcher: Dispatcher): WorkerStatus[] {
  const jobs = new Map(dispatcher.running().map((job) => [job.pid, job]))
  return workers.all().map(({ pid, memory, busy }) => {
    const job = jobs.get(pid)
    return {
      pid,
      limit_mb: memory,
      used_mb: memoryOf(pid),
      busy,
      job_id: job?.job_id ?? null,
      since: job ? new Date(job.since).toISOString() : null,
    }
  })
}

function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024)
  } catch {
    return null // the process is just gone, or the system has no such files
  }
}
