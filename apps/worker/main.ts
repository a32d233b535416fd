import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { bodies } from '@weft/catalogue/elements/all.server.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { tunnelBodies } from '@weft/catalogue/connectors/tunnels.server.ts'
import { approvalMail } from '@weft/catalogue/mails/approval.ts'
import { workflowMail } from '@weft/catalogue/mails/workflow-mail.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { allowList, openEgress } from '@weft/engine/connections/egress.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { openDebugData } from '@weft/engine/debug-data/keeper.server.ts'
import { openWaysOut } from '@weft/engine/agents/ways-out.server.ts'
import { openTenantDatabases } from '@weft/engine/connections/tenant-databases.server.ts'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { recallJob } from '@weft/engine/queue/begin-attempts.server.ts'
import { heed, openJobRunner } from '@weft/engine/workers/job-runner.server.ts'
import type { FromWorker, ToWorker } from '@weft/engine/workers/worker-process.server.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { openFileStore } from '@weft/engine/file-store/open-file-store.server.ts'
import { openStorages } from '@weft/engine/storage/storages.server.ts'
import { openJournal } from '@weft/engine/runtime/journal.server.ts'
import { openProjectCatalogues } from '@weft/engine/runtime/project-catalogue.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { openStepContexts } from '@weft/engine/runtime/step-contexts.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { exitOnUncaught } from '@weft/kit/process/crash-exit.server.ts'
import { openKeyring } from '@weft/kit/secrets/keyring.server.ts'

// Started by the supervisor, told over IPC which jobs to run, and gone when the supervisor is.
// Nothing to drain: its jobs go on in another worker, behind their last acknowledged batch.
exitOnUncaught()
const { WEFT_HOME: home, WEFT_APP_URL: url = '', WEFT_MACHINE: machine = 'here' } = environment()
const key = openKeyring(home)
const fileStore = openFileStore(environment())

const pool = openPool(url, { max: 3, application: 'weft worker', level: 'system' })
const db = openDatabase(openPool(url, { max: 4, application: 'weft worker' }))
const databases = openTenantDatabases(db, key)
const enqueuer = openEnqueuer(pool)
const egress = openEgress(allowList(db))
const ways = openWaysOut({ db, key, egress, connectors: { of: connectorOf, bodies: tunnelBodies } })
const sandbox = openSandbox(path.resolve(import.meta.dirname, '../sandbox/main.ts'))

const stepContextOf = openStepContexts({
  db,
  key,
  databases,
  home,
  jobFiles: fileStore.jobs,
  enqueuer,
  sandbox,
  formats: knownFormats(formats, formatBodies),
  transformers: new Map(transformers.map((transformer) => [transformer.key, transformer])),
  egress,
  ways,
  storages: openStorages({ db, key, fileStore, egress }),
  mailer: openMailer(db, key),
  mail: workflowMail,
  approvalMail,
  connectors: { of: connectorOf, bodies: connectorBodies },
})

const catalogue = { elements, bodies }
// Stopped while it was starting, nobody hears it any more.
const unheard = ignore('nobody hears a worker any more')
const say = (message: FromWorker) => process.send?.(message, undefined, undefined, (error) => error && unheard(error))
const runner = openJobRunner({
  deps: {
    catalogue,
    catalogueOf: openProjectCatalogues(db, key, catalogue),
    journal: openJournal(pool),
    jobFiles: fileStore.jobs,
    stepContextOf,
    debugData: openDebugData(databases),
    recall: (job) => recallJob(pool, job),
  },
  pool,
  machine,
  say,
})

process.on('message', (message: ToWorker) => heed(runner, message))
process.once('disconnect', () => {
  sandbox.close()
  process.exit(0)
})
// A terminal's Ctrl+C reaches the whole group; the supervisor says when to stop.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
await pool.query('select 1')
flushCompileCache()
say({ ready: true })
