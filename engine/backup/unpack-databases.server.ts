import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { startEmbedded, takeOverData, type Embedded } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute, prepareDatabase } from '@weft/kit/database/prepare.server.ts'
import type { Replay } from '@weft/kit/database/wal-archive.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { administratorOf } from './bring-back.server.ts'
import { freshControl } from './control-copy.server.ts'
import { inside } from './copy-files.server.ts'
import { openSecrets } from './keys.server.ts'
import { clusterPart, controlPart, secretsPart, type Manifest } from './manifest.ts'
import { unpackTar } from './unpack-tar.server.ts'

/** Puts the databases of a backup below a home, where they are copied as they lay on the disk, with what opens them. */
export async function unpackDatabases(folder: string, home: string, { parts }: Manifest, keys: Keyring): Promise<void> {
  await mkdir(path.join(home, 'postgres'), { mode: 0o700 })
  const secrets = openSecrets(keys, await readFile(path.join(folder, secretsPart), 'utf8'))
  for (const [name, text] of Object.entries(secrets)) await writeFile(inside(home, name), text, { mode: 0o600 })
  if (!parts.some(({ name }) => name === clusterPart)) return
  const data = path.join(home, 'postgres', 'data')
  await mkdir(data, { mode: 0o700 })
  await pipeline(
    createReadStream(path.join(folder, clusterPart)),
    createZstdDecompress(),
    (archive: AsyncIterable<Buffer>) => unpackTar(archive, data),
  )
  // It would write into the archive of the server that was copied, which may still be at work.
  await appendFile(path.join(data, 'postgresql.auto.conf'), "archive_mode = 'off'\n")
  takeOverData(path.dirname(data))
}

/**
 * Starts what was unpacked: the databases take in the log that was copied with them, or those copied by their rows are made, and then they are
 * brought up to date.
 */
export async function startUnpacked({
  folder,
  home,
  manifest,
  keys,
  replay,
  say,
}: {
  folder: string
  home: string
  manifest: Manifest
  keys: Keyring
  replay?: Replay | undefined
  say(line: string): void
}): Promise<Embedded> {
  const cluster = await startEmbedded(path.join(home, 'postgres'), replay && { replay }).catch(explainReplay(replay))
  try {
    const control = databaseUrl(cluster.url, 'weft')
    if (manifest.parts.some(({ name }) => name === controlPart)) {
      await execute(cluster.url, 'create database weft')
      for (const one of await freshControl(control, folder, keys)) say(`NOT RESTORED: ${one}`)
      await noteEmbedded(control, cluster.url)
    }
    await prepareDatabase(control, keys)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

const explainReplay = (replay: Replay | undefined) => (error: unknown) => {
  if (!replay?.until || !messageOf(error).includes('recovery ended before configured recovery target')) throw error
  throw new Error(
    `The log in ${replay.from} does not go on until ${replay.until}, or nothing was written after it. Please give an earlier moment, or leave --until away to go as far as it does; nothing was changed.`,
    { cause: error },
  )
}

/** The server that comes with Weft is the place for databases of tenants, and its start says with which login. */
async function noteEmbedded(control: string, cluster: string) {
  const { host, port, username } = administratorOf(cluster)
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  await client
    .query(
      `insert into database_servers (name, engine, embedded, host, port, username) values ('Embedded PostgreSQL', 'postgres', true, $1, $2, $3) on conflict (name) do nothing`,
      [host, port, username],
    )
    .finally(() => client.end())
}
