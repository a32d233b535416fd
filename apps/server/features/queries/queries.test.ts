import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { queryLoginOf, queryOptions } from '@weft/engine/connections/query-login.server.ts'
import { forgetQueries } from '@weft/engine/maintenance/query-history.server.ts'
import { projectSchema } from '@weft/engine/records/postgres/names.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const tenant = await aTenant({ ...server.test, key: server.context.key })
const cluster = new URL(server.test.cluster_url)
const server_id = randomUUID()
await inScope(server.context.db, systemScope, async (trx) => {
  const password = seal(
    server.context.key,
    placeIn(sealedColumns.server_password, { id: server_id }),
    decodeURIComponent(cluster.password),
  )
  await trx
    .insertInto('database_servers')
    .values({
      id: server_id,
      name: 'Cluster',
      engine: 'postgres',
      host: cluster.hostname,
      port: Number(cluster.port),
      username: cluster.username,
      password,
    })
    .execute()
})
await inScope(server.context.db, tenant.scope, (trx) =>
  trx.updateTable('tenant_connections').set({ server_id }).where('name', '=', 'tenant').execute(),
)
const as = async (role: string) => ({
  ...(await signedIn(server, { email: `${role}@queries.test`, role, tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
})
const [developer, analyst, viewer] = [await as('developer'), await as('analyst'), await as('viewer')]
const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = analyst,
) => {
  const answer = await server.app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
  const json = answer.headers['content-type']?.includes('json') && answer.body !== ''
  return {
    status: answer.statusCode,
    text: answer.body,
    headers: answer.headers,
    ...((json ? answer.json() : {}) as { data: any; code: string; errors: Record<string, string[]>; message: string }),
  }
}
const run = (sql: string, parameters = '{}') => call('POST', 'queries/run', { sql, parameters })

/** The administrator of the cluster sees what every session does. */
const administrator = new pg.Pool({ connectionString: server.test.cluster_url, max: 1 })
/** As the engine works across tenants. */
const background = openPool(server.test.app_url, { max: 1, level: 'system' })
after(() => Promise.all([administrator.end(), background.end()]))
async function until(holds: () => Promise<boolean>) {
  for (const end = Date.now() + 60_000; !(await holds()); await sleep(50)) assert.ok(Date.now() < end)
}

const structure = (
  await call(
    'POST',
    'data_structures',
    {
      class_name: 'SalesOrder',
      table_name: 'sales_order',
      label: 'Orders',
      fields: [
        aField('id', 'integer', { primary_key: true, nullable: false }),
        aField('country', 'text'),
        aField('net', 'decimal', { precision: 10, scale: 2 }),
      ],
    },
    developer,
  )
).data
for (const record of [
  { id: 1, country: 'DE', net: '10.00' },
  { id: 2, country: 'AT', net: '20.50' },
  { id: 3, country: '=1+1', net: '0.10' },
])
  await call('POST', `data_structures/${structure.id}/records`, record, developer)

test('a query only reads, and sees the tables of its project', async () => {
  const { data } = await run('select country, net from sales_order order by id limit 2;')
  assert.deepEqual(
    [data.columns, data.rows, data.more],
    [
      ['country', 'net'],
      [
        { country: 'DE', net: '10.00' },
        { country: 'AT', net: '20.50' },
      ],
      false,
    ],
  )
  for (const sql of [
    'delete from sales_order',
    'select 1; delete from sales_order',
    `with gone as (delete from sales_order returning 1) select * from gone`,
    'drop table sales_order',
    `select set_config('transaction_read_only', 'off', false)`,
    'commit',
  ]) {
    const refused = await run(sql)
    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['sql']], sql)
  }
  assert.equal((await run('select count(*)::int as n from sales_order')).data.rows[0].n, 3)
})

