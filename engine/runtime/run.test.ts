import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { defineElement, type Body, type Element, type ElementKind } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { quotedTexts, say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { folderJobFiles } from './folder-job-files.server.ts'
import { openEnqueuer, type JobRequest } from '../queue/enqueue.server.ts'
import { requeueJob, retryCorrected, retryRecords } from '../queue/requeue.server.ts'
import { recallJob } from '../queue/begin-attempts.server.ts'
import { anAttempt } from '../testing/attempt.ts'
import { aTenant } from '../testing/tenant.ts'
import { JobCancelled } from './failure.ts'
import { openJournal } from './journal.server.ts'
import type { Catalogue } from '../workflow-model/plan.ts'
import { runJob } from './run.server.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const enqueuer = openEnqueuer(pool)
const journal = openJournal(pool)
const home = mkdtempSync(path.join(tmpdir(), 'weft-run-'))
const jobFiles = folderJobFiles(home)
const parts = { db: database.db, pool, enqueuer, jobFiles }
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

// Tiny elements: what they did is kept here, so that a test can say it.
const written: DataRecord[][] = []
const calls = { count: 0 }
let controller = new AbortController()
const name = (en: string) => ({ en, de: en })

function element(
  key: string,
  kind: ElementKind,
  exits: string[],
  body: Body | undefined,
  {
    inputs = ['in'],
    effect,
    settings = z.looseObject({}),
  }: { inputs?: string[]; effect?: 'exactly_once' | 'at_least_once'; settings?: z.ZodObject } = {},
): Element {
  return defineElement({
    key,
    group: 'flow',
    kind,
    icon: 'IconBolt',
    settings,
    inputs,
    exits,
    ...(effect ? { effect } : {}),
    labels: { title: name(key), help: name('.'), fields: {} as never },
    ...(body ? { body: body as never } : {}),
  } as never) as unknown as Element
}

const elements = [
  element('start', 'trigger', ['out'], undefined, { inputs: [] }),
  element('numbers', 'source', ['out'], {
    async *read(step: { settings: { count: number; size?: number } }, _input: DataRecord, cursor?: unknown) {
      const { count, size = 10 } = step.settings
      for (let i = (cursor as number | undefined) ?? 0; i < count; i += size)
        yield { records: Array.from({ length: Math.min(size, count - i) }, (_, k) => ({ n: i + k })), cursor: i + size }
    },
  } as never),
  element('once', 'source', ['out'], {
    async *read() {
      calls.count += 1
      for (let i = 0; i < 3; i++) yield { records: [{ n: calls.count * 100 + i }] }
    },
  } as never),
  element('double', 'transform', ['out', 'rejected'], {
    open: () => ({
      batch: (records: DataRecord[]) => ({
        exits: { out: records.filter((r) => r['n'] !== 13).map((r) => ({ ...r, n: Number(r['n']) * 2 })) },
        rejected: records
          .filter((r) => r['n'] === 13)
          .map((record) => ({
            record,
            field: 'n',
            value: 13,
            reason: quotedTexts('Thirteen is unlucky.', 'Dreizehn bringt Unglück.'),
          })),
      }),
    }),
  } as never),
  element(
    'store',
    'sink',
    ['written'],
    {
      open: async () => ({
        async write(records: DataRecord[]) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          written.push(records)
          return { exits: { written: records } }
        },
      }),
    } as never,
    { effect: 'at_least_once' },
  ),
  element('fail', 'transform', ['out'], {
    open: (step: { settings: { times?: number; outage?: boolean } }) => ({
      batch(records: DataRecord[]) {
        calls.count += 1
        if (calls.count <= (step.settings.times ?? Infinity))
          throw step.settings.outage
            ? new Unavailable('AWAY', quotedTexts('The shop does not answer.'))
            : new Invalid('BROKEN', quotedTexts('This is broken.', 'Das ist kaputt.'))
        return { exits: { out: records } }
      },
    }),
  } as never),
  element('flaky', 'transform', ['out'], {
    open: () => ({
      batch(records: DataRecord[]) {
        calls.count += 1
        if (calls.count <= 2) throw new Error('not yet')
        return { exits: { out: records } }
      },
    }),
  } as never),
  element('stopper', 'transform', ['out'], {
    open: () => ({
      batch(records: DataRecord[], number: number) {
        if (number === 3) controller.abort(new JobCancelled())
        return { exits: { out: records } }
      },
    }),
  } as never),
  element('largest', 'barrier', ['out'], {
    async *gather(_step: unknown, inputs: Record<string, () => AsyncIterable<DataRecord[]>>) {
      let most = -Infinity
      for await (const records of inputs['in']!())
        for (const record of records) most = Math.max(most, Number(record['n']))
      yield { exit: 'out', records: [{ n: most }] }
    },
  } as never),
  element('each', 'control', ['item', 'done'], {
    enter: async (_step: unknown, input: () => AsyncIterable<DataRecord[]>) => ({
      emit: (async function* () {
        let count = 0
        for await (const records of input())
          for (const record of records) yield { exit: 'item', records: [{ ...record, turn: count++ }] }
        yield { exit: 'done', records: [{ turns: count }] }
      })(),
    }),
  } as never),
  element('pause', 'control', ['out'], {
    enter: async (_step: unknown, _input: unknown, memo?: unknown) =>
      memo ? { through: 'out' } : { wait: { until: new Date(Date.now() + 60_000) }, memo: { since: 1 } },
  } as never),
  element('end', 'control', [], {
    enter: async () => ({ finish: { status: 'info', return_values: { why: 'enough' } } }),
  } as never),
]
const catalogue: Catalogue = { elements, bodies: {} }
const around = {
  catalogue,
  journal,
  jobFiles,
  stepContextOf: () => ({}) as StepContext,
  recall: (job: Parameters<typeof recallJob>[1]) => recallJob(pool, job),
}

