import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { baseBackup } from '@weft/kit/database/base-backup.server.ts'
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { version } from '@weft/kit/version.server.ts'
import { copyControl } from './control-copy.server.ts'
import { documentsElsewhere } from './documents-elsewhere.server.ts'
import type { Elsewhere } from './elsewhere.ts'
import { openFileCopy, writeList, type FileCopy } from './copy-files.server.ts'
import { filesElsewhere } from './files-elsewhere.server.ts'
import { writeWithDigest } from './digest.server.ts'
import { lockKeys, sealSecrets } from './keys.server.ts'
import {
  clusterPart,
  filesFolder,
  filesPart,
  keyPart,
  manifestFile,
  secretsPart,
  type Manifest,
  type Part,
} from './manifest.ts'
import { recordsElsewhere } from './records-elsewhere.server.ts'
import { announceBackup, underWayFile } from './under-way.server.ts'

export type BackupRequest = {
  home: string
  /** The owner's address of the control database. */
  control: string
  /** The superuser's address of the PostgreSQL in that home, where the control database is on that one. */
  cluster?: string | undefined
  keys: Keyring
  /** The keys as they are written, and what locks them into the backup; without it the key stays apart. */
  lock?: { texts: readonly string[]; passphrase: string } | undefined
  /** A folder that is empty or is not there yet. */
  folder: string
  say(line: string): void
}

/**
 * Copies a whole installation into a folder while it runs: the files once, the databases, and then the files that have changed meanwhile.
 * The manifest comes last, so that a folder without one is known to be no backup.
 */
export async function backUp({ home, control, cluster, keys, lock, folder, say }: BackupRequest): Promise<Manifest> {
  await makeEmpty(folder, home)
  const began_at = new Date().toISOString()
  const announced = announceBackup(home)
  const pool = openPool(appUrl(control, appPassword(keys.root)), {
    max: 2,
    application: 'weft backup',
  })
  const db = openDatabase(pool)
  try {
    const files = openFileCopy(home, path.join(folder, filesFolder), isCopiedOtherwise)
    say('Copying files …')
    await files.refresh()
    say('Copying databases …')
    const about = await describe(control)
    const own = { noneOwn: cluster === undefined }
    const lookElsewhere = async () => [
      ...(await recordsElsewhere(db, keys, own)),
      ...(await documentsElsewhere(db, keys, own)),
      ...(await filesElsewhere(db, keys, home)),
    ]
    const elsewhere = await lookElsewhere()
    const { parts, made_at } = cluster ? await copyCluster(cluster, folder) : await copyControl(control, folder)
    say('Copying files that have changed meanwhile …')
    await files.refresh()
    const others = await copyElsewhere(elsewhere, { folder, say }, lookElsewhere)
    parts.push(...others.parts)
    parts.push(await writeList(folder, filesPart, files.entries()))
    parts.push(await writePart(folder, secretsPart, sealSecrets(keys, secretsOf(home))))
    if (lock) parts.push(await writePart(folder, keyPart, await lockKeys(lock.texts, lock.passphrase)))
    const manifest: Manifest = {
      format: 1,
      weft: version,
      ...about,
      ...{ began_at, made_at },
      key_id: keys.current().id,
      files: total(files),
      parts,
      missing: [...others.missing, ...files.missing()],
    }
    await writePart(folder, manifestFile, JSON.stringify(manifest, null, 2))
    return manifest
  } finally {
    announced.end()
    await pool.end()
  }
}

async function makeEmpty(folder: string, home: string) {
  if (`${folder}${path.sep}`.startsWith(`${home}${path.sep}`))
    throw new Error(`${folder} lies in ${home} itself. Please give a folder elsewhere, best on another disk.`)
  const there = await readdir(folder).catch(ifMissing<string[]>([]))
  if (there.length > 0)
    throw new Error(`${folder} is not empty. Please give a folder that is empty or is not there yet.`)
  await mkdir(path.join(folder, filesFolder), { recursive: true, mode: 0o700 })
}

/** What is copied as a part of its own, or is of no use to anybody but the processes that run now. */
const isCopiedOtherwise = (name: string) =>
  ['postgres', 'tmp', 'uploads', underWayFile, ...secretFiles].includes(name) ||
  /^(secret\.key(\..*)?|supervisor\..*lock(\..*)?)$/.test(name)

const secretFiles = ['sftp_host_key']
const superuserFile = 'postgres/superuser.password'

const secretsOf = (home: string) =>
  Object.fromEntries(
    [superuserFile, ...secretFiles]
      .filter((name) => existsSync(path.join(home, name)))
      .map((name) => [name, readFileSync(path.join(home, name), 'utf8')]),
  )

async function describe(control: string) {
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  try {
    const { rows } = await client.query<{ migration: string; postgres: number }>(
      `select (select max(name) from migrations) as migration, current_setting('server_version_num')::int / 10000 as postgres`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

async function copyCluster(cluster: string, folder: string): Promise<{ parts: Part[]; made_at: string }> {
  const archive = await baseBackup(cluster)
  const written = await pipeline(archive, createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
    writeWithDigest(path.join(folder, clusterPart), packed),
  )
  return { parts: [{ name: clusterPart, ...written }], made_at: new Date().toISOString() }
}

/**
 * After the control database, so that no run is ahead of its records. A server that is away keeps nobody else from a backup, nor does a
 * tenant whose structures change meanwhile: their records would not fit what the control database says of them.
 */
async function copyElsewhere(
  before: readonly Elsewhere[],
  { folder, say }: Pick<BackupRequest, 'folder' | 'say'>,
  lookAgain: () => Promise<Elsewhere[]>,
) {
  const copied = new Map<string, Part>()
  const missing: string[] = []
  for (const { part, where, copy } of before) {
    say(`Copying ${where} …`)
    try {
      const done = await copy(folder)
      copied.set(part, done.part)
      missing.push(...done.missing)
    } catch (error) {
      await rm(path.join(folder, part), { force: true })
      missing.push(`${where} could not be copied: ${messageOf(error)}`)
    }
  }
  const [old, now] = [byPart(before), byPart(await lookAgain())]
  for (const [part, one] of new Map([...old, ...now])) {
    if (isDeepStrictEqual(old.get(part)?.definition, now.get(part)?.definition)) continue
    if (copied.delete(part)) await rm(path.join(folder, part))
    missing.push(`${one.where}, which was changed while it was copied; please make another backup`)
  }
  return { parts: [...copied.values()], missing }
}

const byPart = (all: readonly Elsewhere[]) => new Map(all.map((one) => [one.part, one]))

async function writePart(folder: string, name: string, text: string): Promise<Part> {
  return { name, ...(await writeWithDigest(path.join(folder, name), [Buffer.from(text)])) }
}

function total(files: FileCopy): Manifest['files'] {
  const sizes = files.entries().flatMap((entry) => ('folder' in entry ? [] : [entry.bytes]))
  return { count: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) }
}
