import path from 'node:path'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { startEmbedded, type Embedded } from '@weft/kit/database/embedded.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl, execute, prepareDatabase } from '@weft/kit/database/prepare.server.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'

export type ControlDatabase = { app_url: string; migrated: string[]; stop(): Promise<void> }

/** The control database, up to date: `DATABASE_URL`, or the embedded PostgreSQL, which is also where tenants' databases go at first. */
export async function openControlDatabase(home: string, key: Buffer, given = process.env['DATABASE_URL']): Promise<ControlDatabase> {
  if (given) return { ...(await prepared(given, key)), stop: async () => {} }
  const folder = path.join(home, 'postgres')
  const embedded = await startEmbedded(folder)
  const owner = databaseUrl(embedded.url, 'weft')
  await execute(embedded.url, 'create database weft').catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error // it exists already
  })
  const opened = await prepared(owner, key)
  await registerServer(opened.app_url, key, new URL(embedded.url))
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
    console.error('The embedded PostgreSQL has died; starting it again.')
    work = startEmbedded(folder, port).catch((error: Error) => console.error(error.message)).finally(() => (busy = false))
  }, 500)
  return {
    async stop() {
      clearInterval(timer)
      await work
    },
  }
}

async function prepared(owner: string, key: Buffer) {
  const migrated = await prepareDatabase(owner, key)
  return { app_url: appUrl(owner, appPassword(key)), migrated }
}

/** The embedded server keeps one entry; its port may have changed since the last start. */
async function registerServer(app_url: string, key: Buffer, { port, username, password }: URL) {
  const pool = openPool(app_url, { max: 1, application: 'weft supervisor' })
  const entry = { host: '127.0.0.1', port: Number(port), username, password: encrypt(key, password) }
  await inScope(openDatabase(pool), systemScope, async (trx) => {
    await trx.insertInto('database_servers').values({ name: 'Embedded PostgreSQL', engine: 'postgres', embedded: true, ...entry }).onConflict((oc) => oc.column('name').doUpdateSet(entry)).execute()
    await trx.updateTable('tenant_connections').set({ host: entry.host, port: entry.port }).where('server_id', 'in', (eb) => eb.selectFrom('database_servers').select('id').where('embedded', '=', true)).execute()
  })
  await pool.end()
}
