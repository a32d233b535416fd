import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { aServer, signedIn } from '../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.house.key })
const as = async (role: string) => ({ ...(await signedIn(server, { email: `${role}@queries.test`, role, tenant_id: tenant.tenant_id })), 'x-project-id': tenant.project_id })
const [developer, analyst, viewer] = [await as('developer'), await as('analyst'), await as('viewer')]
const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers: Record<string, string> = analyst) => {
  const answer = await server.app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  const json = answer.headers['content-type']?.includes('json') && answer.body !== ''
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, ...((json ? answer.json() : {}) as { data: any; code: string; errors: Record<string, string[]>; message: string }) }
}
const run = (sql: string, parameters = '{}') => call('POST', 'queries/run', { sql, parameters })

const structure = (await call('POST', 'data_structures', { class_name: 'SalesOrder', table_name: 'sales_order', label: 'Orders', fields: [aField('id', 'integer', { primary_key: true, nullable: false }), aField('country', 'text'), aField('net', 'decimal', { precision: 10, scale: 2 })] }, developer)).data
for (const record of [{ id: 1, country: 'DE', net: '10.00' }, { id: 2, country: 'AT', net: '20.50' }, { id: 3, country: '=1+1', net: '0.10' }]) await call('POST', `data_structures/${structure.id}/records`, record, developer)

test('a query only reads, and sees the tables of its project', async () => {
  const { data } = await run('select country, net from sales_order order by id limit 2;')
  assert.deepEqual([data.columns, data.rows, data.more], [['country', 'net'], [{ country: 'DE', net: '10.00' }, { country: 'AT', net: '20.50' }], false])
  for (const sql of ['delete from sales_order', 'select 1; delete from sales_order', `with gone as (delete from sales_order returning 1) select * from gone`, 'drop table sales_order', `select set_config('transaction_read_only', 'off', false)`, 'commit']) {
    const refused = await run(sql)
    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['sql']], sql)
  }
  assert.equal((await run('select count(*)::int as n from sales_order')).data.rows[0].n, 3)
})

test('values come from the parameters, never as part of the SQL', async () => {
  assert.deepEqual((await run('select id from sales_order where country = :country and net >= :least::numeric', '{"country": "AT", "least": 5}')).data.rows, [{ id: 2 }])
  assert.deepEqual((await run('select id from sales_order where country = :country', JSON.stringify({ country: `DE' or 'a'='a` }))).data.rows, [])
  assert.deepEqual((await run('select :day::date + 1 as next', '{"day": "2026-01-31"}')).data.rows, [{ next: '2026-02-01' }])
  assert.deepEqual((await run('select :country', '{}')).errors, { parameters: ['The query asks for :country, and the parameters have no such value.'] })
  for (const parameters of ['{"a": ', '[1]', '7']) assert.deepEqual((await run('select 1', parameters)).errors, { parameters: ['This must be a JSON object such as {"from": "2026-01-31"}.'] })
  assert.equal((await run('select 1 as one', '')).data.rows[0].one, 1)
})

test('what the database does not understand is told with its line', async () => {
  assert.deepEqual((await run('select country\nfrom sales_order\nwhere net >>> 1')).errors, { sql: ['The database refuses this query in line 3: operator does not exist: numeric >>> integer'] })
  assert.deepEqual((await run('select *\nfrom sales_order wher id = :id', '{"id": 1}')).errors, { sql: ['SQL syntax error in line 2: syntax error at or near "id"'] })
})

test('ten thousand rows are shown, all are exported, and no value becomes a formula', async () => {
  const { data } = await run('select n from generate_series(1, 10001) n')
  assert.deepEqual([data.rows.length, data.more], [10_000, true])
  const file = await call('POST', 'queries/export', { sql: 'select n from generate_series(1, 25000) n' })
  assert.deepEqual([file.status, file.headers['content-type'], file.text.trim().split(/\r?\n/).length], [200, 'text/csv; charset=utf-8', 25_001])
  assert.match((await call('POST', 'queries/export', { sql: `select country from sales_order where id = :id`, parameters: '{"id": 3}' })).text, /'=1\+1/)
  assert.equal((await call('POST', 'queries/export', { sql: 'selekt' })).code, 'QUERY_SYNTAX')
})

test('a check shows how the database would run it, and runs nothing', async () => {
  assert.match((await call('POST', 'queries/check', { sql: 'select * from sales_order where id = :id', parameters: '{"id": 1}' })).data.plan.join('\n'), /sales_order/)
  assert.equal((await call('POST', 'queries/check', { sql: 'select pg_sleep(600)' })).status, 200)
})

test('a query is kept with a name, a description and SQL that can be read', async () => {
  assert.deepEqual(Object.keys((await call('POST', 'queries', { name: ' ', description: '', sql: '', parameters: '{' })).errors), ['name', 'description', 'sql', 'parameters'])
  const draft = { name: 'By country', description: 'Orders of a country.', sql: 'select * from sales_order where country = :country', parameters: '{"country": "DE"}' }
  assert.deepEqual((await call('POST', 'queries', { ...draft, sql: 'selekt' })).errors, { sql: ['SQL syntax error: syntax error at or near "selekt"'] })
  const { status, data: kept } = await call('POST', 'queries', draft)
  assert.equal(status, 201)
  assert.deepEqual((await call('POST', 'queries', draft)).errors, { name: ['There is already a query called By country.'] })
  assert.deepEqual((await call('POST', `queries/${kept.id}/run`)).data.rows.map((row: any) => row.id), [1])
  assert.deepEqual((await call('POST', `queries/${kept.id}/run`, { parameters: '{"country": "AT"}' })).data.rows.map((row: any) => row.id), [2])
  assert.equal((await call('PUT', `queries/${kept.id}`, { sql: 'select * from not_there_yet' })).data.sql, 'select * from not_there_yet')
  assert.deepEqual((await call('GET', 'queries?searchTerm=country')).data.map((one: any) => one.name), ['By country'])
  assert.equal((await call('DELETE', `queries/${kept.id}`)).status, 204)
  assert.equal((await call('GET', `queries/${kept.id}`)).status, 404)
})

test('whoever may not run queries has none', async () => {
  for (const [method, url, body] of [['GET', 'queries'], ['POST', 'queries/run', { sql: 'select 1' }], ['POST', 'queries/export', { sql: 'select 1' }]] as const) assert.equal((await call(method, url, body, viewer)).status, 403)
})
