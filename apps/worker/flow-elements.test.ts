import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseDelayed, releaseParents, releaseSignalled } from '@weft/engine/queue/wake.server.ts'
import { Interrupted } from '@weft/engine/runtime/failure.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { tellStep } from '@weft/engine/waiting/tell.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { anEngine } from './testing/engine.ts'

// Elements that wait, call and repeat, in the engine as the worker puts it together; each attempt is a worker of its own.
const { tenant, scope, ground, pool, aWorkflow, start, records, ...engine } = await anEngine()
const { db } = ground
const attempt = async (id: string, signal?: AbortSignal) => (await engine.attempt(id, signal)).outcome
const jobOf = async (id: string) => (await pool.query('select * from jobs where id = $1', [id])).rows[0]
const childrenOf = async (id: string): Promise<{ id: string; parent_key: string }[]> =>
  (
    await pool.query(
      `select id, parent_key from jobs where parent_job_id = $1 and status = 'pending' order by parent_key`,
      [id],
    )
  ).rows
const isWoken = async (id: string) => (await jobOf(id)).woken_at !== null
const later = (id: string) =>
  pool.query(`update jobs set wake_at = clock_timestamp() - interval '1 second' where id = $1`, [id])
const stepOf = async (id: string, step: string) =>
  (await pool.query('select * from job_steps where job_id = $1 and step = $2', [id, step])).rows[0]
const list = (count: number) => ({ items: Array.from({ length: count }, (_, n) => ({ n })) })
const start_with: Record<string, [element: string, settings?: object]> = {
  by_hand: ['manual'],
  each: ['split_list', { list: 'items' }],
}

const child = await aWorkflow(
  'Child',
  {
    by_hand: ['manual'],
    check: ['condition', { rules: [{ field: 'n', operator: 'less', value: 100 }] }],
    end: ['finish', { return_values: { round: '{{ job.parameters.round }}', n: '{{ n }}' } }],
    broken: ['raise_error', { message: 'No stock for {{ n }}' }],
  },
  'by_hand.out>check.in check.true>end.in check.false>broken.in',
)

test('loop_until calls a workflow round by round, rests without a worker, and goes on in another one', async () => {
  const workflow = await aWorkflow(
    'Until',
    {
      by_hand: ['manual'],
      again: [
        'loop_until',
        {
          workflow_id: child,
          until: [{ field: 'round', operator: 'equals', value: 3 }],
          wait: '1h',
          parameters: { round: '{{ round }}' },
        },
      ],
      end: ['finish', { return_values: { rounds: '{{ rounds }}' } }],
    },
    'by_hand.out>again.in again.done>end.in',
  )
  const id = await start(workflow, { n: 1 })
  for (const round of [1, 2, 3]) {
    assert.equal(await attempt(id), 'waiting')
    const [called] = await childrenOf(id)
    assert.equal(called!.parent_key, `again:${round}`)
    assert.equal(await releaseParents(pool, [id]), 0)
    assert.equal(await attempt(called!.id), 'stopped')
    assert.equal(await releaseParents(pool, [id]), 1)
    if (round === 3) break
    assert.equal(await attempt(id), 'waiting')
    assert.ok(Date.parse((await jobOf(id)).wake_at) > Date.now() + 3_000_000)
    assert.equal(await releaseDelayed(pool), 0)
    await later(id)
    assert.equal(await releaseDelayed(pool), 1)
  }
  assert.equal(await attempt(id), 'stopped')
  assert.deepEqual((await jobOf(id)).return_values, { rounds: 3 })
})

test('a job may wait more often than its queue tries', async () => {
  const { rows } = await pool.query('select q.tries from queues q where q.tenant_id = $1', [tenant.tenant_id])
  const rounds = rows[0].tries + 3
  const settings = { workflow_id: child, until: [{ field: 'round', operator: 'equals', value: rounds }], most: 50 }
  const workflow = await aWorkflow(
    'Often',
    { by_hand: ['manual'], again: ['loop_until', { ...settings, parameters: { round: '{{ round }}' } }] },
    'by_hand.out>again.in',
  )
  const id = await start(workflow, { n: 1 })
  for (let round = 1; round <= rounds; round++) {
    assert.equal(await attempt(id), 'waiting')
    assert.equal(await attempt((await childrenOf(id))[0]!.id), 'stopped')
  }
  assert.equal(await attempt(id), 'stopped')
})

