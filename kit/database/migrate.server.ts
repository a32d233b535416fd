import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartRefused } from '../errors/start-refused.ts'
import { codeOf, messageOf } from '../errors/caught.ts'
import { adoptSquashed } from './squashed.server.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../migrations')

/**
 * Brings a database up to date: every numbered file that has not run yet, each in its own transaction, one process at a time.
 * Answers the names of those that ran; with `only`, no others do. The login the application uses is created too; it owns nothing and bypasses nothing.
 */
export async function migrate(ownerUrl: string, appPassword: string, only?: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('weft migrations'))")
    await ensureLogin(client, ownerUrl, appPassword)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const all = readdirSync(migrationsFolder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
    const done = await adoptSquashed(client, new Set(rows.map((row) => row.name)), all)
    const due = all.filter((name) => !done.has(name) && (only?.includes(name) ?? true))
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
    throw new Error(`Migration ${name} failed: ${messageOf(cause)}`, { cause })
  }
}

/** What every level may. Nobody signs in as it: each control database of a server has a login of its own. */
const group = 'weft_app'

/** The roles of the levels, one for each policy: a transaction takes one on, and nobody signs in as one. */
export const levelRoles = ['weft_tenant', 'weft_project', 'weft_partner', 'weft_provider', 'weft_system']

/** The login of a control database. Its name comes from the database's, so that two installations on one server never share one. */
export function ownerLogin(ownerUrl: string): string {
  const { pathname, username } = new URL(ownerUrl)
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username)
  const login = `${group}_${database}`
  return Buffer.byteLength(login) <= 63
    ? login
    : `${group}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/**
 * Makes the login where there is none, and lets it take on the roles of the levels; it has no rights of theirs by itself. One that
 * exists keeps its password: whoever cannot sign in with it has another key than its owner.
 */
async function ensureLogin(client: pg.Client, ownerUrl: string, password: string) {
  const login = ownerLogin(ownerUrl)
  const exists = await roleExists(client, login)
  if (exists) await tryLogin(appUrl(ownerUrl, password), login)
  const missing = await missingRoles(client, login)
  if (missing.length === 0) return
  const name = client.escapeIdentifier(login)
  try {
    await ensureRole(client, group)
    for (const role of levelRoles) await ensureRole(client, role, `in role ${group}`)
    await client.query('begin')
    await client.query(
      exists
        ? `alter role ${name} noinherit`
        : `create role ${name} login noinherit nosuperuser nobypassrls password ${client.escapeLiteral(password)}`,
    )
    await client.query(`grant ${missing.join(', ')} to ${name}`)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    if (codeOf(cause) !== '42501') throw cause
    const roles = [group, ...levelRoles].join(', ')
    throw new StartRefused(
      `The database's owner may not make the login ${login} a member of ${missing.join(', ')}. Please let an administrator of the PostgreSQL server run: grant ${roles} to ${new URL(ownerUrl).username} with admin option`,
      { cause },
    )
  }
}

const roleExists = async (client: pg.Client, role: string) =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

/** Two databases of one server may be set up at the same moment; a role made meanwhile is as good. */
async function ensureRole(client: pg.Client, role: string, membership = '') {
  if (await roleExists(client, role)) return
  await client
    .query(`create role ${role} nologin nosuperuser nobypassrls ${membership}`)
    .catch(
      (error: { code?: string }) => ['42710', '23505'].includes(error.code ?? '') || Promise.reject(error as Error),
    )
}

/** The roles of levels that this login cannot take on yet. */
async function missingRoles(client: pg.Client, login: string): Promise<string[]> {
  const { rows } = await client.query<{ role: string }>(
    `select r.rolname as role from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member where l.rolname = $1`,
    [login],
  )
  const has = new Set(rows.map(({ role }) => role))
  return levelRoles.filter((role) => !has.has(role))
}

async function tryLogin(url: string, login: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
  } catch (cause) {
    if (['28P01', '28000'].includes(codeOf(cause)))
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
