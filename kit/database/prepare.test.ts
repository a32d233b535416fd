import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { parseKey, ringOf } from '../secrets/keyring.server.ts'
import { WrongKey } from '../secrets/key-check.server.ts'
import { inScope, openDatabase, openPool, systemScope } from './connect.server.ts'
import { appPassword, appUrl, migrationsFolder, ownerLogin } from './migrate.server.ts'
import { databaseUrl, execute, prepareDatabase } from './prepare.server.ts'

const cluster = process.env['WEFT_TEST_CLUSTER']!
async function emptyDatabase(): Promise<string> {
  const name = `weft_empty_${randomBytes(6).toString('hex')}`
  await execute(cluster, `create database ${name}`)
  return databaseUrl(cluster, name)
}
const keys = () => ringOf(parseKey('the key of this installation'))
const all = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')).length

test('processes that prepare an empty database at once do it one after the other, and each migration runs once', async () => {
  const url = await emptyDatabase()
  const ran = await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(url, keys())))
  assert.deepEqual(
    ran.map(({ length }) => length).sort((a, b) => a - b),
    [0, 0, 0, all],
  )
})

test('of two that prepare it at once with different keys one is refused and the other is well', async () => {
  const url = await emptyDatabase()
  const ended = await Promise.allSettled([
    prepareDatabase(url, keys()),
    prepareDatabase(url, ringOf(parseKey('another key'))),
  ])
  const [refused] = ended.filter((one) => one.status === 'rejected')
  assert.ok(refused?.reason instanceof WrongKey, String(refused?.reason))
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a login from before the roles of levels is let take them on, and has no right of theirs by itself', async () => {
  const url = await emptyDatabase()
  const login = ownerLogin(url)
  await execute(url, `create role ${login} login password '${appPassword(keys().root)}'`)
  await prepareDatabase(url, keys())
  const pool = openPool(appUrl(url, appPassword(keys().root)), { max: 1 })
  const db = openDatabase(pool)
  await assert.rejects(db.selectFrom('tenants').select('id').execute(), { code: '42501' })
  assert.deepEqual(await inScope(db, systemScope, (trx) => trx.selectFrom('tenants').select('id').execute()), [])
  await pool.end()
})

test('an owner who may not let the login take on the roles of levels is told what an administrator does', async () => {
  const url = new URL(await emptyDatabase())
  const name = url.pathname.slice(1)
  await execute(
    process.env['WEFT_TEST_CLUSTER']!,
    `create role keeper_${name} login createrole password 'Owner-1'; alter database ${name} owner to keeper_${name}`,
  )
  url.username = `keeper_${name}`
  url.password = 'Owner-1'
  await assert.rejects(prepareDatabase(url.href, keys()), {
    message: `The database's owner may not make the login weft_app_${name} a member of weft_tenant, weft_project, weft_partner, weft_provider, weft_system. Please let an administrator of the PostgreSQL server run: grant weft_app, weft_tenant, weft_project, weft_partner, weft_provider, weft_system to keeper_${name} with admin option`,
  })
})
