import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEnqueuer } from '@weft/engine/queue/enqueue.server.ts'
import { startDispatcher } from '@weft/engine/workers/dispatcher.server.ts'
import { startScheduler } from '@weft/engine/scheduler/scheduler.server.ts'
import { openWorkers } from '@weft/engine/workers/workers.server.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { program } from '@weft/kit/process/program.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const tenant = await aTenant(database)
const headers = {
  ...(await signedIn(server, {
    email: `dev@${tenant.tenant_id}.test`,
    role: 'developer',
    tenant_id: tenant.tenant_id,
  })),
  'x-project-id': tenant.project_id,
}
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const workers = openWorkers({
  file: program('worker'),
  env: { WEFT_HOME: context.home, WEFT_APP_URL: database.app_url, WEFT_MACHINE: 'test' },
  spare: 1,
})
const dispatcher = await startDispatcher({ url: database.app_url, pool, workers, machine: 'test', most: 4 })
const scheduler = startScheduler(pool, openEnqueuer(pool), { every_ms: 200 })
after(async () => {
  await scheduler.stop()
  await dispatcher.drain()
  await workers.stop()
  await pool.end()
})

const api = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  more: Record<string, string> = {},
) => {
  const answer = await app.inject({
    method,
    url: `/api/app${url}`,
    headers: { ...headers, ...more },
    ...(payload ? { payload } : {}),
  })
  return {
    status: answer.statusCode,
    ...(answer.body
      ? (answer.json() as { data: any; meta: any; code: string; message: string })
      : ({} as { data: any; meta: any; code: string; message: string })),
  }
}

async function aWorkflow(source: string) {
  const label = `W ${crypto.randomUUID()}`
  const { id } = await inScope(context.db, tenant.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({
        label,
        class_name: label.replace(/\W/g, ''),
        source: `weft: 1\nlabel: A\n${source}`,
        active: true,
        published: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
const enqueue = (workflow_id: string, more: object = {}) =>
  context.jobs.enqueue({
    tenant_id: tenant.tenant_id,
    project_id: tenant.project_id,
    workflow_id,
    started_by: 'hand',
    ...more,
  })

async function ended(id: string, within = 20_000) {
  for (const until = Date.now() + within; Date.now() < until; await sleep(30)) {
    const { data } = await api('GET', `/jobs/${id}`)
    if (['stopped', 'warning', 'error', 'aborted', 'info'].includes(data.status)) return data
  }
  throw new Error(`job ${id} does not end`)
}

const codeStep = (code: string) =>
  `{ id: work, element: code, settings: { code: ${JSON.stringify(code)}, timeout_seconds: 30 } }`

test('a job runs in a worker process, and its page says what it did', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: more, element: set_fields, settings: { fields: [{ field: total, value: "7" }] } }\nedges: [{ from: go.out, to: more.in }]',
  )
  const { id: job } = await enqueue(id, { payload: { record: { order: 1 } } })
  const data = await ended(job)
  assert.equal(data.status, 'stopped', JSON.stringify(data.error))
  assert.deepEqual(data.payload, { order: 1 })
  assert.deepEqual(
    data.steps.map((s: any) => [s.step, s.state, s.records_in, s.exits]),
    [
      ['go', 'done', 1, { out: 1 }],
      ['more', 'done', 1, { out: 1 }],
    ],
  )
  assert.deepEqual(data.edges, [{ from: 'go.out', to: 'more.in', records: 1 }])
  const list = await api('GET', '/jobs?filter[status]=stopped')
  assert.ok(list.data.some((row: any) => row.id === job))
  assert.ok(list.meta.statuses.stopped >= 1)
})

test('a job is found by what its records were about: the values of the field its workflow names, or its fixed word', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: more, element: set_fields, settings: { fields: [{ field: total, value: "7" }] } }\nedges: [{ from: go.out, to: more.in }]',
  )
  await api('PUT', `/workflows/${id}/properties`, { content_identifier: 'head.order_number' })
  const jobs: string[] = []
  for (const order_number of [4711.25, 'A-4712', 47]) {
    const { id: job } = await enqueue(id, { payload: { record: { head: { order_number } } } })
    assert.equal((await ended(job)).content_identifier, String(order_number))
    jobs.push(job)
  }
  const found = async (list: string, term: string) =>
    (await api('GET', `${list}searchTerm=${term}`)).data.map((row: any) => [
      row.id ?? row.job_id,
      row.content_identifier,
    ])
  assert.deepEqual(await found('/jobs?', '4711.25'), [[jobs[0], '4711.25']])
  assert.deepEqual(await found('/jobs?', 'A-4712'), [[jobs[1], 'A-4712']])
  assert.deepEqual(
    await found('/jobs?', 'head.order_number'),
    jobs.toReversed().map((job, i) => [job, ['47', 'A-4712', '4711.25'][i]]),
  )
  assert.deepEqual(
    (await api('GET', '/journal?searchTerm=4711.25')).data.map((row: any) => row.job_id),
    [jobs[0]],
  )
  await api('PUT', `/workflows/${id}/properties`, { content_identifier: 'nightly' })
  const { id: job } = await enqueue(id, { payload: { record: { head: { order_number: 4713.25 } } } })
  assert.equal((await ended(job)).content_identifier, 'nightly')
  assert.deepEqual(await found('/jobs?', '4713.25'), [])
})