test('parallel keeps so many children under way as it may: the end of one starts the next', async () => {
  const others = await Promise.all(
    ['B', 'C'].map((label) =>
      aWorkflow(
        label,
        { by_hand: ['manual'], end: ['finish', { return_values: { was: label } }] },
        'by_hand.out>end.in',
      ),
    ),
  )
  const workflow = await aWorkflow(
    'Parallel',
    {
      by_hand: ['manual'],
      all: ['parallel', { workflows: [child, ...others], at_once: 2, on_failure: 'go_on' }],
      good: ['write_journal', { text: 'good' }],
      bad: ['write_journal', { text: 'bad' }],
    },
    'by_hand.out>all.in all.out>good.in all.failed>bad.in',
  )
  const id = await start(workflow, { n: 100 })
  assert.equal(await attempt(id), 'waiting')
  const [first, second] = await childrenOf(id)
  assert.deepEqual([first!.parent_key, second!.parent_key], ['all:0', 'all:1'])
  assert.equal(await releaseParents(pool, [id]), 0)
  assert.equal(await attempt(second!.id), 'stopped')
  assert.equal(await releaseParents(pool, [id]), 1)
  assert.equal(await attempt(id), 'waiting')
  assert.deepEqual(
    (await childrenOf(id)).map(({ parent_key }) => parent_key),
    ['all:0', 'all:2'],
  )
  const third = (await childrenOf(id))[1]!
  assert.equal(await attempt(third.id), 'stopped')
  assert.equal(await releaseParents(pool, [id]), 0) // the last ones are waited for together
  assert.equal(await attempt(first!.id), 'error')
  assert.equal(await releaseParents(pool, [id]), 1)
  assert.equal(await attempt(id), 'stopped')
  assert.deepEqual((await stepOf(id, 'all')).exits, { out: 2, failed: 1 })
})

test('try_catch goes on where the called workflow failed, with the records as they came and the reason', async () => {
  const workflow = await aWorkflow(
    'Try',
    {
      by_hand: ['manual'],
      try: ['try_catch', { workflow_id: child }],
      good: ['finish', { return_values: { good: '{{ n }}' } }],
      bad: ['finish', { return_values: { n: '{{ n }}', code: '{{ _error.code }}', why: '{{ _error.message }}' } }],
    },
    'by_hand.out>try.in try.out>good.in try.failed>bad.in',
  )
  for (const [n, ending, returned] of [
    [7, 'stopped', { good: 7 }],
    [100, 'error', { n: 100, code: 'FAILED', why: 'No stock for 100' }],
  ] as const) {
    const id = await start(workflow, { n })
    assert.equal(await attempt(id), 'waiting')
    assert.equal(await attempt((await childrenOf(id))[0]!.id), ending)
    assert.equal(await attempt(id), 'stopped')
    assert.deepEqual((await jobOf(id)).return_values, returned)
  }
})

const numbers = await aStructure(ground, scope, 'FlowNumber', [
  aField('n', 'integer', { primary_key: true, nullable: false }),
])
const countOf = async () => (await records(numbers.id)).length
const limited = (name: string, most: number, per: string) =>
  aWorkflow(
    `Limit ${name}`,
    {
      ...start_with,
      limit: ['rate_limit', { name, most, per }],
      write: ['write_records', { structure_id: numbers.id, mode: 'insert' }],
    },
    'by_hand.out>each.in each.out>limit.in limit.out>write.in',
  )

test('rate_limit lets no more pass in a minute than it says, over all runs, and lets the job go meanwhile', async () => {
  const workflow = await limited('shop', 10, 'minute')
  const [id, other] = [await start(workflow, list(25)), await start(workflow, { items: [{ n: 100 }] })]
  const aMinuteLater = () =>
    pool.query(`update rate_slots set at = at - interval '1 minute', expires_at = expires_at - interval '1 minute'`)
  assert.equal(await attempt(id), 'waiting')
  assert.equal(await countOf(), 10)
  const wait = Date.parse((await jobOf(id)).wake_at) - Date.now()
  assert.ok(wait > 30_000 && wait < 61_000, String(wait))
  assert.equal(await attempt(other), 'waiting')
  assert.equal(await countOf(), 10)
  await aMinuteLater()
  assert.equal(await attempt(other), 'stopped')
  assert.equal(await attempt(id), 'waiting')
  assert.equal(await countOf(), 20) // one of the other run, nine more of this one
  await aMinuteLater()
  assert.equal(await attempt(id), 'stopped')
  assert.equal(await countOf(), 26)
  assert.deepEqual((await stepOf(id, 'limit')).exits, { out: 25 })
})

