import pg from 'pg'
import { verifyKey, writeKeyCheck } from '../secrets/key-check.server.ts'
import type { Keyring } from '../secrets/keyring.server.ts'
import { appPassword, migrate } from './migrate.server.ts'

/**
 * What a fresh control database needs; one process at a time, as several may start at once. A machine with the key of another
 * database is refused before it changes anything.
 */
export function prepareDatabase(ownerUrl: string, keys: Keyring): Promise<string[]> {
  return withOwner(ownerUrl, async (turn) => {
    await turn.query("select pg_advisory_lock(hashtext('weft preparation'))") // let go of when the session ends
    return prepareInTurn(ownerUrl, keys)
  })
}

async function prepareInTurn(ownerUrl: string, keys: Keyring): Promise<string[]> {
  await withOwner(ownerUrl, (client) => verifyKey(client, keys))
  const ran = await migrate(ownerUrl, appPassword(keys.root))
  await withOwner(ownerUrl, (client) => writeKeyCheck(client, keys))
  return ran
}

export function databaseUrl(url: string, name: string) {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export const execute = (url: string, statement: string) =>
  withOwner(url, async (client) => void (await client.query(statement)))

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
