import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { startEmbedded, takeOverData } from '@weft/kit/database/embedded.server.ts'
import { databaseUrl, execute, prepareDatabase } from '@weft/kit/database/prepare.server.ts'
import type { Replay } from '@weft/kit/database/wal-archive.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { administratorOf, noteServer, type Target } from './bring-back.server.ts'
import { freshControl } from './control-copy.server.ts'
import { inside } from './copy-files.server.ts'
import { openSecrets } from './keys.server.ts'
import { clusterPart, controlPart, secretsPart, type Manifest } from './manifest.ts'
import { unpackTar } from './unpack-tar.server.ts'

type Started = Target & { stop(): Promise<void> }

/** Puts the databases of a backup below a home, where they are copied as they lay on the disk, with what opens them. */
export async function unpackDatabases(folder: string, home: string, { parts }: Manifest, keys: Keyring): Promise<void> {
  const isPhysical = parts.some(({ name }) => name === clusterPart)
  if (isPhysical) await mkdir(path.join(home, 'postgres'), { mode: 0o700 })
  const secrets = openSecrets(keys, await readFile(path.join(folder, secretsPart), 'utf8'))
  for (const [name, text] of Object.entries(secrets)) await writeFile(inside(home, name), text, { mode: 0o600 })
  if (!isPhysical) return
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
}): Promise<Started> {
  const cluster = await startEmbedded(path.join(home, 'postgres'), replay && { replay }).catch(explainReplay(replay))
  const target = {
    control: databaseUrl(cluster.url, 'weft'),
    administrator: administratorOf(cluster.url, { embedded: true }),
  }
  try {
    if (manifest.parts.some(({ name }) => name === controlPart)) {
      await execute(cluster.url, 'create database weft')
      await loadRows(target, { folder, keys, say })
    } else await prepareDatabase(target.control, keys)
    return { ...target, stop: cluster.stop }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/**
 * Makes a control database that was copied by its rows in an empty database of a server of others, whose owner's address is given. What was
 * begun there when it fails stays there.
 */
export async function loadOnto(
  control: string,
  { folder, keys, say }: { folder: string; keys: Keyring; say(line: string): void },
): Promise<Started> {
  const target = { control, administrator: administratorOf(control, { embedded: false }) }
  await loadRows(target, { folder, keys, say }).catch((cause: unknown) => {
    throw new Error(
      `${messageOf(cause)} The database of DATABASE_URL may hold a part of it now: please make it anew before you begin again.`,
      { cause },
    )
  })
  return { ...target, stop: async () => {} }
}

async function loadRows(
  { control, administrator }: Target,
  { folder, keys, say }: { folder: string; keys: Keyring; say(line: string): void },
) {
  for (const one of await freshControl(control, folder, keys)) say(`NOT RESTORED: ${one}`)
  await noteServer(control, administrator)
  await prepareDatabase(control, keys)
}

/** A database that cannot take a backup in. */
export async function refuseUnfit(control: string, { parts }: Manifest) {
  if (parts.some(({ name }) => name === clusterPart))
    throw new Error(
      'This backup is a copy of the PostgreSQL that comes with Weft, and is restored into that one. Please take DATABASE_URL away; nothing was changed.',
    )
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  const { rows } = await client
    .query<{ used: boolean; may: boolean }>(
      `select exists (select from pg_class where relnamespace = 'public'::regnamespace) as used,
        (select rolsuper or (rolcreatedb and rolcreaterole) from pg_roles where rolname = current_user) as may`,
    )
    .finally(() => client.end())
  const { used, may } = rows[0]!
  if (used)
    throw new Error('The database of DATABASE_URL is not empty. Please give one without tables; nothing was changed.')
  if (!may)
    throw new Error(
      'The login of DATABASE_URL may not create databases and roles, which the databases of tenants need. Please let it, with: alter role … createdb createrole; nothing was changed.',
    )
}

const explainReplay = (replay: Replay | undefined) => (error: unknown) => {
  if (!replay?.until || !messageOf(error).includes('recovery ended before configured recovery target')) throw error
  throw new Error(
    `The log in ${replay.from} does not go on until ${replay.until}, or nothing was written after it. Please give an earlier moment, or leave --until away to go as far as it does; nothing was changed.`,
    { cause: error },
  )
}