test('rate_limit goes on behind what has passed when its worker has to stop in the middle', async () => {
  const before = await countOf()
  const workflow = await limited('second', 10, 'second')
  const id = await start(workflow, { items: Array.from({ length: 22 }, (_, n) => ({ n: 1_000 + n })) })
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Interrupted()), 300)
  assert.equal(await attempt(id, stop.signal), 'released')
  assert.equal(await attempt(id), 'stopped')
  assert.equal((await countOf()) - before, 22)
})

test('wait_callback waits for the call of its address, which an earlier step sends out', async () => {
  const workflow = await aWorkflow(
    'Callback',
    {
      by_hand: ['manual'],
      send: ['set_fields', { fields: [{ field: 'address', value: '{{ job.callback.ask }}' }] }],
      ask: ['wait_callback', { timeout: '2h' }],
      called: ['finish', { return_values: { address: '{{ address }}', paid: '{{ callback.paid }}', n: '{{ n }}' } }],
      nobody: ['finish', { return_values: { nobody: '{{ n }}' } }],
    },
    'by_hand.out>send.in send.out>ask.in ask.called>called.in ask.timeout>nobody.in',
  )
  const tell = (job_id: string, value: unknown) =>
    inScope(db, systemScope, (trx) => tellStep(trx, { job_id, step: 'ask', value }))
  const id = await start(workflow, { n: 1 })
  assert.equal(await attempt(id), 'waiting')
  assert.equal(await releaseSignalled(pool), 0)
  assert.equal(await tell(id, { called: { paid: '9.50' } }), 'told')
  assert.equal(await tell(id, { called: { paid: '1.00' } }), 'again')
  assert.equal(await releaseSignalled(pool, id), 1)
  assert.equal(await isWoken(id), true)
  assert.equal(await attempt(id), 'stopped')
  const { address, ...returned } = (await jobOf(id)).return_values
  assert.match(address, new RegExp(`^http://localhost:\\d+/hooks/callback/${id}/ask/[\\w-]{43}$`))
  assert.deepEqual(returned, { paid: '9.50', n: 1 })
  assert.equal(await tell(id, {}), 'over')

  // Called before the step was reached, or before it was known to wait.
  const early = await start(workflow, { n: 2 })
  assert.equal(await tell(early, { called: { paid: 'early' } }), 'told')
  assert.equal(await attempt(early), 'stopped')
  assert.equal((await jobOf(early)).return_values.paid, 'early')
})

test('wait_callback leaves by timeout when nobody called, and a later call finds it over', async () => {
  const workflow = await aWorkflow(
    'Silent',
    {
      by_hand: ['manual'],
      ask: ['wait_callback', { timeout: '1s' }],
      rest: ['delay', { for: '1h' }],
    },
    'by_hand.out>ask.in ask.timeout>rest.in',
  )
  const id = await start(workflow, { n: 1 })
  assert.equal(await attempt(id), 'waiting')
  assert.equal(await releaseDelayed(pool), 0)
  await pool.query(
    `update job_steps set memo = jsonb_set(memo, '{memo,until}', '"2020-01-01T00:00:00.000Z"') where job_id = $1`,
    [id],
  )
  assert.equal(await attempt(id), 'waiting')
  assert.equal((await stepOf(id, 'rest')).state, 'waiting')
  assert.equal(
    await inScope(db, systemScope, (trx) => tellStep(trx, { job_id: id, step: 'ask', value: { called: {} } })),
    'over',
  )
})

