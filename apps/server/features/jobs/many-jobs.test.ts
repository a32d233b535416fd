import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const tenant = await aTenant(database)
const headers = {
  ...(await signedIn(server, { email: 'dev@many.test', role: 'developer', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const other = await inScope(context.db, tenant.scope, (trx) =>
  trx.insertInto('projects').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow(),
)
await fill(tenant.project_id, 'Import', 10_060, `case when n % 1000 = 0 then 'error' else 'stopped' end`)
await fill(other.id, 'Export', 3, `'error'`)

/** So many runs of one workflow of a project, the last of them the newest, each a second after the one before; the fifth ones refused a record. */
async function fill(project_id: string, label: string, count: number, status: string) {
  await inScope(context.db, { ...tenant.scope, project_id }, async (trx) => {
    const { id } = await trx
      .insertInto('workflows')
      .values({ label, class_name: label, source: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const source_id = await keptSourceIn(trx, id)
    await sql`insert into jobs (workflow_id, queue_id, status, source_id, version, started_by, number, created_at, queued_at, position)
      select ${id}, (select id from queues limit 1), ${sql.raw(status)}, ${source_id}, 1, 'user', ${label} || n,
        timestamptz '2026-01-01' + n * interval '1 second', null, null
      from generate_series(1, ${count}) n`.execute(trx)
    await sql`insert into record_errors (job_id, step, batch, position, record, reason)
      select id, 'write', 0, 0, '{}', '{"text":{"en":"is no number","de":"ist keine Zahl"}}' from jobs where number ~ '[05]$'`.execute(
      trx,
    )
  })
}

async function list(query: string) {
  const answer = await app.inject({ url: `/api/app/${query}`, headers })
  return answer.json() as { data: { number: string; workflow_label: string; job_id: string }[]; meta: object }
}
const own = `filter[project_id]=${tenant.project_id}`
const numbers = async (query: string) => (await list(query)).data.map(({ number }) => number)

test('a list of jobs counts up to 10,000, says that there are more, and goes on behind', async () => {
  assert.deepEqual((await list(`jobs?perPage=2&${own}`)).meta, {
    ...{ page: 1, perPage: 2, total: 10_000, lastPage: 5_000, more: true },
    statuses: { stopped: 10_000, error: 10 },
  })
  assert.deepEqual(await numbers(`jobs?perPage=2&${own}`), ['Import10060', 'Import10059'])
  assert.deepEqual(
    await numbers(`jobs?perPage=20&page=503&${own}`),
    Array.from({ length: 20 }, (_, i) => `Import${20 - i}`),
  )
})

test('what is rare among many is counted and found as it is, in each order', async () => {
  assert.deepEqual((await list(`jobs?perPage=2&filter[status]=error&${own}`)).meta, {
    ...{ page: 1, perPage: 2, total: 10, lastPage: 5 },
    statuses: { stopped: 10_000, error: 10 },
  })
  assert.deepEqual(await numbers(`jobs?perPage=2&filter[status]=error&${own}`), ['Import10000', 'Import9000'])
  assert.deepEqual(await numbers(`jobs?perPage=2&filter[status]=error&sort=created_at&${own}`), [
    'Import1000',
    'Import2000',
  ])
  assert.deepEqual(
    (await list('jobs?perPage=4&sort=workflow_label&filter[status]=error')).data.map(
      ({ workflow_label }) => workflow_label,
    ),
    ['Export', 'Export', 'Export', 'Import'],
  )
  assert.deepEqual(await numbers('jobs?searchTerm=Import4711'), ['Import4711'])
})

test('a project shows its own, and a tenant those of all its projects', async () => {
  assert.deepEqual((await list(`jobs?filter[project_id]=${other.id}`)).meta, {
    ...{ page: 1, perPage: 25, total: 3, lastPage: 1 },
    statuses: { error: 3 },
  })
  const { meta } = await list('jobs?perPage=1')
  assert.deepEqual(meta, {
    ...{ page: 1, perPage: 1, total: 10_000, lastPage: 10_000, more: true },
    statuses: { stopped: 10_000, error: 13 },
  })
})

test('refused records are counted alike', async () => {
  assert.deepEqual((await list('record_errors?perPage=1')).meta, { page: 1, perPage: 1, total: 2_012, lastPage: 2_012 })
  assert.deepEqual((await list('record_errors?perPage=1&filter[state]=open')).meta, {
    ...{ page: 1, perPage: 1, total: 2_012, lastPage: 2_012 },
  })
})

test('a search finds jobs by their workflow, what they are about, their number and the beginning of their id', async () => {
  const ids = (await list('jobs?perPage=3&filter[status]=error')).data.map(
    (row) => (row as unknown as { id: string }).id,
  )
  const [first, second, third] = ids as [string, string, string]
  await inScope(context.db, tenant.scope, async (trx) => {
    await sql`update jobs set content_identifier = 'orders-2026-11.csv' where id = ${first}`.execute(trx)
    await sql`update workflows set content_type = 'Sales order' where label = 'Import'`.execute(trx)
    await sql`insert into job_contents (job_id, value) values (${second}, 'SO 77'), (${third}, 'SO 77')`.execute(trx)
  })
  const found = async (term: string) =>
    (await list(`jobs?perPage=3&searchTerm=${encodeURIComponent(term)}`)).data.map((row) => row.number).toSorted()

  assert.deepEqual(await found('export'), ['Export1', 'Export2', 'Export3'])
  assert.deepEqual(await found('ORDERS-2026'), [(await list(`jobs?searchTerm=${first}`)).data[0]!.number])
  assert.deepEqual(await found(first.slice(0, 8)), await found('orders-2026-11.csv'))
  assert.deepEqual((await found('SO 77')).length, 2)
  assert.deepEqual(await found('sales order SO 77'), await found('SO 77'))
  assert.deepEqual(await found('purchase order SO 77'), [])
  assert.deepEqual(await found(first.slice(0, 5)), [], 'so few characters of an id say nothing')
})

test('where jobs say very much of themselves, it is found all the same', async () => {
  await inScope(context.db, tenant.scope, (trx) =>
    sql`update jobs set content_identifier = 'file ' || number where number like 'Import%'`.execute(trx),
  )
  assert.deepEqual(await numbers('jobs?searchTerm=file%20import471&sort=created_at&perPage=3'), [
    ...['Import471', 'Import4710', 'Import4711'],
  ])
})

test('an order but that by time is one among the newest 10,000 that are found', async () => {
  await inScope(context.db, tenant.scope, (trx) =>
    sql`update jobs set records_in = 7 where number in ('Import1', 'Import500')`.execute(trx),
  )
  assert.deepEqual(await numbers(`jobs?perPage=1&sort=-records_in&${own}`), ['Import500'])
  assert.deepEqual((await list(`jobs?perPage=1&sort=-records_in&${own}`)).meta, {
    ...{ page: 1, perPage: 1, total: 10_000, lastPage: 10_000, more: true, sortedAmong: 10_000 },
    statuses: { stopped: 10_000, error: 10 },
  })
  assert.deepEqual(await numbers(`jobs?perPage=1&sort=-records_in&searchTerm=import1&${own}`), ['Import1'])
  assert.deepEqual(await numbers(`jobs?perPage=1&sort=created_at&${own}`), ['Import1'])
})
