import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openQueryConnection } from '@weft/engine/connections/mysql-query-connection.server.ts'
import { queryLoginOf } from '@weft/engine/connections/query-login.server.ts'
import { tableNames } from '@weft/engine/records/mysql/names.ts'
import { rows as rowsOf } from '@weft/engine/records/mysql/rows.server.ts'
import { projectSchema } from '@weft/engine/records/postgres/names.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import { asAdministrator } from '@weft/engine/testing/as-administrator.ts'
import { structureFrom } from '@weft/engine/records/structures.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const cluster = new URL(server.test.cluster_url)
const maria = await mariaDb(['--max-allowed-packet=1G', '--performance-schema'])

/** The administrator of the cluster sees what every session does. */
const administrator = new pg.Pool({ connectionString: server.test.cluster_url, max: 1 })
after(() => administrator.end())
async function until(holds: () => Promise<boolean>) {
  for (const end = Date.now() + 60_000; !(await holds()); await sleep(50)) assert.ok(Date.now() < end)
}

type Engine = 'postgres' | 'mysql'
type At = { host: string; port: number; username: string; password: string }

/** A tenant whose database lies on a registered server, with three orders, and how to call as its users. */
async function aSystem(engine: Engine, at: At) {
  const tenant = await aTenant(
    { ...server.test, key: server.context.key },
    engine === 'mysql' ? { on: maria as MariaDb } : {},
  )
  const id = randomUUID()
  const { host, port, username } = at
  const password = seal(server.context.key, placeIn(sealedColumns.server_password, { id }), at.password)
  await inScope(server.context.db, systemScope, (trx) =>
    trx
      .insertInto('database_servers')
      .values({ id, name: `${engine} of ${tenant.tenant_id}`, engine, host, port, username, password })
      .execute(),
  )
  await inScope(server.context.db, tenant.scope, (trx) =>
    trx.updateTable('tenant_connections').set({ server_id: id }).where('name', '=', 'tenant').execute(),
  )
  const as = async (role: string) => ({
    ...(await signedIn(server, { email: `${role}@${tenant.tenant_id}.test`, role, tenant_id: tenant.tenant_id })),
    'x-project-id': tenant.project_id,
  })
  const [developer, analyst] = [await as('developer'), await as('analyst')]
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    headers: Record<string, string> = analyst,
  ) => {
    const answer = await server.app.inject({ method, url: `/api/app/${url}`, headers, ...(payload && { payload }) })
    const json = answer.headers['content-type']?.includes('json') && answer.body !== ''
    return {
      status: answer.statusCode,
      text: answer.body,
      ...((json ? answer.json() : {}) as { data: any; code: string; message: string }),
    }
  }
  const run = (sql: string, parameters = '{}') => call('POST', 'queries/run', { sql, parameters })
  const make = async (class_name: string, table_name: string, fields: object[]) =>
    (
      await call(
        'POST',
        'data_structures',
        {
          class_name,
          table_name,
          label: class_name,
          fields: [aField('id', 'integer', { primary_key: true, nullable: false }), ...fields],
        },
        developer,
      )
    ).data as { id: string }
  const orders = await make('SalesOrder', 'sales_order', [aField('country')])
  for (const record of [
    { id: 1, country: 'DE' },
    { id: 2, country: 'AT' },
    { id: 3, country: 'FR' },
  ])
    await call('POST', `data_structures/${orders.id}/records`, record, developer)
  const base = new URL(tenant.database_url).pathname.slice(1)
  /** A statement with the tenant's own login, where its tables are. */
  const own = async (text: string) => {
    const relational = await server.context.databases.relational(tenant.tenant_id)
    if (relational.engine === 'postgres') return void (await (relational.pool as pg.Pool).query(text))
    await relational.pool.query(text)
  }
  const table = (name: string) =>
    engine === 'postgres'
      ? `"${projectSchema(tenant.project_id)}"."${name}"`
      : `"${tableNames(base).database(tenant.project_id)}"."${name}"`
  return { engine, tenant, base, reader: queryLoginOf(base, engine), call, run, make, orders, developer, own, table }
}

