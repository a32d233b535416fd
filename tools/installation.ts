import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '@weft/kit/database/embedded.server.ts'
import { isInUse } from '@weft/kit/database/in-use.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import type { Environment } from '@weft/kit/env/environment.server.ts'
import { verifyKey } from '@weft/kit/secrets/key-check.server.ts'
import { keyFile, openKeyring, type Keyring } from '@weft/kit/secrets/keyring.server.ts'

export type Installation = {
  home: string
  keys: Keyring
  /** The owner's address of the control database. */
  control: string
  /** The superuser's address of the PostgreSQL in that home, where the control database is on that one. */
  cluster?: string | undefined
}

type Settings = Pick<Environment, 'WEFT_HOME' | 'DATABASE_URL' | 'WEFT_SECRET_KEY'>

/** Works on an installation as it is: what runs goes on running, and what was started for this is stopped again. */
export async function withInstallation<T>(settings: Settings, work: (of: Installation) => Promise<T>): Promise<T> {
  const { WEFT_HOME: home, DATABASE_URL: given } = settings
  if (!settings.WEFT_SECRET_KEY && !existsSync(keyFile(home)))
    throw new Error(`There is no key in ${home}. Please say in WEFT_HOME where the installation is.`)
  if (given) return work({ home, control: given, keys: await keysFor(home, given) })
  if (!existsSync(path.join(home, 'postgres', 'data'))) throw new Error(`There is no installation in ${home}.`)
  const cluster = await startEmbedded(path.join(home, 'postgres'))
  const control = databaseUrl(cluster.url, 'weft')
  const wasRunning = await onControl(control, isInUse)
  try {
    return await work({ home, control, cluster: cluster.url, keys: await keysFor(home, control) })
  } finally {
    if (!wasRunning) await cluster.stop()
  }
}

async function keysFor(home: string, control: string): Promise<Keyring> {
  const keys = openKeyring(home)
  await onControl(control, (client) => verifyKey(client, keys))
  return keys
}

async function onControl<T>(control: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