async function aWorkflow(steps: string, edges: string) {
  const label = `W ${crypto.randomUUID()}`
  const source = `weft: 1\nlabel: A\nsteps:\n${steps
    .split('\n')
    .map((s) => `  - { ${s.trim()} }`)
    .join('\n')}\nedges: [${edges
    .split(' ')
    .map((e) => `{ from: ${e.split('>')[0]}, to: ${e.split('>')[1]} }`)
    .join(', ')}]\n`
  return inScope(database.db, tenant.scope, (trx) =>
    trx.insertInto('workflows').values({ label, class_name: label, source }).returning('id').executeTakeFirstOrThrow(),
  )
}

async function accept(steps: string, edges: string, more: Partial<JobRequest> = {}) {
  const { id } = await aWorkflow(steps, edges)
  return (
    await enqueuer.enqueue({
      tenant_id: tenant.tenant_id,
      project_id: tenant.project_id,
      workflow_id: id,
      started_by: 'hand',
      ...more,
    })
  ).id
}

async function run(id: string) {
  return runJob(around, await anAttempt(pool, id), controller.signal)
}

const jobRow = (id: string) =>
  inScope(database.db, tenant.scope, (trx) =>
    trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const stepRows = (id: string) =>
  inScope(database.db, tenant.scope, (trx) =>
    trx
      .selectFrom('job_steps')
      .select(['step', 'state', 'records_in', 'exits'])
      .where('job_id', '=', id)
      .orderBy('step')
      .execute(),
  )
function fresh() {
  written.length = 0
  calls.count = 0
  controller = new AbortController()
}

test('records flow from a source through a transform into a sink, and the journal says so', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 25 }\nid: c, element: double\nid: d, element: store',
    'a.out>b.in b.out>c.in c.out>d.in',
  )
  assert.deepEqual(await run(id), { id, status: 'warning' }) // number 13 is refused
  assert.deepEqual(
    written.map((batch) => batch.length),
    [10, 9, 5],
  )
  assert.deepEqual(await stepRows(id), [
    { step: 'a', state: 'done', records_in: 1, exits: { out: 1 } },
    { step: 'b', state: 'done', records_in: 1, exits: { out: 25 } },
    { step: 'c', state: 'done', records_in: 25, exits: { out: 24, rejected: 1 } },
    { step: 'd', state: 'done', records_in: 24, exits: { written: 24 } },
  ])
  const job = await jobRow(id)
  assert.deepEqual(
    [job.status, job.records_in, job.records_out, job.records_rejected, job.attempt],
    ['warning', 25, 24, 1, 1],
  )
  const errors = await inScope(database.db, tenant.scope, (trx) =>
    trx.selectFrom('record_errors').selectAll().where('job_id', '=', id).execute(),
  )
  assert.deepEqual(
    errors.map((e) => [e.step, e.batch, e.record, e.field, say(e.reason, 'de')]),
    [['c', 1, { n: 13 }, 'n', 'Dreizehn bringt Unglück.']],
  )
})