const systems = [
  {
    name: 'PostgreSQL',
    system: await aSystem('postgres', {
      host: cluster.hostname,
      port: Number(cluster.port),
      username: cluster.username,
      password: decodeURIComponent(cluster.password),
    }),
  },
]
if (typeof maria === 'string') test('MariaDB', { skip: maria }, () => {})
else systems.push({ name: 'MariaDB', system: await aSystem('mysql', maria) })
/** What is refused on both, with its code on MariaDB, and that on PostgreSQL where it is another one. */
const hostile: [sql: string, code: string, onPostgres?: string][] = [
  // Writing, in one statement or several.
  ['insert into sales_order (id) values (9)', 'QUERY_SYNTAX', 'QUERY_NOT_ONE_SELECT'],
  ['delete from sales_order', 'QUERY_SYNTAX', 'QUERY_NOT_ONE_SELECT'],
  ['create temporary table mine (id int)', 'QUERY_SYNTAX', 'QUERY_NOT_ONE_SELECT'],
  ['select 1; delete from sales_order', 'QUERY_SYNTAX', 'QUERY_NOT_ONE_SELECT'],
  ['with a as (select 1) delete from sales_order', 'QUERY_SYNTAX', 'QUERY_NOT_ONE_SELECT'],
  // Locks of rows, tables and names.
  ['select * from sales_order for update', 'QUERY_NOT_ONE_SELECT', 'QUERY_REFUSED'],
  ['select * from sales_order where id = 1.5for/**/update', 'QUERY_NOT_ONE_SELECT', 'QUERY_SYNTAX'],
  ['select * from sales_order lock in share mode', 'QUERY_NOT_ONE_SELECT', 'QUERY_SYNTAX'],
  ['lock tables sales_order write', 'QUERY_SYNTAX'],
]
/** What MariaDB alone has; the counterparts of PostgreSQL stand in queries.test.ts. */
const hostileOnMaria: [sql: string, code: string][] = [
  ["select get_lock('weft', 10)", 'QUERY_FUNCTION_REFUSED'],
  ["select 1 from sales_order order by GET_LOCK /* here */ ('weft', 10)", 'QUERY_FUNCTION_REFUSED'],
  ["select `get_lock`('weft', 10)", 'QUERY_FUNCTION_REFUSED'],
  [`select "get_lock"('weft', 10)`, 'QUERY_FUNCTION_REFUSED'],
  ["select gét_lock('weft', 10)", 'QUERY_FUNCTION_REFUSED'],
  ['select releaße_all_locks()', 'QUERY_FUNCTION_REFUSED'],
  ["select 'it\\'s', get_lock('weft', 10), '\\''", 'QUERY_FUNCTION_REFUSED'],
  ["select 1 -- '\n, get_lock('weft', 10) -- '", 'QUERY_FUNCTION_REFUSED'],
  ["select 1 --'\n+ get_lock('weft', 10)", 'QUERY_SYNTAX'],
  ["select is_used_lock('weft')", 'QUERY_FUNCTION_REFUSED'],
  ["select is_free_lock('weft')", 'QUERY_FUNCTION_REFUSED'],
  ['select release_all_locks()', 'QUERY_FUNCTION_REFUSED'],
  ["select 1 /*! , get_lock('weft', 10) */", 'QUERY_COMMENT_REFUSED'],
  ["select 1 /*M!100100 , get_lock('weft', 10) */", 'QUERY_COMMENT_REFUSED'],
  ['select /*+ max_execution_time(0) */ sleep(1)', 'QUERY_COMMENT_REFUSED'],
  // Files.
  ["select load_file('/etc/passwd')", 'QUERY_FUNCTION_REFUSED'],
  ["select 1 into outfile '/tmp/weft'", 'QUERY_NOT_ONE_SELECT'],
  ["select 1 into dumpfile '/tmp/weft'", 'QUERY_NOT_ONE_SELECT'],
  ['select 1.5into @mine', 'QUERY_NOT_ONE_SELECT'],
  ["load data infile '/etc/passwd' into table sales_order", 'QUERY_SYNTAX'],
  ["load data local infile '/etc/passwd' into table sales_order", 'QUERY_SYNTAX'],
  // The server, other sessions and other tenants.
  ['kill 1', 'QUERY_SYNTAX'],
  ['set global max_connections = 1', 'QUERY_SYNTAX'],
  ['set statement max_statement_time = 0 for select 1', 'QUERY_SYNTAX'],
  ['show processlist', 'QUERY_SYNTAX'],
  ['select * from mysql.user', 'QUERY_SYSTEM_CATALOG'],
  ['select * from `mysql` . `global_priv`', 'QUERY_SYSTEM_CATALOG'],
  ['select * from performance_schema.threads', 'QUERY_SYSTEM_CATALOG'],
  ['select * from performance_schema.session_variables', 'QUERY_SYSTEM_CATALOG'],
  ['select * from sys.processlist', 'QUERY_SYSTEM_CATALOG'],
  ['select * from information_schema.processlist', 'QUERY_SYSTEM_CATALOG'],
  ['select * from information_schema.tables', 'QUERY_SYSTEM_CATALOG'],
  ['select * from Information_Schema /**/ . /**/ COLUMNS', 'QUERY_SYSTEM_CATALOG'],
  ['select * from İnformation_schema.global_variables', 'QUERY_SYSTEM_CATALOG'],
  ['select * from "information_schema"/**/."user_privileges"', 'QUERY_SYSTEM_CATALOG'],
  ['select @@datadir', 'QUERY_SYSTEM_CATALOG'],
  ['select @@global.hostname', 'QUERY_SYSTEM_CATALOG'],
]
const onMaria = { skip: typeof maria === 'string' ? maria : false }
const mariaSystem = () => systems[1]!.system
const onServer = <T>(text: string, database?: string) => asAdministrator<T>(maria as MariaDb, text, database)

