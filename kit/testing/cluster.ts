import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../database/embedded.server.ts'
import { databaseUrl, execute, prepareDatabase } from '../database/prepare.server.ts'
import { parseKey, ringOf } from '../secrets/keyring.server.ts'

export type Cluster = { url: string; template_url: string; key: string; folder: string }

/** Starts a PostgreSQL of its own with a migrated template database, runs the work and leaves nothing behind. */
export async function withTestCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-test-'))
  const embedded = await startEmbedded(folder)
  try {
    await execute(embedded.url, 'alter system set fsync = off') // what a crash of the machine leaves is thrown away anyway
    await execute(embedded.url, 'select pg_reload_conf()')
    const key = randomBytes(32).toString('hex')
    const template_url = databaseUrl(embedded.url, 'weft_template')
    await execute(embedded.url, 'create database weft_template')
    await prepareDatabase(template_url, ringOf(parseKey(key)))
    return await work({ url: embedded.url, template_url, key, folder })
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
