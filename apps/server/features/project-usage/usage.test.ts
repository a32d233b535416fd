import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDraft, aField } from '@weft/engine/testing/structure.ts'
import { aTenant, type TestTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const { db } = context
const hanse = await aTenant(server.test)
const south = await aTenant(server.test)
const person = async (email: string, role: string, { tenant_id, project_id }: TestTenant = hanse) => ({
  ...(await signedIn(server, { email, role, tenant_id })),
  'x-project-id': project_id,
})
const boss = await person('boss@hanse.example', 'tenant_admin')
const viewer = await person('viewer@hanse.example', 'viewer')
const stranger = await person('boss@south.example', 'tenant_admin', south)

async function call(who: Record<string, string>, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await app.inject({ method, url: `/api/app/${path}`, headers: who, ...(payload && { payload }) })
  return { status: answer.statusCode, ...(answer.json() as { data: any }) }
}
const usage = async (who: Record<string, string>) => (await call(who, 'GET', 'project_usage')).data

const other = await inScope(db, { level: 'tenant', tenant_id: hanse.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow(),
)

test('the month counts the project and beside it the tenant, against the plan of its contract', async () => {
  await inScope(db, systemScope, async (trx) => {
    await sql`
      insert into usage_days (tenant_id, project_id, day, runs, records) values
        (${hanse.tenant_id}, ${hanse.project_id}, (now() at time zone 'UTC')::date, 12, 3400),
        (${hanse.tenant_id}, ${hanse.project_id}, (now() at time zone 'UTC')::date - 40, 99, 99),
        (${hanse.tenant_id}, ${other.id}, (now() at time zone 'UTC')::date, 8, 600),
        (${south.tenant_id}, ${south.project_id}, (now() at time zone 'UTC')::date, 70, 70)`.execute(trx)
    await sql`
      with p as (insert into plans (name, included_runs, included_records, included_gb) values ('Standard', 1000, 50000, 5) returning id)
      insert into contracts (tenant_id, plan_id, start_on) select ${hanse.tenant_id}, id, '2026-01-01' from p`.execute(
      trx,
    )
    await sql`insert into storage_days (tenant_id, day, database_bytes, file_bytes) values (${hanse.tenant_id}, '2026-11-01', 2000, 500)`.execute(
      trx,
    )
  })
  const { month, storage } = await usage(boss)
  const { from, ...counted } = month
  assert.match(from, /^\d{4}-\d\d-01$/)
  assert.deepEqual(counted, {
    ...{ runs: 12, records: 3400, tenant_runs: 20, tenant_records: 4000 },
    plan: { name: 'Standard', included_runs: 1000, included_records: 50000, included_gb: 5 },
  })
  assert.deepEqual([storage.kind, storage.measured.database_bytes, storage.measured.file_bytes], ['local', 2000, 500])
})

test('queues are the project’s own and the shared ones, with what runs and waits in them', async () => {
  await inScope(db, { level: 'tenant', tenant_id: hanse.tenant_id }, async (trx) => {
    await trx.insertInto('queues').values({ name: 'theirs', project_id: other.id }).execute()
    await trx.insertInto('queues').values({ name: 'ours', project_id: hanse.project_id, instances: 1 }).execute()
  })
  const { id: workflow_id } = await inScope(db, hanse.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'Refunds', class_name: 'Refunds', source: 'weft: 1\nlabel: Refunds\nsteps: []', active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { tenant_id, project_id } = hanse
  await context.jobs.enqueue({ tenant_id, project_id, workflow_id, started_by: 'hand' })
  const { queues, workflows } = await usage(boss)
  assert.deepEqual(
    queues.map(({ name, shared, instances, waiting, running }: any) => [name, shared, instances, waiting, running]),
    [
      ['default', true, 2, 1, 0],
      ['ours', false, 1, 0, 0],
    ],
  )
  assert.deepEqual(workflows, { total: 1, active: 1 })
})

test('structures say how many records they hold', async () => {
  const made = await call(
    boss,
    'POST',
    'data_structures',
    aDraft('Articles', [aField('sku', 'text', { primary_key: true, length: 20 })]),
  )
  assert.equal(made.status, 201, JSON.stringify(made))
  for (const sku of ['A-1', 'A-2'])
    assert.equal((await call(boss, 'POST', `data_structures/${made.data.id}/records`, { sku })).status, 201)
  const { structures } = await usage(boss)
  assert.deepEqual(structures, {
    total: 1,
    largest: [{ id: made.data.id, label: 'Articles', records: 2, about: false }],
  })
})

test('limits are what the installation allows this tenant; parts without the right are not said', async () => {
  await inScope(db, systemScope, (trx) =>
    sql`update tenants set settings = '{"limits": {"queue_instances": 3, "queue_memory": 512}}' where id = ${hanse.tenant_id}`.execute(
      trx,
    ),
  )
  const { limits, ...rest } = await usage(viewer)
  assert.deepEqual([limits.instances, limits.memory], [3, 512])
  assert.deepEqual(
    [rest.connections, rest.tokens, rest.service_accounts, rest.agents, rest.month.plan],
    [null, null, null, null, null],
  )
  assert.equal(rest.workflows.total, 1)
})

test('nothing of another tenant is counted', async () => {
  const { queues, month, structures, workflows, connections } = await usage(stranger)
  assert.deepEqual(
    queues.map(({ name, waiting }: any) => [name, waiting]),
    [['default', 0]],
  )
  assert.deepEqual([month.tenant_runs, month.runs, month.plan], [70, 70, null])
  assert.deepEqual(structures, { total: 0, largest: [] })
  assert.deepEqual(
    [workflows, connections],
    [
      { total: 0, active: 0 },
      { own: 0, shared: 0, broken: 0 },
    ],
  )
  assert.notEqual((await call({ ...stranger, 'x-project-id': hanse.project_id }, 'GET', 'project_usage')).status, 200)
})
