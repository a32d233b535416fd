import path from 'node:path'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { tunnelBodies } from '@weft/catalogue/connectors/tunnels.server.ts'
import { dashboardMailClass } from '@weft/catalogue/mails/dashboard.ts'
import { invoiceCancelledMail } from '@weft/catalogue/mails/invoice-cancelled.ts'
import { invoiceMail } from '@weft/catalogue/mails/invoice.ts'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import { runMissing } from '@weft/catalogue/mails/run-missing.ts'
import { systemAlert } from '@weft/catalogue/mails/system-alert.ts'
import { workflowAborted } from '@weft/catalogue/mails/workflow-aborted.ts'
import { workflowFailed } from '@weft/catalogue/mails/workflow-failed.ts'
import { workflowWarning } from '@weft/catalogue/mails/workflow-warning.ts'
import { billingSettings } from '@weft/catalogue/resources/setting/billing.ts'
import { companySettings } from '@weft/catalogue/resources/setting/company.ts'
import { jobSettings } from '@weft/catalogue/resources/setting/jobs.ts'
import { newsletterSettings } from '@weft/catalogue/resources/setting/newsletter.ts'
import { retentionSettings } from '@weft/catalogue/resources/setting/retention.ts'
import { startAlerts } from '@weft/engine/alerts/alerts.server.ts'
import { look } from '@weft/engine/alerts/look.server.ts'
import { startBilling } from '@weft/engine/billing/clock.server.ts'
import { billingReader } from '@weft/engine/billing/context.server.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { openWaysOut } from '@weft/engine/agents/ways-out.server.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { startConnectionChecks } from '@weft/engine/connectors/clock.server.ts'
import { openIsolation } from '@weft/engine/isolation/isolation.server.ts'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { startDocumentExpiry } from '@weft/engine/documents/expiry.server.ts'
import { startFileRules } from '@weft/engine/maintenance/file-rules.server.ts'
import { startLogArchiving } from '@weft/engine/maintenance/archive-logs.server.ts'
import { startBulkActions } from '@weft/engine/queue/bulk.server.ts'
import { startMailNotices } from '@weft/engine/maintenance/mail-notices.server.ts'
import { startTenantFigures } from '@weft/engine/maintenance/tenant-figures.server.ts'
import { openTidings } from '@weft/engine/scheduler/tidings.server.ts'
import { startScheduler } from '@weft/engine/scheduler/scheduler.server.ts'
import { startDashboardMails } from '@weft/engine/dashboard-mails/clock.server.ts'
import { startExpectedRuns } from '@weft/engine/expected-runs/expected-runs.server.ts'
import { startForgettingIdlePolls } from '@weft/engine/maintenance/idle-polls.server.ts'
import { startForgettingRunChanges } from '@weft/engine/maintenance/run-changes.server.ts'
import { startForgettingTestCalls } from '@weft/engine/maintenance/test-calls.server.ts'
import { startForgettingQueries } from '@weft/engine/maintenance/query-history.server.ts'
import { startJobRetention } from '@weft/engine/maintenance/job-retention.server.ts'
import { startCleanup } from '@weft/engine/maintenance/cleanup.server.ts'
import { openMailArchive, startMailArchive } from '@weft/engine/mail/archive.server.ts'
import { startNewsletters } from '@weft/engine/mail/newsletter.server.ts'
import { startPluginDeliveries } from '@weft/engine/plugins/deliver.server.ts'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { openStorages } from '@weft/engine/storage/storages.server.ts'
import { startUndos } from '@weft/engine/undo/undo.server.ts'
import { startUsageMeter } from '@weft/engine/usage/meter.server.ts'
import { startStorageMeter } from '@weft/engine/usage/storage.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import type { SettingGroup } from '@weft/kit/define/setting-group.ts'
import type { TenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import type { Database } from '@weft/kit/database/connect.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import type pg from 'pg'

/** What is due every so often beside the jobs: schedules, mails, archives, figures, invoices. */
export function startClocks({
  home,
  app_url,
  pool,
  db,
  key,
  databases,
}: {
  home: string
  app_url: string
  pool: pg.Pool
  db: Database
  key: Keyring
  databases: TenantDatabases
}) {
  const settings = <G extends SettingGroup>(group: G) => inScope(db, systemScope, (trx) => readSettings(trx, group))
  const enqueuer = openEnqueuer(pool)
  // What has its time holds a connection while it asks for more of them: here there are more than can be held at once. Archiving,
  // counting and writing invoices for everybody may take their time.
  const timed = openPool(app_url, { max: 16, application: 'weft clocks', level: 'system', statement_ms: 1_800_000 })
  const mailer = openMailer(openDatabase(timed), key)
  const egress = openEgress(allowList(db))
  const ways = openWaysOut({ db, key, egress, connectors: { of: connectorOf, bodies: tunnelBodies } })
  const fileStore = openFileStore({ ...environment(), WEFT_HOME: home })
  const storages = openStorages({ db, key, fileStore, egress })
  const sandbox = openSandbox(path.resolve(import.meta.dirname, '../sandbox/main.ts'))
  const isolation = openIsolation({ entry: program('isolation'), home })
  const tidings = openTidings(app_url)
  const clocks = [
    startScheduler(timed, enqueuer),
    startTenantFigures(timed),
    startBulkActions({ db, pool, enqueuer, jobFiles: fileStore.jobs, tidings }),
    startUndos({ db, pool, databases, tidings }),
    startMailArchive(timed, databases),
    startNewsletters({
      tidings,
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
    startExpectedRuns({ pool: timed, mailer, mail: runMissing }),
    startDashboardMails({ pool: timed, db, databases, isolation, mailer, mail: dashboardMailClass }),
    startForgettingIdlePolls(timed),
    startForgettingTestCalls(timed),
    startForgettingQueries(timed, async () => (await settings(retentionSettings)).query_days),
    startForgettingRunChanges({ pool: timed, db, databases }),
    startCleanup(timed, fileStore.jobs, async () => (await settings(jobSettings)).files_days),
    startJobRetention({ pool: timed, jobFiles: fileStore.jobs, databases }, () => settings(jobSettings)),
    startLogArchiving(
      timed,
      {
        filesOf: (tenant_id) => (tenant_id === null ? fileStore.storage('provider') : storages.of(tenant_id)),
        mails: openMailArchive(databases),
      },
      () => settings(retentionSettings),
    ),
    startFileRules(timed, storages.of),
    startAlerts({ pool: timed, mailer, mail: systemAlert, look: () => look(timed) }),
    startUsageMeter(timed),
    startStorageMeter(timed, fileStore, databases),
    startDocumentExpiry(timed, databases),
    startBilling(timed, {
      fileStore,
      mailer,
      mails: { invoice: invoiceMail, cancelled: invoiceCancelledMail },
      read: billingReader({ billing: billingSettings, company: companySettings }),
    }),
    startConnectionChecks(timed, { key, isolation, ways, files: storages.of, connectorOf }),
    startPluginDeliveries({ pool: timed, db, key, sandbox, http: openHttp({ egress }), tidings }),
  ]

  return {
    async stop() {
      await Promise.all([...clocks, tidings].map((one) => one.stop()))
      sandbox.close()
      mailer.close()
      storages.close()
      await isolation.close()
      await ways.close()
      await egress.close()
      await fileStore.close()
      await timed.end()
    },
  }
}