test('a job and its log lines have all the fields they are known by', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: say, element: write_journal, settings: { text: "Order {{ order }}" } }\n  - { id: end, element: finish, settings: { return_values: { order: "{{ order }}" } } }\nedges: [{ from: go.out, to: say.in }, { from: go.out, to: end.in }]',
  )
  const { id: job } = await enqueue(id, {
    payload: { record: { order: 7 } },
    parameters: { day: 'today' },
    content_identifier: 'orders',
  })
  await ended(job)
  const { data } = await api('GET', `/jobs/${job}`)
  assert.deepEqual(
    [
      data.id,
      data.status,
      data.started_by,
      data.parameters,
      data.payload,
      data.return_values,
      data.content_identifier,
      data.children,
    ],
    [job, 'stopped', 'hand', { day: 'today' }, { order: 7 }, { order: 7 }, 'orders', 0],
  )
  assert.ok(data.queue_name && Date.parse(data.started_at) <= Date.parse(data.finished_at))
  const { data: lines } = await api('GET', `/jobs/${job}/logs`)
  const line = lines.find((one: { message: string }) => one.message === 'Order 7')
  assert.deepEqual(
    [typeof line.id, line.type, line.parameters, line.updated_at],
    ['number', 'info', {}, line.created_at],
  )
})

test('a waiting job is woken when its time has come', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: later, element: delay, settings: { for: 1s } }\nedges: [{ from: go.out, to: later.in }]',
  )
  const { id: job } = await enqueue(id)
  const data = await ended(job)
  assert.equal(data.status, 'stopped', JSON.stringify(data.error))
  assert.ok(Date.parse(data.finished_at) - Date.parse(data.started_at) >= 1_000)
})

test('a final job cannot be cancelled, and the refusal names its status', async () => {
  const id = await aWorkflow('steps: [{ id: go, element: manual }]')
  const { id: job } = await enqueue(id)
  await ended(job)
  const refused = await api('POST', `/jobs/${job}/cancel`)
  assert.deepEqual(
    [refused.status, refused.code, refused.message],
    [409, 'JOB_NOT_CANCELLABLE', `Job ${job} cannot be cancelled because its status is stopped.`],
  )
  const german = await api('POST', `/jobs/${job}/cancel`, {}, { 'accept-language': 'de' })
  assert.equal(german.message, `Der Job ${job} kann nicht abgebrochen werden, weil sein Status stopped ist.`)
})

test('a waiting job is aborted at once, and many jobs are cancelled by filter', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: later, element: delay, settings: { for: 1d } }\nedges: [{ from: go.out, to: later.in }]',
  )
  await inScope(database.db, tenant.scope, (trx) =>
    trx.updateTable('workflows').set({ concurrency_limit: 3 }).where('id', '=', id).execute(),
  )
  const jobs = await Promise.all([enqueue(id), enqueue(id), enqueue(id)])
  for (const { id: job } of jobs)
    for (let i = 0; i < 200 && (await api('GET', `/jobs/${job}`)).data.status !== 'waiting'; i++) await sleep(30)
  assert.equal((await api('POST', `/jobs/${jobs[0]!.id}/cancel`)).data.status, 'aborted')
  const many = await api('POST', '/jobs/bulk_cancel', { filter: { workflow_id: id, status: 'waiting' } })
  assert.deepEqual(many.data, { affected: 2, refused: [] })
})