test('values come from the parameters, never as part of the SQL', async () => {
  assert.deepEqual(
    (
      await run(
        'select id from sales_order where country = :country and net >= :least::numeric',
        '{"country": "AT", "least": 5}',
      )
    ).data.rows,
    [{ id: 2 }],
  )
  assert.deepEqual(
    (await run('select id from sales_order where country = :country', JSON.stringify({ country: `DE' or 'a'='a` })))
      .data.rows,
    [],
  )
  assert.deepEqual((await run('select :day::date + 1 as next', '{"day": "2026-01-31"}')).data.rows, [
    { next: '2026-02-01' },
  ])
  assert.deepEqual((await run('select :country', '{}')).errors, {
    parameters: ['The query asks for :country, and the parameters have no such value.'],
  })
  for (const parameters of ['{"a": ', '[1]', '7'])
    assert.deepEqual((await run('select 1', parameters)).errors, {
      parameters: ['This must be a JSON object such as {"from": "2026-01-31"}.'],
    })
  assert.equal((await run('select 1 as one', '')).data.rows[0].one, 1)
  for (const where of ['country in (:countries)', 'country = any(:countries)'])
    assert.deepEqual(
      (await run(`select id from sales_order where ${where} order by id`, '{"countries": ["AT", "DE"]}')).data.rows,
      [{ id: 1 }, { id: 2 }],
      where,
    )
  assert.deepEqual((await run('select id from sales_order where id in (:ids)', '{"ids": []}')).data.rows, [])
  assert.deepEqual((await run('select id from sales_order where id in (:ids)', '{"ids": [2, 7]}')).data.rows, [
    { id: 2 },
  ])
})

test('what the database does not understand is told with its line', async () => {
  assert.deepEqual((await run('select country\nfrom sales_order\nwhere net >>> 1')).errors, {
    sql: ['The database refuses this query in line 3: operator does not exist: numeric >>> integer'],
  })
  const told = async (sql: string, parameters = '{}') => {
    const { status, errors, meta } = (await run(sql, parameters)) as unknown as {
      status: number
      errors: { sql: string[] }
      meta: unknown
    }
    return [status, errors.sql[0], meta]
  }
  assert.deepEqual(
    await told('select o.id\n  from sales_order o\n where o.country in (:c) and o.sta = 1', '{"c": ["DE", "AT"]}'),
    [
      422,
      'sales_order has no field “sta”.',
      {
        at: { line: 3, column: 32, length: 3 },
        unknown: { kind: 'field', name: 'sta', table: 'sales_order' },
      },
    ],
  )
  assert.deepEqual(await told("select '😀', nothing from sales_order"), [
    422,
    'There is no field “nothing” here.',
    { at: { line: 1, column: 14, length: 7 }, unknown: { kind: 'field', name: 'nothing' } },
  ])
  assert.deepEqual(await told('  select * from costumer'), [
    422,
    'There is no table “costumer” here.',
    { at: { line: 1, column: 17, length: 8 }, unknown: { kind: 'table', name: 'costumer' } },
  ])
  assert.deepEqual(await told('select x.id from sales_order o'), [
    422,
    'There is no table “x” here.',
    { at: { line: 1, column: 8, length: 1 }, unknown: { kind: 'table', name: 'x' } },
  ])
  assert.deepEqual(await told('select summe(net) from sales_order'), [
    422,
    'There is no function “summe” for such values.',
    { at: { line: 1, column: 8, length: 5 }, unknown: { kind: 'function', name: 'summe' } },
  ])
  assert.deepEqual(
    (await told('select id from sales_order a join sales_order b on a.id = b.id'))[1],
    'Several tables here have a field “id”: write the name of one before it.',
  )
  assert.deepEqual((await run('select *\nfrom sales_order wher id = :id', '{"id": 1}')).errors, {
    sql: ['SQL syntax error in line 2: syntax error at or near "id"'],
  })
})

test('ten thousand rows are shown, all are exported, and no value becomes a formula', async () => {
  const { data } = await run('select n from generate_series(1, 10001) n')
  assert.deepEqual([data.rows.length, data.more], [10_000, true])
  const file = await call('POST', 'queries/export', { sql: 'select n from generate_series(1, 25000) n' })
  assert.deepEqual(
    [file.status, file.headers['content-type'], file.text.trim().split(/\r?\n/).length],
    [200, 'text/csv; charset=utf-8', 25_001],
  )
  assert.match(
    (
      await call('POST', 'queries/export', {
        sql: `select country from sales_order where id = :id`,
        parameters: '{"id": 3}',
      })
    ).text,
    /'=1\+1/,
  )
  assert.equal((await call('POST', 'queries/export', { sql: 'selekt' })).code, 'QUERY_SYNTAX')
})

