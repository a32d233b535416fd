import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Replay } from '@weft/kit/database/wal-archive.server.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { parseKey, ringOf, writeKeyTexts, type Key, type Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { putBack } from './copy-files.server.ts'
import { unlockKeys } from './keys.server.ts'
import { tenantOfStorage, type Manifest } from './manifest.ts'
import { localRoot } from '../storage/local-root.ts'
import { lockedKeysOf, readFitting, verifiedFiles } from './read-backup.server.ts'
import type { Administrator } from '../provisioning/database-servers/database-server.ts'
import { postgresServer } from '../provisioning/database-servers/postgres.server.ts'
import { endOpenJobs, refuseReplay, replayedTo, stillElsewhere } from './replay.server.ts'
import { bringBack } from './bring-back.server.ts'
import { loadOnto, refuseUnfit, startUnpacked, unpackDatabases } from './unpack-databases.server.ts'

export type RestoreRequest = {
  /** The backup. */
  folder: string
  /** Where the installation is to be: a folder that is empty or is not there yet. */
  home: string
  /** The keys as they are written, where they were kept apart, and whether they are to lie in the home. */
  given?: { texts: readonly string[]; keep: boolean } | undefined
  /** Opens the keys that lie in the backup. */
  passphrase?: string | undefined
  /** The owner's address of an empty database on a server of others, for a control database that was on such a one. */
  database?: string | undefined
  /** Brings the databases further than the backup, by the log that was archived since; without a moment as far as it goes. */
  replay?: Replay | undefined
  say(line: string): void
}

/**
 * Brings an installation back from a backup, held: nothing in it begins by itself until somebody releases it. What cannot be brought back
 * whole is not brought back at all: the home is there in the end, or as it was before.
 */
