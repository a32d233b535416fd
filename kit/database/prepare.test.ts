import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { parseKey, ringOf } from '../secrets/keyring.server.ts'
import { WrongKey } from '../secrets/key-check.server.ts'
import { migrationsFolder } from './migrate.server.ts'
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
