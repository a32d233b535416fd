import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { sql } from 'kysely'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

// A foreign server that answers what it was sent: with a refusal, with a text too long for the log, and with a success.

const { context, tenant, pool, api, aStructure, aWorkflow, run, ended, rows } = await aServerWithJobs(await aServer())
const secret = "Sup3r-Geheim+42/x {y}'s"
const masked = '••••(shop.token)'

let heard: (string | undefined)[] = []
const echo = createServer((request, response) => {
  const said = request.headers['authorization']
  heard.push(said)
  const { pathname } = new URL(request.url!, 'http://echo')
  if (pathname === '/refuse')
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: 'not allowed', you_said: said }))
  else if (pathname === '/cut')
    response.writeHead(403).end(`${'.'.repeat(485)}${said}`) // the step keeps 500 bytes of it
  else if (pathname === '/broken') response.end(`{"you_said": ${said}}`)
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ order_no: 'A1', token: said!.replace('Bearer ', ''), quantity: 'many' }))
})
await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
after(() => echo.close())
const { port } = echo.address() as AddressInfo
await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({ key: 'egress', value: JSON.stringify({ allow: [{ host: '127.0.0.1', port }] }) })
    .execute(),
)
assert.equal((await api('POST', '/config_values', { name: 'shop.token', kind: 'secret', secret })).status, 201)

const answers = await aStructure('Answer', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('token', 'text'),
  aField('quantity', 'integer'),
  aField('problem', 'text'),
])
const asking = (path: string, settings = '') =>
  `http_request, settings: { url: "http://127.0.0.1:${port}/${path}", headers: [{ name: authorization, value: "Bearer {{ config.shop.token }}" }]${settings} }`
const flow = (ask: string, rest = '', edges = '') => `steps:
  - { id: go, element: manual }
  - { id: ask, element: ${ask} }
${rest}edges: [{ from: go.out, to: ask.in }${edges}]`
const keep = `  - { id: keep, element: write_records, settings: { structure_id: ${answers.id} } }\n`

const notations = [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  'Sup3r-Geheim',
  Buffer.from(secret).toString('base64').slice(0, 20),
]
const isIn = (text: string) => notations.some((one) => text.includes(one))

/** Everything people are shown of a job. */
async function shownOf(id: string) {
  const [job, list, logs, errors] = [
    await api('GET', `/jobs/${id}`),
    await api('GET', '/jobs'),
    await api('GET', `/jobs/${id}/logs`),
    await api('GET', `/record_errors?filter[job_id]=${id}`),
  ]
  return JSON.stringify([job.data, list.data, logs.data, errors.data])
}

/** What the journal, the inbox of people and the queue have of it, but for the refused records themselves. */
async function keptOf(id: string) {
  const kept = await Promise.all(
    [
      `select error, return_values, setback from jobs where id = '${id}'`,
      `select error from job_steps where job_id = '${id}'`,
      `select message, parameters from job_logs where job_id = '${id}'`,
      `select reason, value from record_errors where job_id = '${id}'`,
      `select value from job_contents where job_id = '${id}'`,
      'select title, message from notifications',
    ].map((query) => pool.query(query)),
  )
  return JSON.stringify(kept.map((one) => one.rows))
}

test('in the body of a refusal it is masked, in the error of the job, its step and its log', async () => {
  const job = await run(await aWorkflow(flow(asking('refuse'))))
  assert.equal(heard.at(-1), `Bearer ${secret}`)
  assert.equal(job.status, 'error')
  assert.match(job.error.message, /answered 400: .*not allowed.*Bearer ••••\(shop\.token\)/)
  assert.ok(!isIn(await shownOf(job.id)), await shownOf(job.id))
  assert.ok(!isIn(await keptOf(job.id)), await keptOf(job.id))
})

test('where the answer is cut in the middle of it, its beginning is masked', async () => {
  const job = await run(await aWorkflow(flow(asking('cut'))))
  assert.ok(job.error.message.endsWith(`Bearer ${masked}`), job.error.message)
  assert.ok(!(await keptOf(job.id)).includes('Sup3r'))
})

test('it is masked in the text of an answer that cannot be read', async () => {
  const job = await run(await aWorkflow(flow(asking('broken'))))
  assert.equal(job.status, 'error')
  assert.ok(!isIn(await keptOf(job.id)), await keptOf(job.id))
})