for (const {
  name,
  system: { engine, tenant, reader, call, run, make, orders, developer, own, table },
} of systems) {
  const [sleep, rows] =
    engine === 'postgres'
      ? [
          'select pg_sleep(4)',
          (size: number, many: number) => `select repeat('x', ${size}) as text from generate_series(1, ${many})`,
        ]
      : ([
          'select sleep(4)',
          (size: number, many: number) => `select repeat('x', ${size}) as text from seq_1_to_${many}`,
        ] as const)

  test(`${name}: users' own SQL runs with a login of its own that reads the tables of its tenant, later ones too`, async () => {
    const login = engine === 'postgres' ? 'current_user::text' : "substring_index(current_user(), '@', 1)"
    assert.deepEqual((await run(`select ${login} as login`)).data.rows, [{ login: reader }])
    assert.deepEqual(
      (await run('select id, country from sales_order where country <> :not order by id', '{"not": "AT"}')).data.rows,
      [
        { id: 1, country: 'DE' },
        { id: 3, country: 'FR' },
      ],
    )
    await make('Later', 'later', [])
    const { columns, rows, more } = (await run('select id from later')).data
    assert.deepEqual([columns, rows, more], [['id'], [], false])
  })

  test(`${name}: what would write, lock, read files or look at the server is refused, however it is spelt`, async () => {
    const all =
      engine === 'postgres'
        ? hostile.map(([sql, code, other = code]) => [sql, other] as const)
        : [...hostile, ...hostileOnMaria]
    for (const [sql, code] of all) assert.deepEqual([(await run(sql)).status, (await run(sql)).code], [422, code], sql)
    for (const url of ['queries/check', 'queries/export'])
      assert.equal((await call('POST', url, { sql: all[5]![0] })).code, all[5]![1], url)
    assert.equal((await run('select count(*) as n from sales_order')).data.rows[0].n, 3)
  })

  test(`${name}: what the database does not know is told with its place, and lists, types and plans are the same on both`, async () => {
    const told = async (sql: string) => {
      const { status, message, meta } = (await run(sql)) as unknown as {
        status: number
        message: string
        meta: unknown
      }
      return [status, message, meta]
    }
    assert.deepEqual(await told("select 'sta', o.id\n  from sales_order o\n where o.sta = 1"), [
      422,
      'sales_order has no field “sta”.',
      { at: { line: 3, column: 10, length: 3 }, unknown: { kind: 'field', name: 'sta', table: 'sales_order' } },
    ])
    assert.deepEqual(await told('select * from costumer'), [
      422,
      'There is no table “costumer” here.',
      { at: { line: 1, column: 15, length: 8 }, unknown: { kind: 'table', name: 'costumer' } },
    ])
    assert.deepEqual(((await told('select id\n  from sales_order\n wher id = 1 limit 1'))[2] as { at: object }).at, {
      line: 3,
      column: 7,
      length: 2,
    })
    const { data } = await run(
      'select id, country from sales_order where country in (:c) order by id',
      '{"c": ["DE", "FR"]}',
    )
    assert.deepEqual(
      [data.types, data.rows.map(({ id }: { id: number }) => id)],
      [
        ['integer', 'text'],
        [1, 3],
      ],
    )
    const plan = (
      await call('POST', 'queries/check', { sql: 'select country, count(*) from sales_order group by country' })
    ).data.root
    const tables = (step: { table: string | null; steps: never[] }): (string | null)[] => [
      step.table,
      ...step.steps.flatMap(tables),
    ]
    assert.ok(tables(plan).includes('sales_order'), JSON.stringify(plan))
  })

  test(`${name}: a query nobody waits for ends in the database`, async () => {
    const store = await recordStore(server.context.databases, tenant.tenant_id)
    const gone = new AbortController()
    const asked = store.runQuery({
      project_id: tenant.project_id,
      asker: { tenant_id: tenant.tenant_id, user_id: tenant.user_id },
      sql: engine === 'postgres' ? 'select pg_sleep(25)' : 'select sleep(25)',
      seconds: 30,
      signal: gone.signal,
    })
    const running = async () =>
      engine === 'postgres'
        ? (await administrator.query(`select from pg_stat_activity where state = 'active' and usename = $1`, [reader]))
            .rowCount
        : (
            await onServer(
              `select id from information_schema.processlist where user = '${reader}' and info like '%sleep(25)%'`,
            )
          ).length
    await until(async () => (await running()) === 1)
    gone.abort()
    await assert.rejects(asked)
    await until(async () => (await running()) === 0)
  })

  test(`${name}: results of hundreds of megabytes are refused with a sentence, and the server goes on`, async () => {
    for (const sql of ["select repeat('x', 600000000)", rows(3_000, 9_000)]) {
      const { status, code, message } = await run(sql)
      assert.deepEqual(
        [status, code, message],
        [
          422,
          'QUERY_RESULT_TOO_LARGE',
          'The result of the query is larger than 10 MB. Please select fewer rows or columns.',
        ],
        sql,
      )
    }
    assert.equal((await call('POST', 'queries/export', { sql: rows(80_000_000, 1) })).code, 'QUERY_RESULT_TOO_LARGE')
    assert.equal((await run(rows(5_000_000, 1))).data.rows[0].text.length, 5_000_000)
    const file = await call('POST', 'queries/export', { sql: rows(1_000_000, 60) })
    assert.deepEqual([file.status, file.text.trim().split('\n').length], [200, 61])
  })

  test(`${name}: twenty slow queries of one person hold up neither records nor the queries of others`, async () => {
    // What was exported just before gives its place back a moment after the file is there.
    const three = () => Promise.all(Array.from({ length: 3 }, () => run('select 1 as one')))
    await until(async () => (await three()).every(({ status }) => status === 200))
    const slow = Array.from({ length: 20 }, () => run(sleep))
    const records = await call('GET', `data_structures/${orders.id}/records`)
    const other = await call('POST', 'queries/run', { sql: 'select 1 as one' }, developer)
    const first = await Promise.race([
      ...slow.slice(0, 3).map(async (one) => (await one).status),
      Promise.resolve('the records and the other query'),
    ])
    assert.deepEqual([records.status, other.status, first], [200, 200, 'the records and the other query'])
    assert.deepEqual(
      (await Promise.all(slow)).map(({ status }) => status).toSorted((a, b) => a - b),
      [...Array(3).fill(200), ...Array(17).fill(429)],
    )
  })

  test(`${name}: huge values are refused with a sentence where they are shown, and exported as many at once as fit`, async () => {
    const letters = await make('Letter', 'letter', [aField('body', 'long_text')])
    const records = `data_structures/${letters.id}/records`
    for (const id of [1, 2]) await call('POST', records, { id, body: 'short' }, developer)
    await own(`update ${table('letter')} set body = repeat('x', 70000000) where id = 2`)
    const refused = (megabytes: number) => [
      422,
      'ROWS_TOO_LARGE',
      `The rows asked for are larger than ${megabytes} MB together. Please ask for fewer rows or fields.`,
    ]
    const said = ({ status, code, message }: { status: number; code: string; message: string }) => [
      status,
      code,
      message,
    ]
    for (const page of ['perPage=50', 'perPage=1&page=2&sort=id'])
      assert.deepEqual(said(await call('GET', `${records}?${page}`)), refused(10), page)
    assert.deepEqual(said(await call('GET', `${records}/2`)), refused(64))
    assert.equal((await call('GET', `${records}/1`)).data.body, 'short')
    const store = await recordStore(server.context.databases, tenant.tenant_id)
    const structure = structureFrom(
      await inScope(server.context.db, tenant.scope, (trx) =>
        trx.selectFrom('data_structures').selectAll().where('id', '=', letters.id).executeTakeFirstOrThrow(),
      ),
    )
    const sizes = async () => {
      const found: number[] = []
      for await (const batch of store.selected(structure, { sort: 'id' })) found.push(batch.length)
      return found
    }
    await assert.rejects(sizes(), { code: 'ROWS_TOO_LARGE', status: 422 })
    await own(`update ${table('letter')} set body = repeat('y', 2000000) where id = 2`)
    await own(
      `insert into ${table('letter')} (id, body) select n.id + 10, repeat('z', 2000000) from (${Array.from({ length: 60 }, (_, n) => `select ${n} as id`).join(' union all ')}) n`,
    )
    const found = await sizes()
    assert.equal(
      found.reduce((sum, n) => sum + n),
      62,
    )
    assert.ok(Math.max(...found) <= 20, String(found))
  })
}

