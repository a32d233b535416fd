import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import path from 'node:path'
import pg from 'pg'
import { databaseUrl, execute } from '../database/prepare.server.ts'
import { parseKey, ringOf, type Keyring } from '../secrets/keyring.server.ts'

type Kept = {
  key: string
  migrations: Record<string, string>
  /** By table, JSON as PostgreSQL wrote it. */
  rows: Record<string, string>
  sequences: Record<string, number>
}

/**
 * The demo's installation with some runs, as the last version before the squash left it (docs/decisions/0371): made by the migrations of
 * that version and filled with its rows. It cannot be written again, for that version is gone.
 */
export async function installationBeforeSquash(
  clusterUrl: string,
  name: string,
): Promise<{ url: string; key: string; keys: Keyring }> {
  const kept = JSON.parse(
    gunzipSync(readFileSync(path.join(import.meta.dirname, 'before-squash.json.gz'))).toString(),
  ) as Kept
  await execute(clusterUrl, `create database ${name}`)
  const url = databaseUrl(clusterUrl, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table migrations (name text primary key, ran_at timestamptz not null default now())')
    for (const [file, text] of Object.entries(kept.migrations)) {
      await client.query("begin; select set_config('weft.level', 'system', true)")
      await client.query(text)
      await client.query('insert into migrations (name) values ($1)', [file])
      await client.query('commit')
    }
    await client.query('set session_replication_role = replica') // the rows are there already with all that triggers made of them
    for (const [table, rows] of Object.entries(kept.rows)) await fill(client, table, rows)
    for (const [sequence, value] of Object.entries(kept.sequences))
      await client.query('select setval($1, $2)', [sequence, value])
  } finally {
    await client.end()
  }
  return { url, key: kept.key, keys: ringOf(parseKey(kept.key)) }
}

async function fill(client: pg.Client, table: string, rows: string) {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => name).join(', ')
  const into = client.escapeIdentifier(table)
  await client.query(`delete from ${into}`)
  await client.query(
    `insert into ${into} (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::${into}, $1::text::jsonb)`,
    [rows],
  )
}
