import { createReadStream, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { embeddedVersion } from '@weft/kit/database/embedded.server.ts'
import { migrationsFolder } from '@weft/kit/database/migrate.server.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { localRoot } from '../storage/local-root.ts'
import { readControlCopy } from './control-copy.server.ts'
import { inside } from './copy-files.server.ts'
import { digestOf } from './digest.server.ts'
import {
  clusterPart,
  controlPart,
  fileEntry,
  filesFolder,
  filesPart,
  keyPart,
  manifestFile,
  manifestSchema,
  storageFolder,
  storagePart,
  tenantOfStorage,
  type FileEntry,
  type Manifest,
} from './manifest.ts'

/** What a backup says of itself. Throws where there is none, or one of another format. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(ifMissing(undefined))
  if (text === undefined)
    throw new Error(
      `${folder} holds no backup, or one that was broken off: there is no ${manifestFile} in it. Nothing was changed.`,
    )
  const read = manifestSchema.safeParse(jsonOf(text))
  if (!read.success)
    throw new Error(
      `${path.join(folder, manifestFile)} is damaged, or of another version of Weft. Nothing was changed.`,
    )
  return read.data
}

/** What a backup says of itself, where this version of Weft can bring it back. */
export async function readFitting(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  refuseOtherVersions(manifest)
  await refuseOtherTables(folder, manifest)
  return manifest
}

function refuseOtherVersions({ migration, postgres, weft, parts }: Manifest) {
  if (!readdirSync(migrationsFolder).includes(migration))
    throw new Error(
      `The backup was made by a newer Weft (${weft}, ${migration}). Please restore it with that version or a later one; nothing was changed.`,
    )
  const isPhysical = parts.some(({ name }) => name === clusterPart)
  if (isPhysical && postgres !== embeddedVersion)
    throw new Error(
      `The backup is of PostgreSQL ${postgres}, and this Weft brings PostgreSQL ${embeddedVersion}. Please restore it with the version of Weft that made it (${weft}); nothing was changed.`,
    )
}

/** The rows of a control database fit the tables they were in, and only those. */
async function refuseOtherTables(folder: string, { weft, parts }: Manifest) {
  const part = parts.find(({ name }) => name === controlPart)
  if (!part) return
  await verify(folder, part.name, part)
  const known = readdirSync(migrationsFolder)
  const { migrations } = await readControlCopy(folder)
  const missing = migrations.filter((name) => !known.includes(name))
  if (missing.length > 0)
    throw new Error(
      `This Weft cannot make the tables the backup is of (${missing.join(', ')}). Please restore it with the version of Weft that made it (${weft}); nothing was changed.`,
    )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what it is not, the caller says
  }
}

type Files = {
  /** Where the files lie in the backup. */
  folder: string
  /** The tenant whose storage it is; none for those of the home. */
  tenant_id?: string | undefined
  entries: FileEntry[]
}

/** The files of a backup, after every part and every file was found as it was written. Throws at the first that was not. */
export async function verifiedFiles(folder: string, { parts }: Manifest): Promise<Files[]> {
  for (const { name, ...expected } of parts) await verify(folder, name, expected)
  const all: Files[] = [{ folder: filesFolder, entries: await verifiedList(folder, filesPart, filesFolder) }]
  for (const { name } of parts) {
    const tenant_id = tenantOfStorage(name)
    if (!tenant_id) continue
    const below = storageFolder(tenant_id)
    all.push({ folder: below, tenant_id, entries: await verifiedList(folder, name, below) })
  }
  return all
}

/**
 * The files of a tenant by their paths in the tenant's storage, with where they lie in the backup, after these and every part were found as
 * they were written.
 */
export async function verifiedFilesOf(folder: string, { parts }: Manifest, tenant_id: string) {
  for (const { name, ...expected } of parts) await verify(folder, name, expected)
  const own = storagePart(tenant_id)
  if (parts.some(({ name }) => name === own)) {
    const below = storageFolder(tenant_id)
    return (await verifiedList(folder, own, below)).map((entry) => ({ entry, file: path.join(below, entry.path) }))
  }
  const root = `${localRoot(tenant_id)}/`
  const found = await verifiedList(folder, filesPart, filesFolder, (name) => name.startsWith(root))
  return found.map((entry) => ({
    entry: { ...entry, path: entry.path.slice(root.length) },
    file: path.join(filesFolder, entry.path),
  }))
}

export type FilesOfTenant = Awaited<ReturnType<typeof verifiedFilesOf>>

async function verifiedList(folder: string, list: string, below: string, isWanted = (_: string) => true) {
  const entries: FileEntry[] = []
  for await (const line of createInterface({ input: createReadStream(path.join(folder, list)) })) {
    const entry = fileEntry.parse(JSON.parse(line))
    if (!isWanted(entry.path)) continue
    if (!('folder' in entry)) await verify(folder, path.join(below, entry.path), entry)
    entries.push(entry)
  }
  return entries
}

async function verify(folder: string, name: string, { bytes, sha256 }: { bytes: number; sha256: string }) {
  const file = inside(folder, name)
  const found = await stat(file).catch(ifMissing(undefined))
  if (!found) throw new Error(`${name} is missing in the backup. Nothing was changed.`)
  if (found.size !== bytes || (await digestOf(file)) !== sha256)
    throw new Error(`${name} is not as it was when the backup was made. Nothing was changed.`)
}

/** The locked keys of a backup that holds them. */
export const lockedKeysOf = (folder: string): Promise<string | undefined> =>
  readFile(path.join(folder, keyPart), 'utf8').catch(ifMissing(undefined))
