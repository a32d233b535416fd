import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { baseBackup } from '@weft/kit/database/base-backup.server.ts'
import { openDatabase, openPool, type Database } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { version } from '@weft/kit/version.server.ts'
import { openFileCopy, type FileCopy } from './copy-files.server.ts'
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
import { notCovered } from './not-covered.server.ts'
import { dumpRecords, partOf, recordsElsewhere, type Elsewhere } from './records-elsewhere.server.ts'
import { announceBackup, underWayFile } from './under-way.server.ts'

export type BackupRequest = {
  home: string
  /** The superuser's address of the PostgreSQL in that home. */
  cluster: string
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
export async function backUp({ home, cluster, keys, lock, folder, say }: BackupRequest): Promise<Manifest> {
  await makeEmpty(folder, home)
  const began_at = new Date().toISOString()
  const announced = announceBackup(home)
  try {
    const files = openFileCopy(home, path.join(folder, filesFolder), isCopiedOtherwise)
    say('Copying files …')
    await files.refresh()
    say('Copying databases …')
    const control = await describe(cluster)
    const lookElsewhere = () => withApplication(cluster, keys, recordsElsewhere)
    const elsewhere = await lookElsewhere()
    const parts = [await copyCluster(cluster, folder)]
    const made_at = new Date().toISOString()
    say('Copying files that have changed meanwhile …')
    await files.refresh()
    const records = await copyElsewhere(elsewhere, { keys, folder, say }, lookElsewhere)
    parts.push(...records.parts)
    parts.push(await writeList(folder, files))
    parts.push(await writePart(folder, secretsPart, sealSecrets(keys, secretsOf(home))))
    if (lock) parts.push(await writePart(folder, keyPart, await lockKeys(lock.texts, lock.passphrase)))
    const manifest: Manifest = {
      format: 1,
      weft: version,
      ...{ migration: control.migration, postgres: control.postgres },
      ...{ began_at, made_at },
      key_id: keys.current().id,
      files: total(files),
      parts,
      missing: [...control.missing, ...records.missing, ...files.missing()],
    }
    await writePart(folder, manifestFile, JSON.stringify(manifest, null, 2))
    return manifest
  } finally {
    announced.end()
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

async function describe(cluster: string) {
  const client = new pg.Client({ connectionString: databaseUrl(cluster, 'weft') })
  await client.connect()
  try {
    const { rows } = await client.query<{ migration: string; postgres: number }>(
      `select (select max(name) from migrations) as migration, current_setting('server_version_num')::int / 10000 as postgres`,
    )
    return { ...rows[0]!, missing: await notCovered(client) }
  } finally {
    await client.end()
  }
}

async function copyCluster(cluster: string, folder: string): Promise<Part> {
  const archive = await baseBackup(cluster)
  const written = await pipeline(archive, createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
    writeWithDigest(path.join(folder, clusterPart), packed),
  )
  return { name: clusterPart, ...written }
}

const withApplication = async <T>(cluster: string, keys: Keyring, work: (db: Database) => Promise<T>) => {
  const pool = openPool(appUrl(databaseUrl(cluster, 'weft'), appPassword(keys.root)), {
    max: 1,
    application: 'weft backup',
  })
  return work(openDatabase(pool)).finally(() => pool.end())
}

/**
 * After the control database, so that no run is ahead of its records. A server that is away keeps nobody else from a backup, nor does a
 * tenant whose structures change meanwhile: their records would not fit what the control database says of them.
 */
async function copyElsewhere(
  before: readonly Elsewhere[],
  { keys, folder, say }: Pick<BackupRequest, 'keys' | 'folder' | 'say'>,
  lookAgain: () => Promise<Elsewhere[]>,
) {
  const copied = new Map<string, Part>()
  const missing: string[] = []
  for (const one of before) {
    say(`Copying ${whereOf(one)} …`)
    try {
      copied.set(one.connection.tenant_id, await dumpRecords(keys, one, folder))
    } catch (error) {
      await rm(path.join(folder, partOf(one.connection.tenant_id)), { force: true })
      missing.push(`${whereOf(one)} could not be copied: ${messageOf(error)}`)
    }
  }
  const [old, now] = [byTenant(before), byTenant(await lookAgain())]
  for (const [tenant_id, one] of new Map([...old, ...now])) {
    if (isDeepStrictEqual(old.get(tenant_id), now.get(tenant_id))) continue
    if (copied.delete(tenant_id)) await rm(path.join(folder, partOf(tenant_id)))
    missing.push(`${whereOf(one)} or its structures were changed while it was copied; please make another backup`)
  }
  return { parts: [...copied.values()], missing }
}

const byTenant = (all: readonly Elsewhere[]) => new Map(all.map((one) => [one.connection.tenant_id, one]))

const whereOf = ({ tenant, connection: { database, host, port } }: Elsewhere) =>
  `the records of ${tenant}: database ${database} on ${host}:${port}`

async function writeList(folder: string, files: FileCopy): Promise<Part> {
  function* lines() {
    for (const entry of files.entries()) yield Buffer.from(`${JSON.stringify(entry)}\n`)
  }
  return { name: filesPart, ...(await writeWithDigest(path.join(folder, filesPart), lines())) }
}

async function writePart(folder: string, name: string, text: string): Promise<Part> {
  return { name, ...(await writeWithDigest(path.join(folder, name), [Buffer.from(text)])) }
}

function total(files: FileCopy): Manifest['files'] {
  const sizes = files.entries().flatMap((entry) => ('folder' in entry ? [] : [entry.bytes]))
  return { count: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) }
}