test('MariaDB: a query reads no other project of its tenant', onMaria, async () => {
  const { base, run } = mariaSystem()
  const other = tableNames(base).database(randomUUID())
  await onServer(`create database \`${other}\``)
  await onServer(`create table \`${other}\`.secret (id int)`)
  try {
    for (const sql of [
      `select * from ${other}.secret`,
      `select * from \`${other}\` . \`secret\``,
      `select * from "${other}"/**/.secret`,
      `select * from ${other.toUpperCase()}.secret`,
      `table ${other}.secret`,
      `with a as (select id from ${other}.secret) select * from a`,
      `select (select count(*) from ${other}.secret)`,
    ])
      assert.deepEqual([(await run(sql)).status, (await run(sql)).code], [422, 'QUERY_OTHER_PROJECT'], sql)
  } finally {
    await onServer(`drop database \`${other}\``)
  }
})

test('MariaDB: what a query may have is not refused with it', onMaria, async () => {
  for (const [sql, first] of [
    [
      "select 'for update; get_lock(1) @@x /*! */' as \"lock\", 1 as `into` -- it's",
      { lock: 'for update; get_lock(1) @@x /*! */', into: 1 },
    ],
    ['/* first */ (select 1 as one) union (select 2)', { one: 1 }],
    ["select if(id = 1, 'a', 'b') as share from sales_order order by id", { share: 'a' }],
    [
      'with recursive a as (select 1 as n union all select n + 1 from a where n < 3) select max(n) as n from a',
      { n: 3 },
    ],
    [
      '# a comment\nselect 1.5e1 as a, .5 as b, s.id as lücke from sales_order s order by s.id',
      { a: 15, b: '0.5', lücke: 1 },
    ],
  ] as const)
    assert.deepEqual((await mariaSystem().run(sql)).data?.rows[0], first, sql)
  assert.deepEqual(
    (await mariaSystem().run("select 'it\\'s :no' as a, :yes as b # :no", '{"yes": "x\\n\\\\\\u0027"}')).data.rows,
    [{ a: "it's :no", b: "x\n\\'" }],
  )
})