test('an export is a CSV, Excel or JSON file, as somebody wishes', async () => {
  const sql = 'select country, net from sales_order order by id limit 1'
  const json = await call('POST', 'queries/export', { sql, format: 'json' })
  assert.deepEqual(JSON.parse(json.text), [{ country: 'DE', net: '10.00' }])
  assert.match(String(json.headers['content-disposition']), /query\.json/)
  const excel = await call('POST', 'queries/export', { sql, format: 'xlsx' })
  assert.deepEqual(
    [excel.headers['content-type'], excel.text.slice(0, 2)],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  )
})

test('columns tell what they hold', async () => {
  assert.deepEqual(
    (await run(`select 1 as a, 1.5 as b, 'x' as c, true as d, date '2026-01-31' as e, now() as f, '{}'::jsonb as g`))
      .data.types,
    ['integer', 'decimal', 'text', 'boolean', 'date', 'date_time', 'json'],
  )
})

test('a history has what its person ran, the latest first, and nobody else reads it', async () => {
  await call('DELETE', 'queries/history')
  await call('POST', 'queries/run', { sql: 'select 1 as one', name: 'The one' })
  await run('select nothing from sales_order')
  await call('POST', 'queries/run', { sql: 'select 2' }, developer)
  const { data } = await call('GET', 'queries/history')
  assert.deepEqual(
    data.map(({ name, outcome, rows, error }: any) => [name, outcome, rows, error]),
    [
      ['', 'failed', null, 'There is no field “nothing” here.'],
      ['The one', 'done', 1, null],
    ],
  )
  const named = (search: string) => call('GET', `queries/history?search=${encodeURIComponent(search)}`)
  assert.deepEqual([(await named('THE ONE')).data.length, (await named('%')).data.length], [1, 0])
  assert.equal((await call('GET', 'queries/history', undefined, developer)).data[0].sql, 'select 2')
  const before = encodeURIComponent(data[0].started_at)
  assert.deepEqual(
    (await call('GET', `queries/history?before=${before}`)).data.map((one: any) => one.name),
    ['The one'],
  )
  assert.equal(await forgetQueries(background, 30, new Date()), 0)
  assert.equal(await forgetQueries(background, 30, new Date(Date.now() + 31 * 86_400_000)), 3)
  assert.deepEqual((await call('GET', 'queries/history')).data, [])
})

test('who stops waiting stops the query in the database, and their history says so', async () => {
  const gone = new AbortController()
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const running = fetch(`${url}/api/app/queries/run`, {
    method: 'POST',
    headers: { ...analyst, 'content-type': 'application/json' },
    body: JSON.stringify({ sql: 'select pg_sleep(25) as forgotten' }),
    signal: gone.signal,
  }).catch((error: Error) => error.name)
  const active = async () =>
    (
      await administrator.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%fetch%asked%' and usename like '%reader'`,
      )
    ).rows[0]!.n
  await until(async () => (await active()) === 1)
  gone.abort()
  assert.equal(await running, 'AbortError')
  await until(async () => (await active()) === 0)
  await until(async () => (await call('GET', 'queries/history')).data[0]?.outcome === 'stopped')
})

test('a chart is kept with its query', async () => {
  const chart = { type: 'column', across: 'country', value: 'net' }
  const draft = { name: 'Drawn', description: 'With a chart.', sql: 'select country, net from sales_order' }
  const { data: kept } = await call('POST', 'queries', { ...draft, chart })
  assert.deepEqual(kept.chart, chart)
  assert.deepEqual((await call('PUT', `queries/${kept.id}`, { name: 'Drawn again' })).data.chart, chart)
  assert.equal((await call('PUT', `queries/${kept.id}`, { chart: null })).data.chart, null)
  await call('DELETE', `queries/${kept.id}`)
})

