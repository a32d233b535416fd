import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { openJournal } from '../runtime/journal.server.ts'
import { anAttempt } from '../testing/attempt.ts'
import { aTenant } from '../testing/tenant.ts'
import { openStates } from './states.server.ts'

const database = await testDatabase()
const pool = openPool(database.app_url, { max: 4, level: 'system' })
after(() => pool.end())
const tenant = await aTenant(database)
const { tenant_id, project_id, scope } = tenant
const { enqueue } = openEnqueuer(pool)
const journal = openJournal(pool)
const { id: workflow_id } = await inScope(database.db, scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Reads', class_name: 'Reads', source: 'weft: 1' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

/** A run under way, of its own or one that goes on with another. */
async function aRun(origin_id?: string) {
  const { id } = await enqueue({ tenant_id, project_id, workflow_id, started_by: 'hand', origin_id })
  const job = await anAttempt(pool, id)
  const states = openStates(database.db, scope, job)
  return {
    id,
    ...states,
    get: () => states.get('workflow', 'read'),
    keep: (value: unknown) => states.keepAtEnd('read', value),
    end: (status: string) =>
      journal.write({
        ...{ id, attempt: job.attempt, status, progressed: true, tries: 1, warnings: 0 },
        ...{ records_in: 0, records_out: 0, records_rejected: 0 },
        ...{ steps: [], cursors: [], logs: [], rejected: [], contents: [] },
      }),
  }
}
const kept = async () => (await aRun()).get()

test('what a run keeps is the state once it has ended well, and only then', async () => {
  const [good, bad] = [await aRun(), await aRun()]
  assert.equal(await good.get(), undefined)
  await good.keep('1')
  assert.equal(await kept(), undefined)
  await good.end('stopped')
  assert.equal(await kept(), '1')
  await bad.get()
  await bad.keep('2')
  await bad.end('error')
  assert.equal(await kept(), '1')
})

test('of two runs the one that began to read later holds, in whatever order they end', async () => {
  const [first, second] = [await aRun(), await aRun()]
  await second.get()
  await first.get()
  await first.keep('first')
  await second.keep('second')
  await first.end('stopped')
  await second.end('stopped')
  assert.equal(await kept(), 'first')
})

test('a run that goes on with an older one does not set back what a newer one has kept', async () => {
  const older = await aRun()
  await older.get()
  await older.keep('older')
  await older.end('error')
  const newer = await aRun()
  await newer.get()
  await newer.keep('newer')
  await newer.end('warning')
  await (await aRun(older.id)).end('stopped')
  assert.equal(await kept(), 'newer')
  // Nor does one that reads on where the older one was.
  const behind = await aRun(older.id)
  behind.goesOn('read')
  await behind.get()
  await behind.keep('behind')
  await behind.end('stopped')
  assert.equal(await kept(), 'newer')
  // Where it asks anew it begins where the newer one was.
  const anew = await aRun(older.id)
  assert.equal(await anew.get(), 'newer')
  await anew.keep('anew')
  await anew.end('stopped')
  assert.equal(await kept(), 'anew')
})

test('a run that goes on after a crash keeps what it reads on', async () => {
  const run = await aRun()
  run.goesOn('read')
  await run.get()
  await run.keep('behind the crash')
  await run.end('stopped')
  assert.equal(await kept(), 'behind the crash')
})

test('what a step sets by itself holds, and does not keep out what is read later', async () => {
  const [run, other] = [await aRun(), await aRun()]
  await run.get()
  await run.keep('read')
  await other.set('workflow', 'read', 'set')
  assert.equal(await kept(), 'set')
  await run.end('stopped')
  assert.equal(await kept(), 'read')
})
