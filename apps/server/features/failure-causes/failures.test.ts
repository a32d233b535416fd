import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { openJournal, type JournalEntry } from '@weft/engine/runtime/journal.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const server = await aServerWithJobs(await aServer())
const { context, tenant, api, aStructure, aWorkflow, run, ended, pool, app } = server
const reading = (path: string) => `steps:
  - { id: go, element: manual }
  - { id: read, label: Read the orders, element: read_file, settings: { path: ${path}, format: csv } }
edges: [{ from: go.out, to: read.in }]`
const file = (path: string) =>
  context.files(tenant.tenant_id).write(path, Readable.from([Buffer.from('order_no\nA1\n')]))
const causesOf = async (workflow: string, more = '') =>
  (await api('GET', `/failure_causes?filter[workflow_id]=${workflow}${more}`)).data as any[]
const today = new Date().toISOString().slice(0, 10)

/** A workflow that has failed so often, for want of a file. */
async function aFailure(name: string, times = 1) {
  const workflow = await aWorkflow(reading(`${name}.csv`))
  const jobs: any[] = []
  for (let i = 0; i < times; i++) jobs.push(await run(workflow))
  const [cause] = await causesOf(workflow)
  return { workflow, jobs, cause }
}
const read = async (id: string) => (await api('GET', `/failure_causes/${id}`)).data

test('what several runs fail by is one cause, with its trend, its newest runs and how often', async () => {
  const { workflow, jobs, cause } = await aFailure('missing', 2)
  assert.deepEqual([jobs[0].status, jobs[0].failure_cause_id, jobs[1].failure_cause_id], ['error', cause.id, cause.id])
  assert.deepEqual(
    [
      (await causesOf(workflow)).length,
      cause.step,
      cause.step_label,
      cause.runs,
      cause.state,
      cause.badge,
      cause.last_job_id,
    ],
    [1, 'read', 'Read the orders', 2, 'open', 'new', jobs[1].id],
  )
  assert.deepEqual([cause.days.length, cause.days.at(-1)], [14, { day: today, runs: 2 }])
  assert.ok(!cause.message.includes('missing.csv'), cause.message)
  const one = await read(cause.id)
  assert.match(one.sample, /missing\.csv/)
  assert.deepEqual(
    one.newest.map(({ id, number, repeated }: any) => [id, number, repeated]),
    [
      [jobs[1].id, jobs[1].number, null],
      [jobs[0].id, jobs[0].number, null],
    ],
  )
  assert.deepEqual([one.open_runs, one.under_way, one.began_job_id, one.changes.last_good], [2, 0, jobs[0].id, null])
  assert.deepEqual((await causesOf(workflow, `&searchTerm=${cause.code}`)).length, 1)
  assert.deepEqual((await causesOf(workflow, '&searchTerm=nowhere')).length, 0)
  assert.deepEqual((await causesOf(workflow, '&filter[state]=fixed')).length, 0)
})

test('a run that ends well, is tried, or is cancelled has no cause', async () => {
  const workflow = await aWorkflow(reading('there.csv'))
  await file('there.csv')
  const good = await run(workflow)
  assert.deepEqual([good.status, good.failure_cause_id], ['stopped', null])
  const missing = await aWorkflow(reading('nowhere.csv'))
  const tried = await run(missing, { test: { records: 10 } })
  assert.equal(tried.failure_cause_id, null)
  assert.deepEqual(await causesOf(missing), [])
})

test('all runs of a cause are run again: the cause is fixed when they went well, and came back when one fails by it again', async () => {
  const { workflow, jobs, cause } = await aFailure('later', 3)
  await file('later.csv')
  const { status, data } = await api('POST', `/failure_causes/${cause.id}/requeue`, {})
  assert.deepEqual([status, data.requeued, data.refused, data.before], [200, 3, [], null])
  for (const id of data.jobs) assert.equal((await ended(id)).status, 'stopped')
  const fixed = await read(cause.id)
  assert.deepEqual([fixed.state, fixed.open_runs, fixed.runs], ['fixed', 0, 3])
  assert.deepEqual(
    fixed.newest.map(({ repeated }: any) => repeated),
    ['stopped', 'stopped', 'stopped'],
  )
  assert.deepEqual(
    fixed.comments.map(({ kind, requeued, refused }: any) => [kind, requeued, refused]),
    [['requeued', 3, 0]],
  )
  assert.deepEqual((await api('POST', `/failure_causes/${cause.id}/requeue`, {})).data.requeued, 0)

  await context.files(tenant.tenant_id).remove('later.csv')
  const again = await run(workflow)
  const back = await read(cause.id)
  assert.deepEqual([back.state, back.runs, back.began_job_id], ['came_back', 4, again.id])
  assert.ok(data.jobs.includes(back.changes.last_good.id))
  assert.notEqual(back.began_job_id, jobs[0].id)
})