test('a query reads no other project of its tenant, and no name of its tables', async () => {
  const other = projectSchema(randomUUID())
  const owner = new pg.Client(tenant.database_url)
  await owner.connect()
  const reader = queryLoginOf(new URL(tenant.database_url).pathname.slice(1), 'postgres')
  try {
    await owner.query(
      `create schema ${other}; create table ${other}.secret (id int, salary int); grant usage on schema ${other} to ${reader}; grant select on ${other}.secret to ${reader}`,
    )
    for (const sql of [
      `select * from ${other}.secret`,
      `table ${other}.secret`,
      `select * from "${other}" . "secret"`,
      `select * from U&"${other}".secret`,
      `with a as (select * from only ${other}.secret) select * from a`,
      `select 1 where exists (select from ${other}/**/.secret)`,
      `select (null::${other}.secret).*`,
      `select * from json_populate_record(null::${other}.secret, '{}')`,
      `select * from json_to_recordset('[]') as x(a ${other}.secret)`,
      `select ${other}.anything()`,
    ])
      assert.deepEqual([(await run(sql)).status, (await run(sql)).code], [422, 'QUERY_OTHER_PROJECT'], sql)
    for (const sql of [
      'select table_name from information_schema.tables',
      'select * from "information_schema".columns',
      'select * from U&"information\\005fschema".schemata',
    ])
      assert.equal((await run(sql)).code, 'QUERY_SYSTEM_CATALOG', sql)
    for (const sql of [
      `select to_regclass('${other}.secret')`,
      `select '${other}.secret'::regclass`,
      `select '${other}.secret'::regclass::oid::int`,
      `select tableoid::regclass from sales_order`,
      `select regclass('${other}.secret')`,
      `select '${other}'::regnamespace`,
      `select format_type(1, 1)`,
      `select obj_description(1, 'pg_class')`,
      `select current_setting('data_directory')`,
      'select inet_server_addr()',
    ])
      assert.equal((await run(sql)).code, 'QUERY_FUNCTION_REFUSED', sql)
    assert.equal((await run(`select * from secret`)).status, 422)
  } finally {
    await owner.query(`drop schema if exists ${other} cascade`)
    await owner.end()
  }
})

test('a check shows how the database would run it, and runs nothing', async () => {
  const { data } = await call('POST', 'queries/check', {
    sql: 'select country, count(*) from sales_order where net > 1 group by country',
  })
  const steps = (step: any): any[] => [step, ...step.steps.flatMap(steps)]
  const scan = steps(data.root).find(({ table }) => table === 'sales_order')
  assert.match(data.root.does, /Aggregate/)
  assert.ok(data.root.cost > 0 && scan.rows > 0)
  assert.match(scan.details.find(({ about }: any) => about === 'filter').text, /net > /)
  assert.match(
    (
      await call('POST', 'queries/check', { sql: 'select * from sales_order where id = :id', parameters: '{"id": 1}' })
    ).data.plan.join('\n'),
    /sales_order/,
  )
  assert.equal((await call('POST', 'queries/check', { sql: 'select pg_sleep(600)' })).status, 200)
})

test('a query is kept with a name, a description and SQL that can be read', async () => {
  assert.deepEqual(
    Object.keys((await call('POST', 'queries', { name: ' ', description: '', sql: '', parameters: '{' })).errors),
    ['name', 'description', 'sql', 'parameters'],
  )
  const draft = {
    name: 'By country',
    description: 'Orders of a country.',
    sql: 'select * from sales_order where country = :country',
    parameters: '{"country": "DE"}',
  }
  assert.deepEqual((await call('POST', 'queries', { ...draft, sql: 'selekt' })).errors, {
    sql: ['SQL syntax error: syntax error at or near "selekt"'],
  })
  const { status, data: kept } = await call('POST', 'queries', draft)
  assert.equal(status, 201)
  assert.deepEqual((await call('POST', 'queries', draft)).errors, {
    name: ['There is already a query called By country.'],
  })
  assert.deepEqual(
    (await call('POST', `queries/${kept.id}/run`)).data.rows.map((row: any) => row.id),
    [1],
  )
  assert.deepEqual(
    (await call('POST', `queries/${kept.id}/run`, { parameters: '{"country": "AT"}' })).data.rows.map(
      (row: any) => row.id,
    ),
    [2],
  )
  assert.equal(
    (await call('PUT', `queries/${kept.id}`, { sql: 'select * from not_there_yet' })).data.sql,
    'select * from not_there_yet',
  )
  assert.deepEqual(
    (await call('GET', 'queries?searchTerm=country')).data.map((one: any) => one.name),
    ['By country'],
  )
  assert.equal((await call('DELETE', `queries/${kept.id}`)).status, 204)
  assert.equal((await call('GET', `queries/${kept.id}`)).status, 404)
})