test('a run that was to write and had every record refused has failed, unless somebody takes what is refused', async () => {
  fresh()
  const steps = 'id: a, element: start\nid: c, element: double\nid: d, element: store'
  const thirteen = { payload: { record: { n: 13 } } }
  const vain = await accept(steps, 'a.out>c.in c.out>d.in', thirteen)
  assert.deepEqual(await run(vain), { id: vain, status: 'error' })
  const { error, records_out, records_rejected } = await jobRow(vain)
  assert.deepEqual(
    [error.code, say(error.message, 'en'), say(error.message, 'de'), records_out, records_rejected],
    [
      'NOTHING_WRITTEN',
      'Nothing was written: the only record was rejected.',
      'Es wurde nichts geschrieben: Der einzige Datensatz wurde abgelehnt.',
      0,
      1,
    ],
  )
  assert.deepEqual(
    (await stepRows(vain)).map((s) => s.state),
    ['done', 'done', 'done'],
  )
  const taken = await accept(
    'id: a, element: start\nid: c, element: double\nid: d, element: store\nid: e, element: largest',
    'a.out>c.in c.out>d.in c.rejected>e.in',
    thirteen,
  )
  assert.equal((await run(taken)).status, 'warning')
  const written = await accept(steps, 'a.out>c.in c.out>d.in', { payload: { record: { n: 1 } } })
  assert.equal((await run(written)).status, 'stopped')
})

test('refused records leave by the exit rejected where it leads somewhere', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 20 }\nid: c, element: double\nid: d, element: store',
    'a.out>b.in b.out>c.in c.rejected>d.in',
  )
  assert.equal((await run(id)).status, 'warning')
  assert.deepEqual(written, [
    [{ n: 13, _error: { step: 'c', field: 'n', value: 13, message: 'Thirteen is unlucky.' } }],
  ])
})

test('a barrier sees all of its input, and what follows runs behind it', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 2500, size: 1000 }\nid: c, element: largest\nid: d, element: store',
    'a.out>b.in b.out>c.in c.out>d.in',
  )
  assert.equal((await run(id)).status, 'stopped')
  assert.deepEqual(written, [[{ n: 2499 }]])
})

test('a loop sends item by item, and done comes when all of them are through, behind a barrier too', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 3 }\nid: c, element: each\nid: z, element: store\nid: d, element: largest\nid: e, element: store',
    'a.out>b.in b.out>c.in c.done>z.in c.item>d.in d.out>e.in',
  )
  assert.equal((await run(id)).status, 'stopped')
  assert.deepEqual(written, [[{ n: 2 }], [{ turns: 3 }]])
})

test('a source that cannot go on from a cursor is read once and spooled before anything goes on', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: once\nid: s, element: stopper\nid: c, element: store',
    'a.out>b.in b.out>s.in s.out>c.in',
  )
  assert.equal((await run(id)).status, 'stopped')
  assert.deepEqual([calls.count, written.flat().map((r) => r['n'])], [1, [100, 101, 102]])
})

test('an error stops the job and says where and why', async () => {
  fresh()
  const id = await accept('id: a, element: start\nid: b, element: fail', 'a.out>b.in')
  assert.equal((await run(id)).status, 'error')
  const job = await jobRow(id)
  assert.deepEqual([job.error.step, job.error.code, say(job.error.message, 'de')], ['b', 'BROKEN', 'Das ist kaputt.'])
  assert.deepEqual(
    (await stepRows(id)).map((s) => [s.step, s.state]),
    [
      ['a', 'working'],
      ['b', 'failed'],
    ],
  )
})

test('with on_error: continue the batch goes to the error inbox and the job on', async () => {
  fresh()
  const id = await accept('id: a, element: start\nid: b, element: fail, on_error: continue', 'a.out>b.in', {
    payload: { record: { order: 7 } },
  })
  assert.equal((await run(id)).status, 'warning')
  const errors = await inScope(database.db, tenant.scope, (trx) =>
    trx.selectFrom('record_errors').select(['record', 'reason']).where('job_id', '=', id).execute(),
  )
  assert.deepEqual(
    errors.map((e) => [e.record, say(e.reason, 'en')]),
    [[{ order: 7 }, 'This is broken.']],
  )
})

test('with on_error: error_port the batch leaves by the exit error', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: fail, on_error: error_port\nid: c, element: store',
    'a.out>b.in b.error>c.in',
    { payload: { record: { order: 7 } } },
  )
  assert.equal((await run(id)).status, 'warning')
  assert.deepEqual(written, [[{ order: 7, _error: { step: 'b', code: 'BROKEN', message: 'This is broken.' } }]])
})

