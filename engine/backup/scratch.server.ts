import { mkdtemp, rm } from 'node:fs/promises'
import pg from 'pg'
import { openDatabase, openPool, type Database } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { openTenantDatabases, type TenantDatabases } from '../connections/tenant-databases.server.ts'
import { bringBack } from './bring-back.server.ts'
import type { Manifest } from './manifest.ts'
import { startUnpacked, unpackDatabases } from './unpack-databases.server.ts'

export type Scratch = {
  /** Signed in as the owner of the control database. */
  owner: pg.Client
  db: Database
  databases: TenantDatabases
}

/**
 * Brings up the databases of a backup beside a home for as long as somebody looks into them, with what a tenant had on other servers. No
 * part of Weft works on them.
 */
export async function withScratch<T>(
  {
    folder,
    home,
    manifest,
    keys,
    tenant_id,
    say,
  }: {
    folder: string
    home: string
    manifest: Manifest
    keys: Keyring
    tenant_id: string
    say(line: string): void
  },
  work: (scratch: Scratch) => Promise<T>,
): Promise<T> {
  const made = await mkdtemp(`${home}.looking-`)
  try {
    say('Unpacking databases …')
    await unpackDatabases(folder, made, manifest, keys)
    const { control, administrator, stop } = await startUnpacked({ folder, home: made, manifest, keys, say })
    try {
      await lieHere(control, administrator.port)
      const names = manifest.parts.map(({ name }) => name).filter((name) => name.includes(tenant_id))
      await bringBack(folder, names, { control, administrator, keys, say })
      return await opened(control, keys, work)
    } finally {
      await stop()
    }
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function opened<T>(control: string, keys: Keyring, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const pool = openPool(appUrl(control, appPassword(keys.root)), { max: 4, application: 'weft restore' })
  const db = openDatabase(pool)
  const databases = openTenantDatabases(db, keys)
  const owner = new pg.Client({ connectionString: control, application_name: 'weft restore' })
  owner.on('error', ignore('a connection is gone, which the query under way is told'))
  try {
    await owner.connect()
    return await work({ owner, db, databases })
  } finally {
    await owner.end()
    await databases.close()
    await pool.end()
  }
}

/** The rows say where the server that was copied is, which may be at work there. */
async function lieHere(control: string, port: number) {
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  try {
    await client.query(`update database_servers set host = '127.0.0.1', port = $1 where embedded`, [port])
    await client.query(
      `update tenant_connections set host = '127.0.0.1', port = $1 where server_id in (select id from database_servers where embedded)`,
      [port],
    )
  } finally {
    await client.end()
  }
}
