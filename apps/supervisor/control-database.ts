import path from 'node:path'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { startEmbedded, type Embedded } from '@weft/kit/database/embedded.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl, execute, prepareDatabase } from '@weft/kit/database/prepare.server.ts'
import { StartRefused } from '@weft/kit/errors/start-refused.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import pg from 'pg'

export type ControlDatabase = { app_url: string; migrated: string[]; stop(): Promise<void> }

/** The control database, up to date: `DATABASE_URL`, or the embedded PostgreSQL, which is also where tenants' databases go at first. */
export async function openControlDatabase(
  home: string,
  keys: Keyring,
  given = environment().DATABASE_URL,
): Promise<ControlDatabase> {
  const { WEFT_WAL_ARCHIVE: archive } = environment()
  if (given && archive)
    throw new StartRefused(
      'WEFT_WAL_ARCHIVE archives the log of the PostgreSQL that comes with Weft, and DATABASE_URL says another one. Please take one of them away.',
    )
  if (given) {
    const opened = await prepared(given, keys)
    if (await mayCreateDatabases(given))
      await registerServer(opened.app_url, keys, new URL(given), { name: 'Control database', embedded: false })
    return { ...opened, stop: async () => {} }
  }
  const folder = path.join(home, 'postgres')
  const embedded = await startEmbedded(folder, { archive: archive ?? null })
  const owner = databaseUrl(embedded.url, 'weft')
  await execute(embedded.url, 'create database weft').catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error // it exists already
  })
  const opened = await prepared(owner, keys)
  await registerServer(opened.app_url, keys, new URL(embedded.url), { name: 'Embedded PostgreSQL', embedded: true })
  const guard = keepRunning(folder, embedded)
  return {
    ...opened,
    async stop() {
      await guard.stop()
      await embedded.stop()
    },
  }
}

/** Starts the embedded server again, on the same port, when it has died; whoever works waits and goes on. */
function keepRunning(folder: string, { lives, port }: Embedded) {
  let work: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy || lives()) return
    busy = true
    log.error({ folder }, 'the embedded PostgreSQL has died and is started again')
    work = startEmbedded(folder, { port })
      .catch((error: unknown) => log.error({ err: error, folder }, 'the embedded PostgreSQL did not start'))
      .finally(() => (busy = false))
  }, 500)
  return {
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}

async function prepared(owner: string, keys: Keyring) {
  const migrated = await prepareDatabase(owner, keys)
  return { app_url: appUrl(owner, appPassword(keys.root)), migrated }
}

/** Whether tenants' databases and their logins can be created with this login, too; otherwise an administrator registers a server. */
async function mayCreateDatabases(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolsuper or (rolcreatedb and rolcreaterole) as may from pg_roles where rolname = current_user',
    )
    return rows[0]!.may
  } finally {
    await client.end()
  }
}

/** Keeps one entry of the server that Weft itself runs on, as a place for tenants' databases; its address may have changed. */
async function registerServer(
  app_url: string,
  keys: Keyring,
  { hostname, port, username, password }: URL,
  { name, embedded }: { name: string; embedded: boolean },
) {
  const pool = openPool(app_url, { max: 1, application: 'weft supervisor' })
  const place = { host: hostname, port: Number(port || 5432) }
  await inScope(openDatabase(pool), systemScope, async (trx) => {
    const login = { ...place, username: decodeURIComponent(username) }
    const { id } = await trx
      .insertInto('database_servers')
      .values({ name, engine: 'postgres', embedded, ...login })
      .onConflict((oc) => oc.column('name').doUpdateSet(login))
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('database_servers')
      .set({ password: seal(keys, placeIn(sealedColumns.server_password, { id }), decodeURIComponent(password)) })
      .where('id', '=', id)
      .execute()
    await trx.updateTable('tenant_connections').set(place).where('server_id', '=', id).execute()
  })
  await pool.end()
}