test(
  'MariaDB: the login of queries sees its own tenant and itself, and has no right to anything but reading',
  onMaria,
  async () => {
    const { tenant, base, reader, own } = mariaSystem()
    const neighbour = await aSystem('mysql', maria as MariaDb)
    const relational = await server.context.databases.relational(tenant.tenant_id)
    assert.ok(relational.engine === 'mysql')
    const project = tableNames(base).database(tenant.project_id)
    await own('select 1')
    const { connection } = await openQueryConnection(relational.pool, project)
    const seen = async (text: string) => (await rowsOf(connection, text)).map((row) => Object.values(row).join(' '))
    try {
      const [victim] = await onServer<{ id: number }>(
        `select id from information_schema.processlist where user = '${base}' limit 1`,
      )
      const foreign = tableNames(neighbour.base).database(neighbour.tenant.project_id)
      for (const sql of [
        'insert into sales_order (id) values (9)',
        'update sales_order set id = 9',
        'delete from sales_order',
        'truncate sales_order',
        'create table mine (id int)',
        'create temporary table mine (id int)',
        'create database mine',
        'create view mine as select 1',
        'drop table sales_order',
        'lock tables sales_order read',
        'flush tables',
        `kill ${victim!.id}`,
        `kill query ${victim!.id}`,
        'set global max_connections = 1',
        'set global max_statement_time = 0',
        'select * from mysql.user',
        'select * from mysql.global_priv',
        'select * from performance_schema.threads',
        "load data infile '/etc/passwd' into table sales_order",
        "load data local infile '/etc/passwd' into table sales_order",
        "select 1 into outfile '/tmp/weft'",
        "select 1 into dumpfile '/tmp/weft'",
        `use \`${foreign}\``,
        `select * from \`${foreign}\`.sales_order`,
        'use mysql',
        "create user mine@'%'",
        `grant select on \`${project}\`.* to ${base}@'%'`,
        'select * from information_schema.innodb_trx',
      ])
        await assert.rejects(connection.query(sql), /denied|not owner|read only/i, sql)
      assert.deepEqual(await seen("select load_file('/etc/passwd')"), [''])
      assert.deepEqual(await seen('select schema_name from information_schema.schemata order by 1'), [
        'information_schema',
        project,
      ])
      assert.deepEqual(await seen('show databases'), ['information_schema', project])
      assert.deepEqual(await seen('select distinct user from information_schema.processlist'), [reader])
      assert.deepEqual(
        await seen(
          'select distinct grantee from information_schema.user_privileges union select grantee from information_schema.schema_privileges',
        ),
        [`'${reader}'@'%'`],
      )
      assert.deepEqual(
        await onServer(
          `select max_user_connections as connections, max_statement_time as seconds from mysql.user where user = '${reader}'`,
        ),
        [{ connections: 30, seconds: '600.000000' }],
      )
    } finally {
      connection.destroy()
    }
  },
)