export async function restore({
  folder,
  home,
  given,
  passphrase,
  database,
  replay,
  say,
}: RestoreRequest): Promise<Manifest & { restored_to: string }> {
  await refuseUsed(home)
  const manifest = await readFitting(folder)
  if (replay) refuseReplay(manifest, replay)
  if (database) await refuseUnfit(database, manifest)
  const { texts, keep } = given ?? { texts: await keysIn(folder, passphrase), keep: true }
  const keys = ringFor(manifest, texts)
  say('Reading the backup, whether all of it is as it was written …')
  const all = await verifiedFiles(folder, manifest)
  // What other servers held is of the time of the backup, and the journal will be of a later one: it stays where it is.
  const files = replay ? all.filter(({ tenant_id }) => !tenant_id) : all
  await mkdir(path.dirname(home), { recursive: true })
  const made = await mkdtemp(`${home}.restoring-`)
  try {
    say('Copying files …')
    await putFilesBack(folder, made, files)
    say('Unpacking databases …')
    await unpackDatabases(folder, made, manifest, keys)
    if (keep) writeKeyTexts(made, texts)
    say('Starting the databases for the first time …')
    const restored_to = await startHeld({ made, folder, manifest, keys, database, replay, say })
    await rmdir(home).catch(ifMissing(undefined))
    await rename(made, home)
    return { ...manifest, restored_to }
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

async function refuseUsed(home: string) {
  const there = await readdir(home).catch(ifMissing<string[]>([]))
  if (there.length > 0)
    throw new Error(
      `${home} is not empty: a backup is restored into a home of its own only. Please give another one in WEFT_HOME; nothing was changed.`,
    )
  const [own, above] = await Promise.all([home, path.dirname(home)].map((one) => stat(one).catch(ifMissing(undefined))))
  if (own && own.dev !== above?.dev)
    throw new Error(
      `${home} is a file system of its own, whose folder cannot be exchanged. Please give a folder in it in WEFT_HOME; nothing was changed.`,
    )
}

async function keysIn(folder: string, passphrase: string | undefined): Promise<string[]> {
  const locked = await lockedKeysOf(folder)
  if (locked === undefined)
    throw new Error(
      'The key of the installation was kept apart from this backup. Please say where it is, with --key FILE or in WEFT_SECRET_KEY; nothing was changed.',
    )
  if (!passphrase)
    throw new Error(
      'The key in this backup is locked. Please give its passphrase in WEFT_BACKUP_PASSPHRASE, or the key itself with --key FILE; nothing was changed.',
    )
  return unlockKeys(locked, passphrase)
}

function ringFor({ key_id }: Manifest, texts: readonly string[]): Keyring {
  const keys = texts.map(parseKey)
  const current = keys.find(({ id }) => id === key_id)
  if (!current)
    throw new Error(
      `This is another key than the one of the backup: it needs the key ${key_id}, given is ${keys.map(({ id }) => id).join(', ') || 'none'}. Nothing was changed.`,
    )
  return ringOf(...([current, ...keys.filter((key) => key !== current)] as [Key, ...Key[]]))
}

/** Files of a tenant that lay on another server lie in the tenant's folder then; what that held is of the time before they moved away. */
async function putFilesBack(folder: string, home: string, files: Awaited<ReturnType<typeof verifiedFiles>>) {
  const replaced = files.flatMap(({ tenant_id }) => (tenant_id ? [localRoot(tenant_id)] : []))
  const isReplaced = (name: string) => replaced.some((root) => name === root || name.startsWith(`${root}/`))
  for (const { folder: below, tenant_id, entries } of files) {
    const to = tenant_id ? path.join(home, localRoot(tenant_id)) : home
    await mkdir(to, { recursive: true, mode: 0o700 })
    const wanted = tenant_id ? entries : entries.filter((entry) => !isReplaced(entry.path))
    await putBack(path.join(folder, below), to, wanted)
  }
}

/** What was unpacked starts for the first time, takes in what lay elsewhere, and is noted as one that is held. Answers of which moment it is. */
async function startHeld({
  made,
  folder,
  manifest,
  keys,
  database,
  replay,
  say,
}: Pick<RestoreRequest, 'folder' | 'database' | 'replay' | 'say'> & {
  made: string
  manifest: Manifest
  keys: Keyring
}): Promise<string> {
  const { made_at, parts } = manifest
  const names = parts.map(({ name }) => name)
  const { control, administrator, stop } = database
    ? await loadOnto(database, { folder, keys, say })
    : await startUnpacked({ folder, home: made, manifest, keys, replay, say })
  try {
    if (!replay) await bringBack(folder, names, { control, administrator, keys, say })
    const client = new pg.Client({ connectionString: control })
    await client.connect()
    try {
      await client.query("begin; select set_config('weft.level', 'system', true)")
      await giveUpMoves(client, administrator)
      const restored_to = replay ? await replayedTo(client, replay, made_at) : made_at
      if (replay) {
        await endOpenJobs(client)
        for (const where of await stillElsewhere(client)) say(`LEFT WHERE IT IS: ${where}`)
      } else await keepFilesHere(client, names)
      // Who ran there is no machine of this installation, and whatever was held of an earlier one is held by this.
      await client.query('delete from supervisors')
      await client.query('delete from restorations where released_at is null')
      await client.query('insert into restorations (made_at) values ($1)', [restored_to])
      await client.query('commit')
      return restored_to
    } finally {
      await client.end()
    }
  } finally {
    await stop()
  }
}

/** The files of these tenants lie in the home now. */
const keepFilesHere = (client: pg.Client, parts: readonly string[]) =>
  client.query(
    `update tenant_storages set type = 'local', server_id = null, root = 'storage/' || tenant_id, host = '', port = null, username = '', password = null,
      ssl = false, passive = true, timeout = 30, host_key = '' where tenant_id = any($1)`,
    [parts.flatMap((name) => tenantOfStorage(name) ?? [])],
  )

/** A move of records that was under way would go on into a database somebody else may be using by now: what it moved stays where it was. */
async function giveUpMoves(client: pg.Client, administrator: Administrator) {
  const { rows } = await client.query<{ database: string; username: string }>(
    `update database_moves set state = 'failed', finished_at = now(), dropped_at = now(), target_password = null
     where state not in ('done', 'failed') returning source_database as database, source_username as username`,
  )
  await client.query('update tenants set held = false where held')
  const server = postgresServer(administrator)
  for (const source of rows) await server.thaw(source)
}