test('a job that is over runs once more from the start, as a new job', async () => {
  const id = await aWorkflow('steps: [{ id: go, element: manual }]')
  const { id: job } = await enqueue(id, { payload: { record: { order: 9 } } })
  await ended(job)
  const again = await api('POST', `/jobs/${job}/requeue`, { mode: 'from_start', version: 'current' })
  assert.equal(again.status, 202)
  const data = await ended(again.data.id)
  assert.deepEqual(
    [data.status, data.retry_of, data.retry_mode, data.payload],
    ['stopped', job, 'from_start', { order: 9 }],
  )
  const refused = await api('POST', `/jobs/${job}/requeue`, { mode: 'from_failed' })
  assert.deepEqual([refused.status, refused.code], [422, 'NOTHING_FAILED'])
})

test('a rejected record is corrected and tried again; somebody who may only look cannot', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: sound, element: validate_records, settings: { rules: [{ field: country, operator: equals, value: DE, message: Only Germany }] } }\n  - { id: log, element: write_journal, settings: { text: "{{ order }}" } }\nedges: [{ from: go.out, to: sound.in }, { from: sound.valid, to: log.in }]',
  )
  const { id: job } = await enqueue(id, { payload: { record: { order: 7, country: 'XX' } } })
  const failed = await ended(job)
  assert.deepEqual(
    [failed.status, failed.error.code, failed.error.message],
    ['error', 'NOTHING_WRITTEN', 'Nothing was written: the only record was rejected.'],
  )
  const [rejected] = (await api('GET', `/record_errors?filter[job_id]=${job}`)).data
  assert.deepEqual([rejected.state, rejected.record, rejected.corrected], ['open', { order: 7, country: 'XX' }, null])
  const viewer = await signedIn(server, {
    email: `eye@${tenant.tenant_id}.test`,
    role: 'viewer',
    tenant_id: tenant.tenant_id,
  })
  const corrected = { record: { order: 7, country: 'DE' } }
  assert.equal((await api('POST', `/record_errors/${rejected.id}/retry`, corrected, viewer)).status, 403)
  assert.equal((await api('POST', `/record_errors/${tenant.tenant_id}/retry`, corrected)).status, 404)
  const { status, data: next } = await api('POST', `/record_errors/${rejected.id}/retry`, corrected)
  assert.equal(status, 202)
  assert.deepEqual(
    [(await ended(next.id)).status, (await api('GET', `/jobs/${next.id}/logs`)).data.map((line: any) => line.message)],
    ['stopped', ['7']],
  )
  const [after] = (await api('GET', `/record_errors?filter[job_id]=${job}`)).data
  assert.deepEqual(
    [after.state, after.record, after.corrected, after.retried_by],
    ['resolved', { order: 7, country: 'XX' }, corrected.record, next.id],
  )
})

test('a webhook is accepted for good, starts its workflow and is told apart by its key', async () => {
  const id = await aWorkflow(
    'steps: [{ id: call, element: webhook, settings: { dedupe_key: order.id } }, { id: more, element: set_fields, settings: { fields: [{ field: total, value: "7" }] } }]\nedges: [{ from: call.out, to: more.in }]',
  )
  const admin = {
    ...headers,
    ...(await signedIn(server, {
      email: `boss@${tenant.tenant_id}.test`,
      role: 'tenant_admin',
      tenant_id: tenant.tenant_id,
    })),
  }
  const token = await api('POST', '/workflow_tokens', { workflow_id: id, name: 'Shop' }, admin)
  assert.equal(token.status, 201, token.message)
  const call = (payload: object, url = token.data.path) =>
    app.inject({ method: 'POST', url, payload, headers: { 'accept-language': 'en' } })
  const first = await call({ order: { id: 5 } })
  assert.equal(first.statusCode, 202)
  const again = await call({ order: { id: 5 } })
  assert.equal(again.json().data.id, first.json().data.id)
  const data = await ended(first.json().data.id)
  assert.equal(data.status, 'stopped', JSON.stringify(data.error))
  assert.deepEqual(
    [data.started_by, data.payload.order, data.payload._request.raw],
    ['webhook', { id: 5 }, '{"order":{"id":5}}'],
  )
  const read = await app.inject({ url: token.data.path, headers: { 'accept-language': 'en' } })
  assert.deepEqual(
    [read.statusCode, read.headers.allow, read.json().message],
    [405, 'POST', 'A webhook is called with POST; nothing was started.'],
  )
  const wrong = await call({}, '/hooks/nobody-knows-this-token')
  assert.deepEqual([wrong.statusCode, wrong.json().message], [404, 'There is no webhook at this address.'])
  await api(
    'PUT',
    `/workflow_tokens/${token.data.id}`,
    { whitelisting_active: true, whitelist_ips: ['10.0.0.0/8'] },
    admin,
  )
  await sleep(1_100)
  assert.deepEqual([(await call({})).statusCode, (await call({})).json().code], [403, 'AUTH_IP_DENIED'])
  await api('PUT', `/workflow_tokens/${token.data.id}`, { whitelisting_active: false }, admin)
  const switchTo = (active: boolean) =>
    inScope(context.db, { level: 'provider' }, (trx) =>
      trx.updateTable('tenants').set({ active }).where('id', '=', tenant.tenant_id).execute(),
    )
  await switchTo(false)
  await sleep(1_100)
  const asleep = await call({})
  await switchTo(true)
  assert.deepEqual(
    [asleep.statusCode, asleep.json().code, asleep.json().message],
    [409, 'TENANT_DEACTIVATED', 'The account behind this webhook is deactivated. Nothing was started.'],
  )
})

