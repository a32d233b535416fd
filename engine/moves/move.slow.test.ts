import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import { queryLoginOf } from '../connections/query-login.server.ts'
import { createRun, runAll } from '../provisioning/run.server.ts'
import { aDraft, aPlace, depsAt } from '../provisioning/testing/deps.ts'
import { openRecords } from '../records/records.server.ts'
import { recordStore } from '../records/store.server.ts'
import { createStructure } from '../records/structures.server.ts'
import { asAdministrator } from '../testing/as-administrator.ts'
import { ended } from '../testing/killed.ts'
import { aDraft as aStructureDraft, aField } from '../testing/structure.ts'
import { createMove, dropLeft, resumeMoves, runMove } from './move.server.ts'

const control = await testDatabase()
const place = await aPlace(control)
const deps = depsAt(place)
after(() => deps.close())
const found = await mariaDb()
const skip = typeof found === 'string' ? found : false
const provider = { level: 'provider' } as const
const { hostname, port, username, password } = new URL(control.cluster_url)
const register = (
  name: string,
  more: { engine: string; host: string; port: number; username: string; password: string },
) =>
  inScope(
    deps.db,
    provider,
    async (trx) =>
      (
        await trx
          .insertInto('database_servers')
          .values({ name, ...more, password: encryptUnbound(place.key, more.password) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
const second = await register('Second', { engine: 'postgres', host: hostname, port: Number(port), username, password })
const maria =
  typeof found === 'string'
    ? ''
    : await register('MariaDB', {
        engine: 'mysql',
        host: found.host,
        port: found.port,
        username: found.username,
        password: found.password,
      })

const run_id = await createRun(deps, provider, {
  kind: 'tenant',
  draft: { ...aDraft('Wandel'), server_id: place.server_id },
})
assert.equal(await runAll(deps, run_id), 'done')
const { subject_id: tenant_id } = await inScope(deps.db, systemScope, (trx) =>
  trx.selectFrom('provisioning_runs').select('subject_id').where('id', '=', run_id).executeTakeFirstOrThrow(),
)
const { id: project_id } = await inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
)
const scope = { level: 'tenant' as const, tenant_id, project_id }
await (await recordStore(deps.databases, tenant_id)).ensureProject(project_id)
const orders = await createStructure(
  deps,
  scope,
  aStructureDraft(
    'Order1',
    [
      aField('number', 'big_integer', { primary_key: true, nullable: false }),
      aField('customer', 'text', { length: 40, index: true }),
      aField('total', 'decimal', { precision: 12, scale: 2 }),
      aField('factor', 'decimal'),
      aField('paid', 'boolean'),
      aField('day', 'date'),
      aField('at', 'date_time'),
      aField('clock', 'time'),
      aField('key', 'uuid'),
      aField('lines', 'list'),
      aField('note', 'long_text'),
    ],
    { data_versioning: true },
  ),
)
const empty = await createStructure(
  deps,
  scope,
  aStructureDraft('Nothing', [aField('code', 'text', { primary_key: true, nullable: false })]),
)
const [job_id, size] = [randomUUID(), 3_500]
const write = async (rows: Record<string, unknown>[], batch: number, attempt = 1) =>
  (
    await openRecords(deps, scope).open({ structure_id: orders.id, mode: 'upsert', job_id, step: 'write', attempt })
  ).write(rows, batch)
const row = (n: number) => ({
  number: n,
  customer: `Köln ${n % 17}`,
  total: `${n}.5`,
  factor: `${n}.250`,
  paid: n % 2 === 0,
  day: '2026-02-28',
  at: `2026-03-29T01:59:59.${String(n).padStart(6, '0')}Z`,
  clock: '08:15:00.25',
  key: randomUUID(),
  lines: [{ sku: `s${n}`, q: 1.5 }],
  note: n % 3 === 0 ? null : `note ${n}\n'"\\ 😀`,
})
const first = row(1)
await write([first, ...Array.from({ length: size - 1 }, (_, i) => row(i + 2))], 0)
await write([{ number: 1, customer: 'changed' }], 1)

const records = async () =>
  (await Array.fromAsync((await recordStore(deps.databases, tenant_id)).selected(orders, { sort: '_id' })))
    .flat()
    .map(({ _hash, ...rest }) => ({ ...rest, factor: Number(rest['factor']) }))
const before = await records()
const connection = () =>
  inScope(deps.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
  )
const moveRow = (id: string) =>
  inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('database_moves').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const held = async () =>
  (
    await inScope(deps.db, systemScope, (trx) =>
      trx.selectFrom('tenants').select('held').where('id', '=', tenant_id).executeTakeFirstOrThrow(),
    )
  ).held
const begin = (server_id: string) => createMove(deps.db, deps.key, scope, server_id)

/** Users' own SQL goes by a login of its own in each database. */
async function queryAs() {
  const { database, engine } = await connection()
  const user = engine === 'mysql' ? "substring_index(current_user(), '@', 1)" : 'current_user::text'
  const { rows } = await (
    await recordStore(deps.databases, tenant_id)
  ).runQuery({
    project_id,
    asker: { tenant_id, user_id: randomUUID() },
    sql: `select ${user} as login, (select count(*) from order1) as orders`,
  })
  const login = queryLoginOf(database, engine === 'mysql' ? 'mysql' : 'postgres')
  assert.deepEqual(
    rows.map(({ login, orders }) => [login, Number(orders)]),
    [[login, size]],
  )
  return login
}
const logins = async (names: string[]) =>
  (await control.pool.query('select from pg_roles where rolname = any($1)', [names])).rowCount
const loginsOnMaria = async (names: string[]) =>
  (await asAdministrator(found as MariaDb, `select 1 from mysql.user where user in ('${names.join("', '")}')`)).length

async function isWhole(server_id: string, engine: string) {
  const { server_id: now, engine: kind } = await connection()
  assert.deepEqual([now, kind, await held()], [server_id, engine, false])
  const found = await records()
  assert.equal(
    found.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(before[i])),
    -1,
  )
  assert.equal(found.length, size)
  const store = await recordStore(deps.databases, tenant_id)
  assert.deepEqual(
    (await store.earlierVersions(orders, '1')).map(({ version, operation, record }) => [
      version,
      operation,
      (record as { customer: string }).customer,
    ]),
    [[1, 'update', 'Köln 1']],
  )
  // A batch that was written before the move is not written again after it.
  const { written } = await write([{ number: 1, customer: 'again' }], 1, 2)
  assert.deepEqual([written.length, (await store.one(orders, '1'))['customer']], [1, 'changed'])
  await queryAs()
  const added = await store.add(empty, { code: randomUUID() })
  await store.remove(empty, [String(added['_id'])])
}

const killedAfter = (id: string, statements: number) =>
  ended(
    path.join(import.meta.dirname, 'testing/killed.ts'),
    JSON.stringify({ app_url: place.app_url, home: place.home }),
    id,
    String(statements),
  )

test('records move to another PostgreSQL, are compared, and the old database is kept until it is dropped', async () => {
  const before = [await queryAs(), (await connection()).username]
  const id = await begin(second)
  await assert.rejects(begin(second), { code: 'MOVE_UNDER_WAY' })
  assert.equal(await runMove(deps, id), 'done')
  await isWhole(second, 'postgres')
  const noted = await inScope(deps.db, systemScope, (trx) =>
    trx
      .selectFrom('provisioning_steps')
      .select('result')
      .where('run_id', '=', run_id)
      .where('key', '=', 'create_database')
      .executeTakeFirstOrThrow(),
  )
  assert.equal((noted.result as { login: { database: string } }).login.database, (await connection()).database)
  const move = await moveRow(id)
  assert.deepEqual([move.tables, move.tables_done, Number(move.records), Number(move.records_done)], [2, 2, size, size])
  assert.deepEqual(
    (move.checks as { table: string; records: number; checksum: string }[]).map(({ table, records, checksum }) => [
      table,
      records,
      checksum.length,
    ]),
    [
      ['order1', size, 64],
      ['nothing', 0, 64],
    ],
  )
  assert.deepEqual(await dropLeft(deps), [])
  assert.equal(await logins(before), 2)
  assert.deepEqual(await dropLeft(deps, { now: new Date(Date.now() + 8 * 86_400_000) }), [id])
  assert.equal(await logins(before), 0)
  assert.equal(await begin(second).catch((error: { code: string }) => error.code), 'INVALID')
})

test(
  'from PostgreSQL to MariaDB and back, killed again and again on the way, nothing is lost and nothing is there twice',
  { skip, timeout: 300_000 },
  async () => {
    for (const [server_id, engine, loginsThere] of [
      [maria, 'mysql', logins],
      [place.server_id, 'postgres', loginsOnMaria],
    ] as const) {
      const left = [await queryAs(), (await connection()).username]
      assert.equal(await loginsThere(left), 2)
      const id = await begin(server_id)
      for (const statements of [10, 30, 60, 75, 90]) {
        assert.equal(await killedAfter(id, statements), 'SIGKILL', String(statements))
        await sleep(50)
      }
      assert.equal(await held(), true)
      assert.deepEqual(await resumeMoves(deps), [id])
      await isWhole(server_id, engine)
      assert.equal(await runMove(deps, id), 'done')
      assert.deepEqual(await dropLeft(deps, { id }), [id])
      assert.equal(await loginsThere(left), 0)
    }
  },
)

test(
  'while records move they can be read and not written, and no job is begun; when it fails everything is as before',
  { skip, timeout: 120_000 },
  async () => {
    await inScope(deps.db, systemScope, async (trx) => {
      const queue = await trx
        .selectFrom('queues')
        .select('id')
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('queue_slots')
        .values({ id: randomUUID(), tenant_id, queue_id: queue.id, machine: 'here', jobs: [], workflows: [] })
        .execute()
    })
    const id = await begin(maria)
    const moving = runMove(deps, id)
    while (!(await held())) await sleep(20)
    assert.equal((await moveRow(id)).state, 'holding')
    await (found as MariaDb).stop()
    await inScope(deps.db, systemScope, (trx) =>
      trx.deleteFrom('queue_slots').where('tenant_id', '=', tenant_id).execute(),
    )
    assert.equal(await moving, 'failed')
    const { error } = await moveRow(id)
    assert.deepEqual((error as { code: string; message: object }).message, {
      en: 'The database could not be opened.',
      de: 'Die Datenbank konnte nicht geöffnet werden.',
    })
    await (found as MariaDb).start()
    await isWhole(place.server_id, 'postgres')
    assert.deepEqual(await dropLeft(deps, { id }), [id])

    const { reachRecordServer } = await import('../provisioning/database-servers/server.server.ts')
    const { database, username } = await connection()
    const server = await reachRecordServer(deps.db, deps.key, place.server_id)
    await server.freeze({ database, username })
    await deps.databases.forget(tenant_id)
    const store = await recordStore(deps.databases, tenant_id)
    assert.equal((await store.one(orders, '1'))['customer'], 'changed')
    await assert.rejects(store.change(orders, '1', { customer: 'no' }), { code: 'DATABASE_MOVING', status: 503 })
    await server.thaw({ database, username })
    await deps.databases.forget(tenant_id)
    await isWhole(place.server_id, 'postgres')
  },
)