test('a refusal that leaves by an exit has its reason masked, and the record delivered is otherwise as it was', async () => {
  const rest = `  - { id: set, element: set_fields, settings: { fields: [{ field: order_no, value: E1 }, { field: problem, value: "{{ _error.message }}" }], keep_others: false } }\n${keep}`
  const job = await run(
    await aWorkflow(
      flow(
        asking('refuse', ', on_failure: reject'),
        rest,
        ', { from: ask.rejected, to: set.in }, { from: set.out, to: keep.in }',
      ),
    ),
  )
  assert.ok(['stopped', 'warning'].includes(job.status), JSON.stringify(job.error))
  const row = (await rows(answers)).find((one) => one['order_no'] === 'E1')
  assert.match(String(row?.['problem']), /Bearer ••••\(shop\.token\)/)
})

test('what was answered with a success and mapped is delivered as it is', async () => {
  const numbered = `  - { id: set, element: set_fields, settings: { fields: [{ field: order_no, value: "{{ order_no }}" }, { field: token, value: "{{ token }}" }], keep_others: false } }\n${keep}`
  const job = await run(
    await aWorkflow(flow(asking('ok'), numbered, ', { from: ask.out, to: set.in }, { from: set.out, to: keep.in }')),
  )
  assert.equal(job.status, 'stopped', JSON.stringify(job.error))
  assert.equal((await rows(answers)).find((one) => one['order_no'] === 'A1')?.['token'], secret)
  assert.ok(!isIn(await shownOf(job.id)))
})

test('a refused record with it is shown masked, kept as it is, and tried again whole when somebody corrects another field', async () => {
  await api('DELETE', `/data_structures/${answers.id}/records`, {})
  const id = await aWorkflow(flow(asking('ok'), keep, ', { from: ask.out, to: keep.in }'))
  const job = await run(id)
  const [error] = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
  assert.deepEqual([error.field, error.record], ['quantity', { order_no: 'A1', token: masked, quantity: 'many' }])
  const { rows: stored } = await pool.query('select record from record_errors where id = $1', [error.id])
  assert.equal(stored[0].record.token, secret)
  const retried = await ended(
    (
      await api('POST', `/record_errors/${error.id}/retry`, {
        record: { ...error.record, order_no: 'A2', quantity: 7 },
      })
    ).data.id,
  )
  assert.equal(retried.status, 'stopped', JSON.stringify(retried.error))
  const row = (await rows(answers)).find((one) => one['order_no'] === 'A2')
  assert.deepEqual([row?.['token'], row?.['quantity']], [secret, 7])
  const [corrected] = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
  assert.equal(corrected.corrected.token, masked)
})

test('a job that tries such a record again masks it although its own steps never open the secret', async () => {
  const job = await run(
    await aWorkflow(
      flow(
        asking('ok'),
        `${keep}  - { id: say, element: write_journal, settings: { text: "Token {{ token }}" } }\n`,
        ', { from: ask.out, to: keep.in }, { from: ask.out, to: say.in }',
      ),
    ),
  )
  assert.ok(!isIn(await keptOf(job.id)))
  const [error] = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
  const retried = await ended(
    (await api('POST', `/record_errors/${error.id}/retry`, { record: { ...error.record, quantity: 'few' } })).data.id,
  )
  assert.equal(retried.status, 'error')
  assert.ok(!isIn(await shownOf(retried.id)))
  assert.ok(!isIn(await keptOf(retried.id)), await keptOf(retried.id))
})

test('what a job was given is shown masked and given again whole', async () => {
  const id = await aWorkflow('steps:\n  - { id: go, element: manual }\nedges: []')
  const job = await run(id, { parameters: { token: secret }, payload: { record: { token: `x ${secret}` } } })
  assert.deepEqual([job.parameters, job.payload], [{ token: masked }, { token: `x ${masked}` }])
  const { rows: kept } = await inScope(context.db, tenant.scope, (trx) =>
    sql<{ parameters: object }>`select parameters from jobs where id = ${job.id}`.execute(trx),
  )
  assert.deepEqual(kept[0]!.parameters, { token: secret })
})