test('a run that fails again stands for the one it repeats, which is not run again', async () => {
  const { cause } = await aFailure('never')
  const { data } = await api('POST', `/failure_causes/${cause.id}/requeue`, { version: 'original' })
  assert.equal((await ended(data.jobs[0])).status, 'error')
  const one = await read(cause.id)
  assert.deepEqual([one.state, one.runs, one.open_runs, one.newest[0].id], ['open', 2, 1, data.jobs[0]])
})

test('runs that cannot go on stay open, and the answer says how many and why', async () => {
  const { workflow, cause } = await aFailure('rules', 2)
  await pool.query(`update workflows set source = source || E'\\n# changed' where id = $1`, [workflow])
  const { data } = await api('POST', `/failure_causes/${cause.id}/requeue`, { mode: 'from_failed' })
  assert.deepEqual(data, {
    requeued: 0,
    jobs: [],
    refused: [
      {
        message: 'The workflow has changed since. A job can only go on with the version it began with.',
        count: 2,
      },
    ],
    before: null,
  })
  const one = await read(cause.id)
  assert.deepEqual(
    [one.open_runs, one.comments.map(({ kind, refused }: any) => [kind, refused])],
    [2, [['requeued', 2]]],
  )
})

test('no more than 500 are run again by one call, and nobody does it twice at the same time', async () => {
  const { workflow, jobs, cause } = await aFailure('many')
  await pool.query(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, error, created_at, finished_at, failure_cause_id, failure_open)
     select tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, error, created_at - n * interval '1 second', finished_at, failure_cause_id, true
     from jobs, generate_series(1, 501) n where id = $1`,
    [jobs[0].id],
  )
  const [first, second] = await Promise.all(
    [1, 2].map(() => api('POST', `/failure_causes/${cause.id}/requeue`, { mode: 'from_failed' })),
  )
  const [done, refused] = first!.status === 200 ? [first!, second!] : [second!, first!]
  assert.deepEqual([done.status, refused.status, refused.code], [200, 409, 'REQUEUE_UNDER_WAY'])
  assert.deepEqual([done.data.requeued, typeof done.data.before], [500, 'string'])
  const rest = await api('POST', `/failure_causes/${cause.id}/requeue`, {
    mode: 'from_failed',
    before: done.data.before,
  })
  assert.deepEqual([rest.data.requeued, rest.data.before], [2, null])
  const others = await causesOf(workflow)
  assert.equal(others.length, 1)
})

test('a cause is taken on, spoken of, ignored for a reason, opened again and said to be fixed', async () => {
  const { cause } = await aFailure('people')
  const people = (await api('GET', '/rejection_causes/people')).data as { id: string; name: string }[]
  const me = people.find(({ name }) => name === `dev@${tenant.tenant_id}.test`)!
  const ids = [cause.id]
  assert.equal((await api('POST', '/failure_causes/assign', { ids, user_id: me.id })).data.affected, 1)
  assert.deepEqual(await read(cause.id).then(({ state, assigned_to }) => [state, assigned_to]), ['in_work', me.id])
  assert.equal((await causesOf(cause.workflow_id, `&filter[assigned_to]=${me.id}`)).length, 1)
  assert.equal((await causesOf(cause.workflow_id, '&filter[state]=mine')).length, 1)
  const nobody = await api('POST', '/failure_causes/assign', { ids, user_id: crypto.randomUUID() })
  assert.deepEqual([nobody.status, Object.keys(nobody.errors)], [422, ['user_id']])
  await api('POST', `/failure_causes/${cause.id}/comments`, { comment: 'The shop moved.' })
  await api('POST', '/failure_causes/ignore', { ids, reason: 'Until Monday' })
  await api('POST', '/failure_causes/reopen', { ids })
  await api('POST', '/failure_causes/fix', { ids })
  const one = await read(cause.id)
  assert.deepEqual(
    [one.state, one.ignored_reason, one.comments.map(({ kind, comment }: any) => `${kind} ${comment}`.trim())],
    ['fixed', '', ['comment The shop moved.', 'ignored Until Monday', 'reopened', 'fixed']],
  )
})

test('what was changed between the last good run and the first failure is told with who and why', async () => {
  const lines = await aStructure('NightLine', [aField('order_no', 'text', { primary_key: true, nullable: false })])
  const source = (path: string) => `weft: 1\nlabel: Nightly\nsteps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: ${path}, format: csv } }
  - { id: keep, element: write_records, settings: { structure_id: ${lines.id} } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: keep.in }]`
  await file('night.csv')
  const made = (
    await api('POST', '/workflows', { label: 'Nightly', class_name: 'Nightly', source: source('night.csv') })
  ).data
  await api('POST', `/workflows/${made.id}/publish`, {})
  const good = await run(made.id)
  assert.equal(good.status, 'stopped')
  await api('PUT', `/data_structures/${lines.id}`, { label: 'Lines by night' })
  const saved = await api('PUT', `/workflows/${made.id}/code`, {
    source: source('day.csv'),
    message: 'Read by day',
  })
  assert.ok(saved.status < 300, JSON.stringify(saved))
  assert.equal((await run(made.id)).status, 'error')
  const [cause] = await causesOf(made.id)
  const { changes } = await read(cause.id)
  assert.deepEqual(
    [
      changes.last_good.id,
      changes.more,
      changes.versions.map((one: any) => [one.kind, one.definition_name, one.message]),
    ],
    [
      good.id,
      false,
      [
        ['workflow', 'Nightly', 'Read by day'],
        ['data_structure', 'Lines by night', 'Change Lines by night'],
      ],
    ],
  )
  assert.match(changes.versions[0].author_name, /\S/)
})

test('who may only look cannot act, and nobody sees the causes of another tenant', async () => {
  const { cause } = await aFailure('rights')
  const viewer = {
    ...(await signedIn(server, { email: 'v@hanse.test', role: 'viewer', tenant_id: tenant.tenant_id })),
    'x-project-id': tenant.project_id,
  }
  const other = await aTenant({ ...server.test, key: context.key })
  const stranger = {
    ...(await signedIn(server, { email: 's@other.test', role: 'tenant_admin', tenant_id: other.tenant_id })),
    'x-project-id': other.project_id,
  }
  const call = (as: object, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url: `/api/app/failure_causes${url}`, headers: { ...as }, ...(payload && { payload }) })
  assert.equal((await call(viewer, 'GET', `/${cause.id}`)).statusCode, 200)
  for (const [url, body] of [
    [`/${cause.id}/requeue`, {}],
    [`/${cause.id}/comments`, { comment: 'no' }],
    ['/assign', { ids: [cause.id], user_id: null }],
    ['/ignore', { ids: [cause.id], reason: 'no' }],
    ['/fix', { ids: [cause.id] }],
    ['/reopen', { ids: [cause.id] }],
  ] as const)
    assert.equal((await call(viewer, 'POST', url, body)).statusCode, 403, url)
  assert.equal((await call(stranger, 'GET', `/${cause.id}`)).statusCode, 404)
  assert.deepEqual((await call(stranger, 'GET', '')).json().data, [])
  assert.equal((await call(stranger, 'POST', `/${cause.id}/requeue`, {})).statusCode, 404)
  assert.equal((await call(stranger, 'POST', `/${cause.id}/comments`, { comment: 'no' })).statusCode, 404)
  assert.equal((await call(stranger, 'POST', '/fix', { ids: [cause.id] })).json().data.affected, 0)
})

test('runs that fail at once by the same causes in different orders are all counted', async () => {
  const workflow = await aWorkflow(reading('at-once.csv'))
  const made = await pool.query<{ id: string }>(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, attempt, started_at)
     select $1, $2, $3, (select id from queues where tenant_id = $1 limit 1), $4, 1, 'working', 'hand', 1, now() from generate_series(1, 200) returning id`,
    [tenant.tenant_id, tenant.project_id, workflow, await keptSource(pool, workflow)],
  )
  const entry = (id: string, code: string): JournalEntry => ({
    ...{ id, attempt: 1, status: 'error', progressed: false, tries: 1, records_in: 0, records_out: 0 },
    ...{ records_rejected: 0, warnings: 0, steps: [], cursors: [], logs: [], rejected: [], contents: [] },
    error: { code, message: { text: { en: 'It broke', de: 'Kaputt' }, values: {} } },
  })
  const journals = Array.from({ length: 4 }, () => openJournal(pool))
  const ids = made.rows.map(({ id }) => id)
  await Promise.all(
    ids.map((id, i) => {
      const own = i % 4
      const code = own % 2 === 0 ? `C${i % 7}` : `C${6 - (i % 7)}`
      return journals[own]!.write(entry(id, code))
    }),
  )
  const causes = await causesOf(workflow)
  assert.deepEqual([causes.length, causes.reduce((sum, { runs }) => sum + runs, 0)], [7, 200])
})
