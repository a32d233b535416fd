import { after } from 'node:test'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import type { SqlCounterpart } from '@weft/kit/testing/sql-counterpart.ts'
import pg from 'pg'
import { postgresBody } from '../postgres.server.ts'
import { postgres } from '../postgres.ts'

/** A PostgreSQL database of a test file's own. */
export async function postgresCounterpart(): Promise<SqlCounterpart> {
  const { owner_url } = await testDatabase()
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  after(() => owner.end())
  const { hostname: host, port, username: user, password, pathname } = new URL(owner_url)
  const database = pathname.slice(1)
  const settings = postgres.settings.parse({ host, port: Number(port), user, password, database, encryption: 'none' })
  const { rows } = await owner.query<{ server_version: string }>('show server_version')
  return {
    product: `PostgreSQL ${rows[0]!.server_version}`,
    open: () => postgresBody.open!(settings, localReach),
    run: (statement) => owner.query(statement),
    parameter: (at) => `$${at}`,
    remembersBatches: true,
    tellsKeys: true,
    numbered: 'integer generated always as identity primary key',
    calculated: (from) => `int generated always as (${from}) stored`,
    values: {
      whole: { column: 'integer', value: '-2147483648' },
      large: { column: 'bigint', value: '9223372036854775807' },
      exact: { column: 'numeric(38,18)', value: '12345678901234567890.123456789012345678' },
      double: { column: 'double precision', value: '0.1' },
      flag: { column: 'boolean', value: 'true' },
      text: { column: 'varchar(100)', value: `E'Ä "x" \\\\ ''q'' 😀\\nnew'` },
      day: { column: 'date', value: `'1583-01-01'` },
      moment: { column: 'timestamptz', value: `'2026-11-22 14:58:07.123456+01'` },
      wall: { column: 'timestamp', value: `'2026-11-22 14:58:07.123456'` },
      bytes: { column: 'bytea', value: `'\\x00ff'` },
      document: { column: 'jsonb', value: `'{"n": 12345678901234567890, "t": "ä"}'` },
    },
  }
}
