import { after } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import pg from 'pg'

/** A database of another system, and how it is signed in to. */
export async function anotherDatabase() {
  const url = new URL((await testDatabase()).owner_url)
  const client = new pg.Client({ connectionString: String(url) })
  await client.connect()
  after(() => client.end())
  return {
    query: async (text: string, values: unknown[] = []) =>
      (await client.query<Record<string, unknown>>(text, values)).rows,
    settings: {
      ...{ host: url.hostname, port: Number(url.port), user: url.username, password: url.password },
      ...{ database: url.pathname.slice(1), encryption: 'none' },
    },
  }
}
