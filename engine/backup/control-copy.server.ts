import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { appPassword, migrate, ownerLogin } from '@weft/kit/database/migrate.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { verifyKey } from '@weft/kit/secrets/key-check.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { writeWithDigest } from './digest.server.ts'
import { controlFolder, controlPart, type Part } from './manifest.ts'

const table = z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.int(), part: z.string() })

/** What a copy of a control database says of itself. Names are quoted as SQL reads them. */
const controlCopy = z.strictObject({
  /** All that have run: what is copied fits the tables these make and no others. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string(), is_called: z.boolean() })),
})
type ControlCopy = z.output<typeof controlCopy>

/**
 * Copies the rows of all tables of a control database as of one moment, with no more rights than its owner has: what the tables look like is
 * said by the migrations. `owner` is the owner's address.
 */
export async function copyControl(owner: string, folder: string): Promise<{ parts: Part[]; made_at: string }> {
  const client = new pg.Client({ connectionString: owner, application_name: 'weft backup' })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  await client.connect()
  try {
    await client.query(
      'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name')
    const made_at = new Date().toISOString()
    await mkdir(path.join(folder, controlFolder), { mode: 0o700 })
    const parts: Part[] = []
    const tables: ControlCopy['tables'] = []
    for (const [i, { name, columns }] of (await tablesOf(client)).entries()) {
      // The number tells names apart that a file cannot have.
      const part = path.posix.join(controlFolder, `${i + 1}-${name.replaceAll(/[^a-z0-9_.]/g, '-')}.copy.zst`)
      const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      const written = await pipeline(rows, createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
        writeWithDigest(path.join(folder, part), packed),
      )
      parts.push({ name: part, ...written })
      tables.push({ name, columns, rows: rows.rowCount, part })
    }
    const copy: ControlCopy = {
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences: await sequencesOf(client),
    }
    const written = await writeWithDigest(path.join(folder, controlPart), [Buffer.from(JSON.stringify(copy))])
    return { parts: [...parts, { name: controlPart, ...written }], made_at }
  } finally {
    await client.end()
  }
}

/** Those of the owner, each with its columns but those PostgreSQL computes. */
async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      array(select quote_ident(attname) from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and pg_has_role(c.relowner, 'usage') order by 1`,
  )
  return rows
}

async function sequencesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S' and pg_has_role(c.relowner, 'usage') order by 1`,
  )
  const all: ControlCopy['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${name}`,
    )
    all.push({ name, ...state.rows[0]! })
  }
  return all
}

export const readControlCopy = async (folder: string): Promise<ControlCopy> =>
  controlCopy.parse(JSON.parse(await readFile(path.join(folder, controlPart), 'utf8')))

/**
 * Makes the tables of a copy in a database without any, and puts its rows there. Answers sentences about what was not put there. The
 * application's login has the password it had: what that is made of lies in the rows.
 */
export async function freshControl(owner: string, folder: string, keys: Keyring): Promise<string[]> {
  const copy = await readControlCopy(folder)
  await migrate(owner, appPassword(keys.root), copy.migrations)
  const left = await loadControl(owner, folder, copy)
  const client = new pg.Client({ connectionString: owner, application_name: 'weft restore' })
  await client.connect()
  try {
    await verifyKey(client, keys)
    await client.query(
      `alter role ${client.escapeIdentifier(ownerLogin(owner))} password ${client.escapeLiteral(appPassword(keys.root))}`,
    )
  } finally {
    await client.end()
  }
  return left
}

/**
 * Puts the rows of a copy into a control database that has run the same migrations, in place of what those have put there: all of them or,
 * where anything does not fit, none. Answers sentences about what Weft has no table for.
 */
async function loadControl(owner: string, folder: string, copy: ControlCopy): Promise<string[]> {
  const client = new pg.Client({ connectionString: owner, application_name: 'weft restore' })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  await client.connect()
  try {
    await client.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const there = (await tablesOf(client)).map(({ name }) => name)
    const bound = await unbind(client, there)
    await client.query(`truncate ${there.join(', ')}`)
    const known = copy.tables.filter(({ name }) => there.includes(name))
    for (const one of known) await loadTable(client, folder, one)
    for (const { name, last, is_called } of copy.sequences)
      await client.query('select setval(to_regclass($1), $2::bigint, $3) where to_regclass($1) is not null', [
        ...[name, last, is_called],
      ])
    for (const statement of bound) await client.query(statement)
    await client.query('commit')
    return copy.tables
      .filter((one) => !known.includes(one))
      .map(({ name }) => `the table ${name}, which is none of Weft's`)
  } finally {
    await client.end()
  }
}

/**
 * Lets rows in as they come, whatever refers to them, and without anything being done about them. What an owner may take away they may put
 * back, by the statements that are answered; references are looked at as a whole then.
 */
async function unbind(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows: references } = await client.query<{ place: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and format('%I.%I', n.nspname, c.relname) = any($1) order by 1, 2`,
    [tables],
  )
  const { rows: secured } = await client.query<{ place: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relforcerowsecurity and format('%I.%I', n.nspname, c.relname) = any($1)`,
    [tables],
  )
  for (const { place, name } of references) await client.query(`alter table ${place} drop constraint ${name}`)
  for (const { place } of secured) await client.query(`alter table ${place} no force row level security`)
  for (const place of tables) await client.query(`alter table ${place} disable trigger user`)
  return [
    ...tables.map((place) => `alter table ${place} enable trigger user`),
    ...references.map(({ place, name, definition }) => `alter table ${place} add constraint ${name} ${definition}`),
    ...secured.map(({ place }) => `alter table ${place} force row level security`),
  ]
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows, part }: ControlCopy['tables'][number],
) {
  const into = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(path.join(folder, part)), createZstdDecompress(), into)
  if (into.rowCount !== rows) throw new Error(`${name} holds ${into.rowCount} rows instead of ${rows}.`)
}
