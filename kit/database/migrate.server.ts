import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartRefused } from '../errors/start-refused.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/**
 * Brings a database up to date: every numbered file that has not run yet, each in its own transaction, one process at a time.
 * Answers the names of those that ran. The login the application uses is created too; it owns nothing and bypasses nothing.
 */
export async function migrate(ownerUrl: string, appPassword: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('weft migrations'))")
    await ensureLogin(client, ownerUrl, appPassword)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const done = new Set(rows.map((row) => row.name))
    const due = readdirSync(migrationsFolder)
      .filter((name) => name.endsWith('.sql') && !done.has(name))
      .sort()
    for (const name of due) await runOne(client, name)
    await letIn(client, ownerLogin(ownerUrl))
    return due
  } finally {
    await client.end()
  }
}

async function runOne(client: pg.Client, name: string) {
  await client.query("begin; select set_config('weft.level', 'system', true)") // an owner that is no superuser is under row-level security, too
  try {
    await client.query(readFileSync(path.join(migrationsFolder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

/** What migrations give the application's rights to. Nobody signs in as it: each control database of a server has a login of its own in it. */
const group = 'weft_app'

/** The login of a control database. Its name comes from the database's, so that two installations on one server never share one. */
export function ownerLogin(ownerUrl: string): string {
  const { pathname, username } = new URL(ownerUrl)
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  const login = `${group}_${database}`
  return Buffer.byteLength(login) <= 63
    ? login
    : `${group}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** Makes the login where there is none. One that exists is never altered: whoever cannot sign in with it has another key than its owner. */
async function ensureLogin(client: pg.Client, ownerUrl: string, password: string) {
  const login = ownerLogin(ownerUrl)
  const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    [group, login],
  ])
  const exists = new Set(rows.map((row) => row.rolname))
  if (exists.has(login)) return tryLogin(appUrl(ownerUrl, password), login)
  // Two databases of one server may be set up at the same moment.
  if (!exists.has(group))
    await client
      .query(`create role ${group} nologin nosuperuser nobypassrls`)
      .catch(
        (error: { code?: string }) => ['42710', '23505'].includes(error.code ?? '') || Promise.reject(error as Error),
      )
  const name = client.escapeIdentifier(login)
  try {
    await client.query(
      `begin; create role ${name} login nosuperuser nobypassrls password ${client.escapeLiteral(password)}; grant ${group} to ${name}; commit`,
    )
  } catch (cause) {
    await client.query('rollback')
    if ((cause as { code?: string }).code !== '42501') throw cause
    throw new StartRefused(
      `The database's owner may not make the login ${login} a member of ${group}. Please let an administrator of the PostgreSQL server run: grant ${group} to ${new URL(ownerUrl).username} with admin option`,
      { cause },
    )
  }
}

async function tryLogin(url: string, login: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
  } catch (cause) {
    if (['28P01', '28000'].includes((cause as { code?: string }).code ?? ''))
      throw new StartRefused(
        `The login ${login} of the control database has another password than the one that belongs to this machine's key, so Weft does not start and changes nothing. Please give this machine the key of the installation this database belongs to; if there is none any more, drop that login.`,
        { cause },
      )
    throw cause
  } finally {
    await client.end()
  }
}

/** Only this database's own login gets into it, not those of other databases that have the same rights in theirs. */
async function letIn(client: pg.Client, login: string) {
  const { rows } = await client.query<{ name: string; mine: boolean }>(
    'select datname as name, pg_has_role(datdba, $1) as mine from pg_database where datname = current_database()',
    ['USAGE'],
  )
  if (!rows[0]!.mine) return
  const database = client.escapeIdentifier(rows[0]!.name)
  await client.query(
    `begin; revoke all on database ${database} from public, ${group}; grant connect, temporary on database ${database} to ${client.escapeIdentifier(login)}; commit`,
  )
}

/** The application's password is the same on every machine that shares the key, so nothing has to be handed around. */
export const appPassword = (key: Buffer) => createHmac('sha256', key).update('weft_app login').digest('base64url')

/** The owner's address with the application's login in its place. */
export function appUrl(ownerUrl: string, password: string, login = ownerLogin(ownerUrl)) {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(login)
  url.password = password
  return url.href
}
