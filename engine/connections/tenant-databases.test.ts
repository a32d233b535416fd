import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { rotatePassword } from './rotate-password.server.ts'
import { openTenantDatabases } from './tenant-databases.server.ts'

const control = await testDatabase()
const [hanse, alster] = [await aTenant(control), await aTenant(control)]

async function query<T>(relational: Awaited<ReturnType<typeof hanse.databases.relational>>, sql: string): Promise<T[]> {
  assert.equal(relational.engine, 'postgres')
  return (await (relational.pool as pg.Pool).query(sql)).rows as T[]
}

test('a tenant reaches its own database with a login of its own', async () => {
  const [row] = await query<{ database: string; login: string }>(
    await hanse.databases.relational(hanse.tenant_id),
    'select current_database() as database, current_user as login',
  )
  assert.equal(row!.database, new URL(hanse.database_url).pathname.slice(1))
  assert.equal(row!.login, row!.database)
})

test("a tenant's login cannot reach another tenant's database", async () => {
  const foreign = new URL(alster.database_url)
  const own = new URL(hanse.database_url)
  foreign.username = own.username
  foreign.password = own.password
  const client = new pg.Client({ connectionString: foreign.href })
  await assert.rejects(client.connect(), /permission denied for database/)
})

test('at most so many pools are open, and the one longest unused gives way', async () => {
  const databases = openTenantDatabases(control.db, control.key, { pools: 1 })
  const first = await databases.relational(hanse.tenant_id)
  await query(first, 'select 1')
  await query(await databases.relational(alster.tenant_id), 'select 1')
  assert.equal((first.pool as pg.Pool).ended, true)
  await databases.close()
})

test('an idle pool is closed and opened again on use', async () => {
  const databases = openTenantDatabases(control.db, control.key, { idle_ms: 50 })
  const first = await databases.relational(hanse.tenant_id)
  await query(first, 'select 1')
  await sleep(400)
  assert.equal((first.pool as pg.Pool).ended, true)
  await query(await databases.relational(hanse.tenant_id), 'select 1')
  await databases.close()
})

test('a tenant without a database says so', async () => {
  const { id } = await inScope(control.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: 'Empty', workspace: 'empty.test', api_token: 'empty' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await assert.rejects(hanse.databases.relational(id), { code: 'NO_TENANT_DATABASE', status: 503 })
})

test('a new password is taken up wherever the change was stopped, by pools that are open and by new ones', async () => {
  const cluster = new URL(control.cluster_url)
  const server_id = await inScope(
    control.db,
    { level: 'provider' },
    async (trx) =>
      (
        await trx
          .insertInto('database_servers')
          .values({
            name: 'Cluster',
            engine: 'postgres',
            host: cluster.hostname,
            port: Number(cluster.port),
            username: cluster.username,
            password: encryptUnbound(control.key, cluster.password),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
  const { tenant_id } = alster
  const own = { level: 'tenant', tenant_id } as const
  const set = (change: { server_id?: string; new_password?: Buffer | null }) =>
    inScope(control.db, own, (trx) =>
      trx.updateTable('tenant_connections').set(change).where('name', '=', 'tenant').execute(),
    )
  const row = () =>
    inScope(control.db, own, (trx) =>
      trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
    )
  await set({ server_id })
  const running = openTenantDatabases(control.db, control.key, { fresh_ms: 50 })
  const works = async () => {
    for (const databases of [running, openTenantDatabases(control.db, control.key)]) {
      await sleep(60)
      await query(await databases.relational(tenant_id), 'select 1')
      if (databases !== running) await databases.close()
    }
  }
  await works()

  // Stopped before the server heard of it, and after it did but before that was noted.
  await set({ new_password: encryptUnbound(control.key, 'fresh') })
  await works()
  const admin = new pg.Client({ connectionString: control.cluster_url })
  await admin.connect()
  await admin.query(`alter role ${(await row()).username} password 'fresh'`)
  await works()

  const { password: before } = await row()
  await rotatePassword(control.db, control.key, { tenant_id, name: 'tenant' })
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    (await row()).username,
  ])
  await admin.end()
  const { password, new_password } = await row()
  assert.deepEqual([new_password, password!.equals(before!)], [null, false])
  await works()
  await running.close()
})