test('a result of hundreds of megabytes is refused with a sentence, and the server goes on', async () => {
  for (const sql of [
    "select repeat('x', 600000000)",
    "select repeat('x', 3000) as text from generate_series(1, 9000)",
    "select array_agg(repeat('x', 1000)) from generate_series(1, 300000)",
  ]) {
    const refused = await run(sql)
    assert.deepEqual(
      [refused.status, refused.code, refused.message],
      [
        422,
        'QUERY_RESULT_TOO_LARGE',
        'The result of the query is larger than 10 MB. Please select fewer rows or columns.',
      ],
      sql,
    )
  }
  assert.equal(
    (await call('POST', 'queries/export', { sql: "select repeat('x', 80000000)" })).code,
    'QUERY_RESULT_TOO_LARGE',
  )
  assert.equal((await run("select repeat('x', 5000000) as text")).data.rows[0].text.length, 5_000_000)
})

test('nobody takes all places: slow queries of one person hold up neither records nor the queries of others', async () => {
  const slow = Array.from({ length: 20 }, () => run('select pg_sleep(4)'))
  const records = await call('GET', `data_structures/${structure.id}/records`)
  const other = await call('POST', 'queries/run', { sql: 'select 1 as one' }, developer)
  const first = await Promise.race([
    ...slow.slice(0, 3).map(async (one) => (await one).status),
    Promise.resolve('the records and the other query'),
  ])
  assert.deepEqual([records.status, other.status, first], [200, 200, 'the records and the other query'])
  const ended = await Promise.all(slow)
  assert.deepEqual(
    ended.map(({ status }) => status).toSorted((a, b) => a - b),
    [...Array(3).fill(200), ...Array(17).fill(429)],
  )
  assert.equal(
    ended.find(({ status }) => status === 429)!.message,
    '3 of your queries are running already. Please wait until one of them has ended.',
  )
})

