import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { inside } from './copy-files.server.ts'
import { digestOf } from './digest.server.ts'
import {
  fileEntry,
  filesFolder,
  filesPart,
  keyPart,
  manifestFile,
  manifestSchema,
  storageFolder,
  tenantOfStorage,
  type FileEntry,
  type Manifest,
} from './manifest.ts'

/** What a backup says of itself. Throws where there is none, or one of another format. */
export async function readManifest(folder: string): Promise<Manifest> {
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

async function verifiedList(folder: string, list: string, below: string) {
  const entries: FileEntry[] = []
  for await (const line of createInterface({ input: createReadStream(path.join(folder, list)) })) {
    const entry = fileEntry.parse(JSON.parse(line))
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
