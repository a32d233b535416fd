import { folderJobFiles } from '@weft/engine/runtime/folder-job-files.server.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { connectorBodies } from '@weft/catalogue/connectors/all.server.ts'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { bodies } from '@weft/catalogue/elements/all.server.ts'
import { elements } from '@weft/catalogue/elements/all.ts'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { approvalMail } from '@weft/catalogue/mails/approval.ts'
import { workflowMail } from '@weft/catalogue/mails/workflow-mail.ts'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { openEgress, type Allowed } from '@weft/engine/connections/egress.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { sealedSettings } from '@weft/engine/connectors/stored.server.ts'
import { openDebugData } from '@weft/engine/debug-data/keeper.server.ts'
import { knownFormats } from '@weft/engine/models/formats.ts'
import { recallJob } from '@weft/engine/queue/begin-attempts.server.ts'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { requeueJob } from '@weft/engine/queue/requeue.server.ts'
import { openJournal } from '@weft/engine/runtime/journal.server.ts'
import { runJob } from '@weft/engine/runtime/run.server.ts'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'
import { openStepContexts } from '@weft/engine/runtime/step-contexts.server.ts'
import { localStorage } from '@weft/engine/storage/local.server.ts'
import { anAttempt } from '@weft/engine/testing/attempt.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { checkWorkflow } from '@weft/engine/workflow-model/check.ts'
import { parseWorkflow } from '@weft/engine/workflow-model/document.ts'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'

/** `more`: what a step has beside its settings, such as how often it is tried. */
type Steps = Record<string, [element: string, settings?: object, more?: object]>

/** The engine as the worker puts it together, on a real tenant: workflows are written down, started and run to their end. */
export async function anEngine({ allowed = [] }: { allowed?: readonly Allowed[] } = {}) {
  const control = await testDatabase()
  const tenant = await aTenant(control)
  const { db, key } = control
  const { scope } = tenant
  const home = mkdtempSync(path.join(tmpdir(), 'weft-engine-'))
  const pool = openPool(control.app_url, { max: 4, level: 'system' })
  const enqueuer = openEnqueuer(pool)
  const sandbox = openSandbox(path.resolve(import.meta.dirname, '../../sandbox/main.ts'))
  const mailer = openMailer(db, key)
  const egress = openEgress(async () => allowed)
  const jobFiles = folderJobFiles(home)
  const files = localStorage(home, tenant.tenant_id)
  const stepContextOf = openStepContexts({
    db,
    databases: tenant.databases,
    key,
    home,
    jobFiles,
    storages: { of: () => files },
    enqueuer,
    sandbox,
    mailer,
    mail: workflowMail,
    approvalMail,
    connectors: { of: connectorOf, bodies: connectorBodies },
    egress,
    ways: { of: () => egress },
    formats: knownFormats(formats, formatBodies),
    transformers: new Map(transformers.map((one) => [one.key, one])),
  })
  const debugData = openDebugData(tenant.databases)
  const deps = {
    debugData,
    catalogue: { elements, bodies },
    journal: openJournal(pool),
    jobFiles,
    stepContextOf,
    recall: (job: Parameters<typeof recallJob>[1]) => recallJob(pool, job),
  }
  after(async () => {
    sandbox.close()
    mailer.close()
    await egress.close()
    await debugData.close()
    await pool.end()
    rmSync(home, { recursive: true, force: true })
  })

  /** Edges as `step.exit>step.port`, with spaces between. */
  async function aWorkflow(label: string, steps: Steps, edges: string): Promise<string> {
    const document = {
      weft: 1,
      label,
      steps: Object.entries(steps).map(([id, [element, settings = {}, more]]) => ({ id, element, settings, ...more })),
      edges: edges
        .trim()
        .split(/\s+/)
        .map((edge) => ({ from: edge.split('>')[0]!, to: edge.split('>')[1]! })),
    }
    const source = JSON.stringify(document) // YAML reads JSON
    const parsed = parseWorkflow(source)
    assert.deepEqual(parsed.problems, [])
    assert.deepEqual(
      (await checkWorkflow(parsed.document!, elements)).map(({ place, message }) => `${place}: ${say(message, 'en')}`),
      [],
    )
    const { id } = await inScope(db, scope, (trx) =>
      trx
        .insertInto('workflows')
        .values({ label, class_name: label, source })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  /** A connection of the project, as it is stored. */
  async function aConnection(name: string, connector: string, settings: Record<string, unknown>): Promise<string> {
    const place = { id: randomUUID(), tenant_id: tenant.tenant_id }
    const sealed = sealedSettings(key, place, connectorOf(connector)!, settings)
    await inScope(db, systemScope, (trx) =>
      trx
        .insertInto('connections')
        .values({ ...place, ...sealed, name, label: name, project_id: tenant.project_id, connector })
        .execute(),
    )
    return place.id
  }

  async function start(workflow_id: string, record: DataRecord = {}, parameters: DataRecord = {}): Promise<string> {
    const { tenant_id, project_id } = tenant
    const job = { tenant_id, project_id, workflow_id, started_by: 'hand', parameters, payload: { record } }
    return (await enqueuer.enqueue(job)).id
  }

  /** One attempt of a job: how it ended, and how the job stands: what left each step by its exits, what was logged and returned. */
  async function attempt(id: string, signal = new AbortController().signal) {
    const { status: outcome } = await runJob(deps, await anAttempt(pool, id), signal)
    return inScope(db, scope, async (trx) => {
      const job = await trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const steps = await trx.selectFrom('job_steps').select(['step', 'exits']).where('job_id', '=', id).execute()
      const logs = await trx.selectFrom('job_logs').selectAll().where('job_id', '=', id).orderBy('id').execute()
      const error = job.error as { message: Message } | null
      return {
        id,
        outcome,
        status: job.status,
        steps: Object.fromEntries(steps.map(({ step, exits }) => [step, exits])),
        logs: logs.map(({ step, level, message }) => `${step} ${level}: ${say(message as Message, 'en')}`),
        returned: job.return_values as DataRecord,
        error: error ? say(error.message, 'en') : undefined,
      }
    })
  }

  /** Goes on with a job that has failed, where it failed. */
  async function goOn(id: string) {
    const jobs = { db, pool, enqueuer, jobFiles }
    return attempt((await requeueJob(jobs, scope, id, { mode: 'from_failed', version: 'original', by: undefined })).id)
  }

  /** The records of a structure, all of them or those that wait to be processed. */
  async function records(structure_id: string, only_dirty = false): Promise<DataRecord[]> {
    const context = stepContextOf({ ...scope, id: 'x' } as never, new AbortController().signal)
    return (await Array.fromAsync(context.records.read({ structure_id, only_dirty }))).flatMap((batch) => batch.records)
  }

  return {
    control,
    home,
    jobFiles,
    egress,
    debugData,
    tenant,
    scope,
    ground: { db, databases: tenant.databases },
    records,
    files,
    pool,
    enqueuer,
    aWorkflow,
    aConnection,
    start,
    attempt,
    goOn,
    run: async (workflow_id: string, record?: DataRecord, parameters?: DataRecord) =>
      attempt(await start(workflow_id, record, parameters)),
    put: (name: string, text: string) => files.write(name, Readable.from([Buffer.from(text)])),
    text: async (name: string) => Buffer.concat((await (await files.read(name)).toArray()) as Buffer[]).toString(),
  }
}