test('approval asks people once, waits, and sends the records on with who decided', async () => {
  const workflow = await aWorkflow(
    'Approve',
    {
      ...start_with,
      ask: ['approval', { title: 'Refund {{ n }}', summary: '{{ records }} refunds', roles: ['tenant_admin'] }],
      yes: ['finish', { return_values: { state: '{{ approval.state }}', by: '{{ approval.by }}', n: '{{ n }}' } }],
      no: ['write_journal', { text: 'no' }],
      late: ['write_journal', { text: 'late' }],
    },
    'by_hand.out>each.in each.out>ask.in ask.approved>yes.in ask.rejected>no.in ask.timeout>late.in',
  )
  const asked = async (id: string) => (await pool.query('select * from approvals where job_id = $1', [id])).rows[0]
  const id = await start(workflow, list(30))
  assert.equal(await attempt(id), 'waiting')
  const { title, summary, record_count, records, fields, state, id: approval } = await asked(id)
  assert.deepEqual(
    [title, summary, record_count, records.length, fields, state],
    ['Refund 0', '30 refunds', 30, 20, ['n'], 'open'],
  )
  assert.equal(await attempt(id), 'waiting') // woken for nothing: nobody is asked again
  const notices = await pool.query('select title, message, link from notifications where user_id = $1', [
    tenant.user_id,
  ])
  assert.deepEqual(notices.rows, [
    { title: 'Ihre Entscheidung wird gebraucht', message: 'Refund 0', link: `/project/approvals/${approval}` },
  ])
  const mails = await pool.query(`select title, body from mail_logs where title like '%Refund 0'`)
  assert.equal(mails.rows.length, 1)
  assert.match(mails.rows[0].body, new RegExp(`http://localhost:\\d+/project/approvals/${approval}`))
  await pool.query(
    `update approvals set state = 'approved', decided_by_name = 'Ann', decided_at = now(), comment = 'ok' where id = $1`,
    [approval],
  )
  await inScope(db, systemScope, (trx) => tellStep(trx, { job_id: id, step: 'ask', value: { state: 'approved' } }))
  assert.equal(await releaseSignalled(pool), 1)
  assert.equal(await attempt(id), 'stopped')
  assert.deepEqual((await jobOf(id)).return_values, { state: 'approved', by: 'Ann', n: 0 })

  const late = await start(workflow, list(1))
  assert.equal(await attempt(late), 'waiting')
  await pool.query(
    `update job_steps set memo = jsonb_set(memo, '{memo,until}', '"2020-01-01T00:00:00.000Z"') where job_id = $1 and step = 'ask'`,
    [late],
  )
  assert.equal(await attempt(late), 'stopped')
  assert.equal((await asked(late)).state, 'timeout')
  assert.deepEqual((await stepOf(late, 'ask')).exits, { timeout: 1 })
})

test('an approval that nobody may decide fails its step', async () => {
  const workflow = await aWorkflow(
    'Nobody',
    { by_hand: ['manual'], ask: ['approval', { title: 'x', roles: ['analyst'] }] },
    'by_hand.out>ask.in',
  )
  const id = await start(workflow)
  assert.equal(await attempt(id), 'error')
  assert.equal((await jobOf(id)).error.code, 'APPROVAL_NOBODY')
})

test('a mail and a notice for all records leave once, also when the run goes on in another worker', async () => {
  const workflow = await aWorkflow(
    'Once',
    {
      ...start_with,
      limit: ['rate_limit', { name: 'once', most: 10, per: 'hour' }],
      mail: ['send_mail', { to: 'once@example.test', subject: '{{ records }} from {{ n }}', times: 'once' }],
      tell: ['notify', { title: '{{ records }} from {{ n }}', times: 'once' }],
    },
    'by_hand.out>each.in each.out>limit.in limit.out>mail.in mail.out>tell.in',
  )
  const mails = async () =>
    (await pool.query(`select title from mail_logs where recipient = 'once@example.test'`)).rows.map(
      ({ title }) => title,
    )
  const id = await start(workflow, list(13))
  assert.equal(await attempt(id), 'waiting')
  assert.deepEqual(await mails(), [])
  await pool.query(`delete from rate_slots where name = 'once'`)
  assert.equal(await attempt(id), 'stopped')
  assert.deepEqual(await mails(), ['13 from 0'])
  const notices = await pool.query(`select title from notifications where title like '%from%'`)
  assert.deepEqual(notices.rows, [{ title: '13 from 0' }])
  const empty = await start(workflow, { items: [] })
  assert.ok(['stopped', 'info'].includes(await attempt(empty)))
  assert.deepEqual(await mails(), ['13 from 0'])
})