test('a step is tried again as often as it says', async () => {
  fresh()
  const id = await accept('id: a, element: start\nid: b, element: flaky, retries: 2, wait: 0s', 'a.out>b.in')
  assert.equal((await run(id)).status, 'stopped')
  assert.equal(calls.count, 3)
})

test('when another system is away the job is tried again later, as often as its queue allows', async () => {
  fresh()
  const id = await accept('id: a, element: start\nid: b, element: fail, settings: { outage: true }', 'a.out>b.in')
  assert.equal((await run(id)).status, 'pending')
  const job = await jobRow(id)
  assert.equal(job.status, 'pending')
  assert.ok(Date.parse(job.wake_at!) > Date.now() + 5_000)
  assert.equal((await run(id)).status, 'pending')
  assert.equal((await run(id)).status, 'error')
})

test('a cancelled job ends at a batch boundary, and what was done stays counted', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 1000 }\nid: c, element: stopper\nid: d, element: store',
    'a.out>b.in b.out>c.in c.out>d.in',
  )
  assert.equal((await run(id)).status, 'aborted')
  const job = await jobRow(id)
  assert.equal(job.status, 'aborted')
  assert.ok(job.records_out >= 30 && job.records_out < 100, `${job.records_out} records`)
  assert.equal(job.records_out, written.flat().length)
})

test('a waiting job lets its worker go and goes on with its memo', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: pause\nid: c, element: store',
    'a.out>b.in b.out>c.in',
    { payload: { record: { order: 7 } } },
  )
  assert.equal((await run(id)).status, 'waiting')
  assert.deepEqual(written, [])
  assert.equal((await jobRow(id)).status, 'waiting')
  assert.equal((await run(id)).status, 'stopped')
  assert.deepEqual(written, [[{ order: 7 }]])
  assert.deepEqual(
    (await stepRows(id)).map((s) => [s.step, s.state, s.records_in]),
    [
      ['a', 'done', 1],
      ['b', 'done', 1],
      ['c', 'done', 1],
    ],
  )
})

test('finish ends the whole run with a status and return values', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: end\nid: c, element: largest',
    'a.out>b.in a.out>c.in',
  )
  assert.equal((await run(id)).status, 'info')
  assert.deepEqual((await jobRow(id)).return_values, { why: 'enough' })
  assert.deepEqual(
    (await stepRows(id)).map((s) => [s.step, s.state]),
    [
      ['a', 'done'],
      ['b', 'done'],
      ['c', 'skipped'],
    ],
  )
})

test('an attempt that was overtaken is not heard', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 100 }\nid: d, element: store',
    'a.out>b.in b.out>d.in',
  )
  const old = await anAttempt(pool, id)
  const fresher = await anAttempt(pool, id, 'there')
  assert.equal((await runJob(around, old, controller.signal)).status, 'superseded')
  assert.equal((await jobRow(id)).status, 'started')
  assert.equal((await runJob(around, fresher, controller.signal)).status, 'stopped')
  assert.equal((await jobRow(id)).attempt, 2)
})

test('a result that comes after a cancel does not overwrite it', async () => {
  fresh()
  const id = await accept('id: a, element: start\nid: d, element: store', 'a.out>d.in')
  const job = await anAttempt(pool, id)
  await pool.query(`update jobs set status = 'aborted', finished_at = now() where id = $1`, [id])
  assert.equal((await runJob(around, job, controller.signal)).status, 'superseded')
  assert.equal((await jobRow(id)).status, 'aborted')
})

test('the same key is accepted once', async () => {
  const { id } = await aWorkflow('id: a, element: start', 'a.out>a.in')
  const ask = () =>
    enqueuer.enqueue({
      tenant_id: tenant.tenant_id,
      project_id: tenant.project_id,
      workflow_id: id,
      started_by: 'webhook',
      dedupe_key: 'order 7',
    })
  const [first, second] = await Promise.all([ask(), ask()])
  const third = await ask()
  assert.deepEqual([second.id, third.id], [first.id, first.id])
  assert.deepEqual([first.again, second.again, third.again], [false, true, true])
})

test('a workflow that skips while it runs says so in a job of its own', async () => {
  const { id } = await aWorkflow('id: a, element: start', 'a.out>a.in')
  await inScope(database.db, tenant.scope, (trx) =>
    trx.updateTable('workflows').set({ concurrency: 'skip' }).where('id', '=', id).execute(),
  )
  const ask = () =>
    enqueuer.enqueue({
      tenant_id: tenant.tenant_id,
      project_id: tenant.project_id,
      workflow_id: id,
      started_by: 'schedule',
    })
  assert.deepEqual(
    (await Promise.all([ask(), ask()])).map((a) => a.status),
    ['pending', 'info'],
  )
})

