import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { appPassword, appUrl, ownerLogin } from '../database/migrate.server.ts'
import { parseKey, ringOf, type Keyring } from '../secrets/keyring.server.ts'
import { databaseUrl, execute } from '../database/prepare.server.ts'
import { openDatabase, openPool, type Database } from '../database/connect.server.ts'

export type TestDatabase = {
  db: Database
  pool: pg.Pool
  owner_url: string
  app_url: string
  cluster_url: string
  key: Keyring
}

/** The keys of the databases of tests, in every process the tests start. */
export const testKeys = (): Keyring => ringOf(parseKey(process.env['WEFT_TEST_KEY'] ?? ''))

/**
 * A fresh control database of its own, cloned from the migrated template. Needs `npm test`, which
 * starts the cluster; `npm test -- path/to/one.test.ts` runs one file.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster_url = process.env['WEFT_TEST_CLUSTER']
  const key = testKeys()
  if (!cluster_url)
    throw new Error('Database tests are run by `npm test -- FILE`, which starts the database they need.')
  const name = `weft_${randomBytes(6).toString('hex')}`
  await execute(cluster_url, `create database ${name} template weft_template`)
  const owner_url = databaseUrl(cluster_url, name)
  const app_url = appUrl(owner_url, appPassword(key.root), ownerLogin(databaseUrl(cluster_url, 'weft_template')))
  const pool = openPool(app_url, { max: 5, application: 'test' })
  after(() => pool.end()) // the database itself goes with the cluster: dropping it would cut whoever still closes
  return { db: openDatabase(pool), pool, owner_url, app_url, cluster_url, key }
}