test(
  'MariaDB: a query ends after its seconds, whatever it waits for, and the login comes back where it is gone or has another password',
  onMaria,
  async () => {
    const { run, reader, tenant, base } = mariaSystem()
    const store = await recordStore(server.context.databases, tenant.tenant_id)
    const asked = (sql: string) =>
      store.runQuery({
        project_id: tenant.project_id,
        asker: { tenant_id: tenant.tenant_id, user_id: tenant.user_id },
        sql,
        seconds: 1,
      })
    for (const sql of [
      'select sleep(60)',
      'select id, sleep(60) from sales_order',
      'select count(*) from seq_1_to_100000 a, seq_1_to_100000 b where a.seq * b.seq % 7 = 8',
    ])
      await assert.rejects(asked(sql), { code: 'QUERY_TOO_LONG' }, sql)
    assert.deepEqual((await asked("select benchmark(1000000000, sha2('x', 512)) as n")).rows, [{ n: 0 }]) // ended by the server, which calls it done
    for (const statement of [
      `drop user ${reader}@'%'`,
      `alter user ${reader}@'%' identified by 'other'`,
      `revoke all privileges on \`${base.replaceAll('_', '\\_')}\\_p\\_%\`.* from ${reader}@'%'`,
    ]) {
      await onServer(statement)
      assert.deepEqual((await run('select count(*) as n from sales_order')).data?.rows, [{ n: 3 }], statement)
    }
    // Other processes have all the connections the server gives it.
    const relational = await server.context.databases.relational(tenant.tenant_id)
    assert.ok(relational.engine === 'mysql')
    const { connection } = await openQueryConnection(relational.pool, tableNames(base).database(tenant.project_id))
    await onServer(`alter user ${reader}@'%' with max_user_connections 1`)
    const { status, code } = await run('select 1')
    connection.destroy()
    await onServer(`alter user ${reader}@'%' with max_user_connections 30`)
    assert.deepEqual([status, code], [429, 'QUERIES_BUSY'])
  },
)