test('a failed job goes on behind what was acknowledged, with the markers of the job it continues', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 20 }\nid: c, element: store\nid: d, element: largest\nid: e, element: fail, settings: { times: 1 }\nid: f, element: store',
    'a.out>b.in b.out>c.in c.written>d.in d.out>e.in e.out>f.in',
  )
  assert.equal((await run(id)).status, 'error')
  assert.equal(written.flat().length, 20)
  const { id: next } = await requeueJob(parts, tenant.scope, id, { mode: 'from_failed', version: 'original' })
  assert.equal((await run(next)).status, 'stopped')
  assert.deepEqual([written.flat().length, written.at(-1)], [21, [{ n: 19 }]])
  const job = await jobRow(next)
  assert.deepEqual([job.retry_of, job.origin_id, job.records_in, job.records_out], [id, id, 20, 21])
  assert.deepEqual(
    (await stepRows(next)).map((s) => [s.step, s.state, s.records_in]),
    [
      ['a', 'done', 1],
      ['b', 'done', 1],
      ['c', 'done', 20],
      ['d', 'done', 20],
      ['e', 'done', 1],
      ['f', 'done', 1],
    ],
  )
})

test('only the refused records are fed to their step again, and what became of them is told', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 20 }\nid: c, element: double\nid: d, element: store',
    'a.out>b.in b.out>c.in c.out>d.in',
  )
  assert.equal((await run(id)).status, 'warning')
  written.length = 0
  const { id: next } = await requeueJob(parts, tenant.scope, id, { mode: 'failed_records', version: 'original' })
  assert.equal((await run(next)).status, 'error') // thirteen is still unlucky
  assert.deepEqual([written, (await jobRow(next)).records_rejected], [[], 1])
  await assert.rejects(requeueJob(parts, tenant.scope, id, { mode: 'failed_records', version: 'original' }), {
    code: 'NO_OPEN_RECORDS',
  })
  await assert.rejects(requeueJob(parts, tenant.scope, next, { mode: 'from_failed', version: 'original' }), {
    code: 'NOTHING_FAILED',
  })
})

test('a refused record goes on as somebody has corrected it, also when its second run did not come to its end', async () => {
  fresh()
  const id = await accept(
    'id: a, element: start\nid: b, element: numbers, settings: { count: 20 }\nid: c, element: double\nid: d, element: store',
    'a.out>b.in b.out>c.in c.out>d.in',
  )
  await run(id)
  written.length = 0
  const error = await inScope(database.db, tenant.scope, (trx) =>
    trx.selectFrom('record_errors').select('id').where('job_id', '=', id).executeTakeFirstOrThrow(),
  )
  const { id: first } = await retryCorrected(parts, tenant.scope, error.id, { n: 14 }, undefined)
  await inScope(database.db, tenant.scope, (trx) =>
    trx.updateTable('jobs').set({ status: 'aborted', queued_at: null }).where('id', '=', first).execute(),
  )
  const { jobs } = await retryRecords(parts, tenant.scope, [error.id], undefined)
  assert.equal((await run(jobs[0]!)).status, 'stopped')
  assert.deepEqual(written, [[{ n: 28 }]])
  const kept = await inScope(database.db, tenant.scope, (trx) =>
    trx
      .selectFrom('record_errors')
      .select(['record', 'corrected'])
      .where('id', '=', error.id)
      .executeTakeFirstOrThrow(),
  )
  assert.deepEqual(kept, { record: { n: 13 }, corrected: { n: 14 } })
  await assert.rejects(retryCorrected(parts, tenant.scope, error.id, { n: 15 }, undefined), { code: 'NO_OPEN_RECORDS' })
})

test('a refused record too long for the journal is kept whole beside it', async () => {
  fresh()
  const long = 'x'.repeat(100_000)
  const id = await accept(
    'id: a, element: start\nid: b, element: fail, on_error: continue, settings: { times: 1 }\nid: c, element: store',
    'a.out>b.in b.out>c.in',
    { payload: { record: { long } } },
  )
  assert.equal((await run(id)).status, 'error')
  const { id: next } = await requeueJob(parts, tenant.scope, id, { mode: 'failed_records', version: 'original' })
  assert.equal((await run(next)).status, 'stopped')
  assert.deepEqual(written, [[{ long }]])
})