test('runs are numbered one after the other for each tenant, by the number range; what is accepted again takes no number', async () => {
  const id = await aWorkflow('steps: [{ id: go, element: manual }]\nedges: []')
  const numberOf = async (job: { id: string }) => (await api('GET', `/jobs/${job.id}`)).data.number as string
  const first = await numberOf(await enqueue(id))
  assert.match(first, /^R-\d{6}$/)
  const nth = Number(first.slice(2))
  const keyed = await enqueue(id, { dedupe_key: 'once' })
  await enqueue(id, { dedupe_key: 'once' })
  const many = await Promise.all(Array.from({ length: 5 }, () => enqueue(id)))
  assert.deepEqual(
    [await numberOf(keyed), ...(await Promise.all(many.map(numberOf))).sort()],
    Array.from({ length: 6 }, (_, i) => `R-${String(nth + 1 + i).padStart(6, '0')}`),
  )
  const found = await api('GET', `/jobs?searchTerm=${first}`)
  assert.deepEqual(
    found.data.map((row: { number: string }) => row.number),
    [first],
  )
  const admin = { ...(await signedIn(server, { email: 'numbers@weft.example', role: 'admin' })) }
  const put = (body: object) =>
    app.inject({ method: 'PUT', url: '/api/admin/settings/number_ranges', headers: admin, payload: body })
  assert.equal(
    (await put({ process_iterations_prefix: '2026/', process_iterations_from: 5000, process_iterations_width: 5 }))
      .statusCode,
    200,
  )
  assert.deepEqual([await numberOf(await enqueue(id)), await numberOf(await enqueue(id))], ['2026/05000', '2026/05001'])
  assert.deepEqual((await put({ tenants_prefix: 'T-' })).json().errors, { tenants_prefix: ['Digits only, please.'] })
})

test('code that loops for ever fails its job alone', async () => {
  const id = await aWorkflow(
    `steps:\n  - { id: go, element: manual }\n  - ${codeStep('export default (records) => { for (;;); }').replace('timeout_seconds: 30', 'timeout_seconds: 1')}\nedges: [{ from: go.out, to: work.in }]`,
  )
  const { id: job } = await enqueue(id)
  const data = await ended(job)
  assert.equal(data.status, 'error')
  assert.equal(data.error.step, 'work')
})

test('queues say how full they are', async () => {
  const { data } = await api('GET', '/queues/figures')
  assert.equal(data[0].name, 'default')
  assert.ok(data[0].finished_last_hour >= 1)
})

test('another tenant sees none of it', async () => {
  const other = await aTenant(database)
  const theirs = {
    ...(await signedIn(server, {
      email: `dev@${other.tenant_id}.test`,
      role: 'developer',
      tenant_id: other.tenant_id,
    })),
    'x-project-id': other.project_id,
  }
  const list = await api('GET', '/jobs', undefined, theirs)
  assert.deepEqual(list.data, [])
  const { data: mine } = await api('GET', '/jobs')
  assert.equal((await api('GET', `/jobs/${mine[0].id}`, undefined, theirs)).status, 404)
  assert.equal((await api('POST', `/jobs/${mine[0].id}/cancel`, {}, theirs)).status, 404)

  // What was removed says so to its own people alone.
  await pool.query('delete from jobs where id = $1', [mine[0].id])
  const day = new Date().toISOString().slice(0, 10)
  for (const path of ['', '/logs', '/children']) {
    const gone = await api('GET', `/jobs/${mine[0].id}${path}`)
    assert.deepEqual(
      [gone.status, gone.code, gone.message.slice(0, 40)],
      [404, 'JOB_REMOVED', `Job ${mine[0].number} was removed on ${day}.`.padEnd(40).slice(0, 40)],
    )
    assert.equal((await api('GET', `/jobs/${mine[0].id}${path}`, undefined, theirs)).code, 'NOT_FOUND')
  }
})
