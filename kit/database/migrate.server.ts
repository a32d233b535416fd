import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const folder = path.resolve(import.meta.dirname, '../../migrations')

/**
 * Brings a database up to date: every numbered file that has not run yet, each in its own transaction, one process at a time.
 * Answers the names of those that ran. The login the application uses is created too; it owns nothing and bypasses nothing.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('weft migrations'))")
    await ensureLogin(client, appPassword)
    await client.query('create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())')
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map((row) => row.name))
    const due = readdirSync(folder).filter((name) => name.endsWith('.sql') && !done.has(name)).sort()
    for (const name of due) await runOne(client, name)
    return due
  } finally {
    await client.end()
  }
}

async function runOne(client: pg.Client, name: string) {
  await client.query("begin; select set_config('weft.level', 'system', true)") // an owner that is no superuser is under row-level security, too
  try {
    await client.query(readFileSync(path.join(folder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

async function ensureLogin(client: pg.Client, password: string) {
  const exists = (await client.query("select from pg_roles where rolname = 'weft_app'")).rowCount === 1
  const verb = exists ? 'alter' : 'create'
  await client.query(`${verb} role weft_app login nosuperuser nobypassrls password ${client.escapeLiteral(password)}`)
}

/** The application's login is the same on every machine that shares the key, so nothing has to be handed around. */
export const appPassword = (key: Buffer) => createHmac('sha256', key).update('weft_app login').digest('base64url')

/** The owner's address with the application's login in its place. */
export function appUrl(ownerUrl: string, password: string) {
  const url = new URL(ownerUrl)
  url.username = 'weft_app'
  url.password = password
  return url.href
}
