import { createReadStream, type Stats } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { writeWithDigest } from './digest.server.ts'
import type { FileEntry, Part } from './manifest.ts'

/** A file or folder as it was copied, and what tells whether it has changed since. */
type Copied = { entry: FileEntry; state: string }

export type FileCopy = {
  /** Copies what is new or changed since the last time, and lets go of what is gone. */
  refresh(): Promise<void>
  entries(): FileEntry[]
  /** Sentences about what lies there and cannot be copied. */
  missing(): string[]
}

/**
 * Copies all files and folders of `from` into `to`, which is there, except those directly below it that `skip` names. A first look copies
 * everything, a second one soon after only what has changed, so that the copy is of one moment as nearly as files allow.
 */
export function openFileCopy(from: string, to: string, skip: (name: string) => boolean): FileCopy {
  let copied = new Map<string, Copied>()
  let missing = new Set<string>()

  async function refresh() {
    const before = copied
    copied = new Map()
    missing = new Set()
    for await (const [name, found] of walk(from, skip, missing)) {
      const known = before.get(name)
      const state = stateOf(found)
      if (known && 'folder' in known.entry !== found.isDirectory()) await letGo(name)
      const now = known?.state === state ? known : await copyOne(name, found, state).catch(ifMissing(undefined))
      if (now) copied.set(name, now)
    }
    for (const name of before.keys()) if (!copied.has(name)) await letGo(name)
  }

  const letGo = (name: string) => rm(path.join(to, name), { recursive: true, force: true })

  async function copyOne(name: string, found: Stats, state: string): Promise<Copied> {
    const about = { path: name, mode: found.mode & 0o777, changed_at: found.mtime.toISOString() }
    const target = path.join(to, name)
    if (found.isDirectory()) {
      await mkdir(target, { recursive: true, mode: 0o700 })
      return { state, entry: { ...about, folder: true } }
    }
    const written = await writeWithDigest(target, createReadStream(path.join(from, name)) as AsyncIterable<Buffer>)
    return { state, entry: { ...about, ...written } }
  }

  return { refresh, entries: () => [...copied.values()].map(({ entry }) => entry), missing: () => [...missing] }
}

/** Writes a list of files and folders as a part of a backup. */
export async function writeList(folder: string, name: string, entries: readonly FileEntry[]): Promise<Part> {
  function* lines() {
    for (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`)
  }
  return { name, ...(await writeWithDigest(path.join(folder, name), lines())) }
}

/** Puts files and folders back below `to`, which is there, as they are described. Folders come before what lies in them. */
export async function putBack(from: string, to: string, entries: readonly FileEntry[]): Promise<void> {
  for (const entry of entries) {
    const target = inside(to, entry.path)
    if ('folder' in entry) {
      await mkdir(target, { mode: entry.mode | 0o700 })
      continue
    }
    await writeWithDigest(target, createReadStream(inside(from, entry.path)) as AsyncIterable<Buffer>)
  }
  // What lies in a folder changes its time, so those deepest inside come first.
  for (const { path: name, mode, changed_at } of entries.toReversed()) {
    const target = inside(to, name)
    await chmod(target, mode)
    await utimes(target, new Date(changed_at), new Date(changed_at))
  }
}

/** A path of a backup below a folder; what leads out of it was not written by a backup. */
export function inside(folder: string, name: string): string {
  const place = path.join(folder, name)
  if (!place.startsWith(`${folder}${path.sep}`))
    throw new Error(`The backup holds the path ${name}, which leads elsewhere.`)
  return place
}

/** Folders before what lies in them. A link directly below the home leads to where its owner has put a part of it. */
async function* walk(
  root: string,
  skip: (name: string) => boolean,
  missing: Set<string>,
  folder = '',
): AsyncGenerator<[string, Stats]> {
  const names = await readdir(path.join(root, folder)).catch(ifMissing<string[]>([]))
  for (const name of names.sort()) {
    if (folder === '' && skip(name)) continue
    const place = path.join(folder, name)
    if (name.includes('\uFFFD')) {
      missing.add(`a file whose name is not UTF-8: ${place}`)
      continue
    }
    const found = await (folder === '' ? stat : lstat)(path.join(root, place)).catch(ifMissing(undefined))
    if (!found) continue
    if (found.isDirectory()) {
      yield [place, found]
      yield* walk(root, skip, missing, place)
    } else if (found.isFile()) yield [place, found]
    else missing.add(`${place}, which is neither a file nor a folder`)
  }
}

const stateOf = (found: Stats) =>
  found.isDirectory()
    ? `folder ${found.mode} ${found.mtimeMs}`
    : `${found.ino} ${found.mode} ${found.size} ${found.mtimeMs}`
