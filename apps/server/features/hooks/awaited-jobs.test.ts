import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { openAnswer } from '@weft/engine/waiting/answers.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer } from '../../testing.ts'
import { openAwaitedJobs } from './awaited-jobs.ts'

const { context, test: database } = await aServer()
const { tenant_id, project_id, scope } = await aTenant(database)
const { id: workflow_id } = await inScope(context.db, scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({
      label: 'Orders',
      class_name: 'Orders',
      source: 'weft: 1\nlabel: Orders\nsteps: [{ id: call, element: webhook }]',
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const aJob = async () =>
  (await context.jobs.enqueue({ tenant_id, project_id, workflow_id, started_by: 'webhook', payload: { record: {} } }))
    .id

/** Callers that nobody looks for by themselves, and how often the database was asked for them. */
function callers() {
  const looks: string[] = []
  const jobs = {
    ...context.jobs,
    callersAnswer(id: string) {
      looks.push(id)
      return context.jobs.callersAnswer(id)
    },
  }
  const answerTo = openAwaitedJobs({ jobs, announcements: context.announcements }, { look_ms: 600_000 })
  return { answerTo, looks }
}
/** Until somebody listens. */
async function heard() {
  for (;;) {
    const { rows } = await database.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and query = 'listen "weft_answers"' and state = 'idle'`,
    )
    if (rows.length === 1) return rows[0] as { pid: number }
    await sleep(10)
  }
}

test('callers that wait are told of the end of their own job, and the database is asked no oftener than that', async () => {
  const { answerTo, looks } = callers()
  const [one, other] = [await aJob(), await aJob()]
  const answers = [answerTo(one), answerTo(one), answerTo(other)]
  await heard()
  await sleep(50)
  looks.length = 0
  await context.jobs.cancel(scope, [one])
  assert.deepEqual(await Promise.all(answers.slice(0, 2)), [
    { status: 'aborted', return_values: {} },
    { status: 'aborted', return_values: {} },
  ])
  assert.deepEqual(looks, [one, one])
  await openAnswer(context.db, { ...scope, level: 'tenant' } as never, { id: other })({
    status: 201,
    headers: { 'x-order': '7' },
    body: 'made',
  })
  assert.deepEqual(await answers[2], { status: 201, headers: { 'x-order': '7' }, body: 'made' })
  assert.deepEqual(looks, [one, one, other])
})

test('what is over already is answered at once', async () => {
  const { answerTo } = callers()
  const id = await aJob()
  await context.jobs.cancel(scope, [id])
  assert.deepEqual(await answerTo(id), { status: 'aborted', return_values: {} })
})

test('what was told while the session that listens was lost is seen when it stands again', async () => {
  const { answerTo } = callers()
  const id = await aJob()
  const answer = answerTo(id)
  const { pid } = await heard()
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  await context.jobs.cancel(scope, [id])
  assert.deepEqual(await answer, { status: 'aborted', return_values: {} })
})
