import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { mariaDb, type MariaDb } from '@weft/kit/testing/mariadb.ts'
import pg from 'pg'
import { aTenant } from '../testing/tenant.ts'
import { endTenantSessions } from './end-sessions.server.ts'

const database = await testDatabase()
const maria = await mariaDb()
const skip = typeof maria === 'string' ? maria : false

test('what a lost process locks in a tenant’s database is let go, and nobody else’s work there is touched', async (t) => {
  const tenant = await aTenant(database)
  const [lost, living] = ['weft 0a0a0a0a0a0a', 'weft 0b0b0b0b0b0b'].map(
    (application_name) => new pg.Client({ connectionString: tenant.database_url, application_name }),
  )
  const clients = [lost!, living!]
  for (const client of clients) {
    client.on('error', () => {}) // ended is what it shall be
    await client.connect()
  }
  t.after(() => Promise.all(clients.map((client) => client.end().catch(() => {}))))
  await living!.query('create table held (n int); insert into held values (1), (2)')
  for (const [i, client] of clients.entries()) await client.query(`begin; update held set n = n where n = ${i + 1}`)
  await endTenantSessions(tenant.databases, tenant.tenant_id, ['0a0a0a0a0a0a'])
  const open = await tenant.databases.relational(tenant.tenant_id)
  assert.equal(open.engine, 'postgres')
  const { rows } = await (open.pool as pg.Pool)
    .query("set lock_timeout = '20s'; update held set n = 3 where n = 1 returning n")
    .then((answers) => (answers as unknown as pg.QueryResult[])[1]!)
  assert.deepEqual(rows, [{ n: 3 }])
  assert.equal((await living!.query('commit')).command, 'COMMIT')
})

test('on MariaDB a session that says nothing for two minutes is ended by the server', { skip }, async () => {
  const tenant = await aTenant(database, { on: maria as MariaDb })
  const open = await tenant.databases.relational(tenant.tenant_id)
  assert.equal(open.engine, 'mysql')
  if (open.engine === 'mysql')
    assert.deepEqual((await open.pool.query('select @@session.wait_timeout as seconds'))[0], [{ seconds: 120 }])
})
