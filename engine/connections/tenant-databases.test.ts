import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openTenantDatabases } from './tenant-databases.server.ts'

const control = await testDatabase()
const [hanse, alster] = [await aTenant(control), await aTenant(control)]

async function query<T>(relational: Awaited<ReturnType<typeof hanse.databases.relational>>, sql: string): Promise<T[]> {
  assert.equal(relational.engine, 'postgres')
  return (await (relational.pool as pg.Pool).query(sql)).rows as T[]
}

test('a tenant reaches its own database with a login of its own', async () => {
  const [row] = await query<{ database: string; login: string }>(await hanse.databases.relational(hanse.tenant_id), 'select current_database() as database, current_user as login')
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
    trx.insertInto('tenants').values({ name: 'Empty', workspace: 'empty.test', api_token: 'empty' }).returning('id').executeTakeFirstOrThrow(),
  )
  await assert.rejects(hanse.databases.relational(id), { code: 'NO_TENANT_DATABASE', status: 503 })
})