test('a query reaches neither the catalogues of the database system nor the sessions of others, however it is spelt', async () => {
  const catalogues = [
    'pg_database',
    'pg_roles',
    'pg_user',
    'pg_authid',
    'pg_shadow',
    'pg_group',
    'pg_auth_members',
    'pg_stat_activity',
    'pg_stat_database',
    'pg_locks',
    'pg_settings',
    'pg_db_role_setting',
    'pg_shdepend',
    'pg_tablespace',
    'pg_prepared_xacts',
    'pg_stat_replication',
    'pg_class',
  ]
  const reads = catalogues.flatMap((name) => [
    `select * from ${name}`,
    `select * from pg_catalog."${name}"`,
    `select (select count(*) from only ${name.toUpperCase()})`,
    `table ${name}`,
  ])
  for (const sql of [
    ...reads,
    'select * from U&"\\0070g_roles"',
    'with a as (table pg_roles) select * from a',
    'select 1 where exists (select from sales_order s join lateral (select * from pg_user) u on true)',
    'select 1 union select 1 from pg_database',
  ])
    assert.deepEqual([(await run(sql)).status, (await run(sql)).code], [422, 'QUERY_SYSTEM_CATALOG'], sql)
  const functions = [
    'pg_terminate_backend(1)',
    'pg_cancel_backend(1)',
    'pg_advisory_lock(1)',
    'pg_try_advisory_lock_shared(1)',
    'pg_advisory_xact_lock(1)',
    'pg_stat_get_activity(null)',
    'pg_get_userbyid(10)',
    'pg_database_size(1::oid)',
    "pg_read_file('x')",
    "pg_ls_dir('.')",
    "pg_notify('weft_silent', '{}')",
    'pg_reload_conf()',
    "pg_logical_emit_message(true, 'a', 'b')",
    'PG_CATALOG.Pg_Backend_Pid()',
    '"pg_export_snapshot"()',
    "set_config('statement_timeout', '0', false)",
    "query_to_xml('select * from pg_roles', true, true, '')",
    "database_to_xml(true, true, '')",
    "table_to_xmlschema('pg_roles', true, true, '')",
    "ts_stat('select 1')",
    "ts_rewrite('a'::tsquery, 'select 1')",
    'lo_get(1)',
    "has_database_privilege('a', 'connect')",
    "acldefault('d', 10)",
    '10::oid::regrole',
    'cast(10 as pg_catalog.regrole)',
    'regrole(10)',
    'array[10]::regrole[]',
    "shobj_description(1, 'pg_database')",
  ]
  for (const name of functions)
    for (const sql of [
      `select ${name}`,
      `select 1 from sales_order order by ${name}`,
      `select * from json_to_recordset('[]') as x(a int) where (select ${name}) is null`,
    ])
      assert.deepEqual([(await run(sql)).status, (await run(sql)).code], [422, 'QUERY_FUNCTION_REFUSED'], sql)
  assert.equal(
    (await run('select * from json_to_recordset(\'[{"a": "10"}]\') as x(a regrole)')).code,
    'QUERY_FUNCTION_REFUSED',
  )
  assert.equal((await call('POST', 'queries/check', { sql: 'select * from pg_roles' })).code, 'QUERY_SYSTEM_CATALOG')
  assert.equal((await call('POST', 'queries/export', { sql: 'select * from pg_roles' })).code, 'QUERY_SYSTEM_CATALOG')
  assert.equal((await run(`select ${'('.repeat(5_000)}${')'.repeat(5_000)}`)).status, 422)
  for (const sql of [
    `select ${'not '.repeat(4_900)}true`,
    `select ${'1+'.repeat(9_900)}1`,
    `select array${'['.repeat(9_000)}`,
  ])
    assert.ok([200, 422].includes((await run(sql)).status), sql.slice(0, 20))
  assert.deepEqual(
    (
      await run(
        'select pg_typeof(1)::text as type, current_database() is not null as own, count(*)::int as orders from sales_order',
      )
    ).data.rows,
    [{ type: 'integer', own: true, orders: 3 }],
  )
})

test('whoever may not run queries has none', async () => {
  for (const [method, url, body] of [
    ['GET', 'queries'],
    ['POST', 'queries/run', { sql: 'select 1' }],
    ['POST', 'queries/export', { sql: 'select 1' }],
  ] as const)
    assert.equal((await call(method, url, body, viewer)).status, 403)
})

test('a query runs with a login that may read the tables of its project, later ones too, and do nothing else', async () => {
  const { pathname, username } = new URL(tenant.database_url)
  const reader = queryLoginOf(pathname.slice(1), 'postgres')
  assert.deepEqual((await run('select current_user::text as login')).data.rows, [{ login: reader }])
  await call(
    'POST',
    'data_structures',
    {
      class_name: 'Later',
      table_name: 'later',
      label: 'Later',
      fields: [aField('id', 'integer', { primary_key: true, nullable: false })],
    },
    developer,
  )
  assert.deepEqual((await run('select count(*)::int as n from later')).data.rows, [{ n: 0 }])

  const relational = await server.context.databases.relational(tenant.tenant_id)
  const client = new pg.Client(await queryOptions(relational.pool as pg.Pool, projectSchema(tenant.project_id)))
  await client.connect()
  const other = new pg.Client(tenant.database_url)
  await other.connect()
  try {
    const schema = `"${projectSchema(tenant.project_id)}"`
    for (const sql of [
      `insert into ${schema}.later (id) values (1)`,
      `delete from ${schema}.sales_order`,
      `create table ${schema}.mine (id int)`,
      'create table public.mine (id int)',
      'create temporary table mine (id int)',
      'create schema mine',
      `drop table ${schema}.later`,
      `set role ${username}`,
    ])
      await assert.rejects(client.query(sql), { code: '42501' }, sql)
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    for (const signal of ['pg_terminate_backend', 'pg_cancel_backend'])
      await assert.rejects(client.query(`select ${signal}($1)`, [rows[0]!.pid]), { code: '42501' }, signal)
    assert.equal((await other.query('select 1')).rowCount, 1)
  } finally {
    await Promise.all([client.end(), other.end()])
  }
})
