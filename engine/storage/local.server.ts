import { randomBytes } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, matchesGlob, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileReference } from '@weft/kit/define/record.ts'
import { Conflict, Invalid, NotFound } from '@weft/kit/errors/errors.ts'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { unfinished } from '@weft/kit/files/remote-path.ts'
import { cleanPath as clean, objectKey } from './storage-path.server.ts'
import type { FolderEntry, Storage } from './storage.ts'
import { storageTexts } from './texts.ts'
import { reasonOf, limitSize } from './size-limit.server.ts'

/** The files of a tenant in a folder of this machine, made when the first file comes. */
export const localStorage = (home: string, tenant_id: string): Storage =>
  folderStorage(join(home, 'storage', tenant_id))

/** Files below a folder of this machine. */
export function folderStorage(root: string): Storage {
  const at = (path: string) => objectKey(root, path)

  return {
    async list(pattern) {
      await at(pattern.replace(/[*?[\]{},!]+/g, 'x'))
      const wanted = clean(pattern)
      const base = /^[^*?[{!]*(?=\/)/.exec(wanted)?.[0] ?? ''
      const files = await walk(await at(base), base)
      return files
        .filter(({ path }) => matchesGlob(path, wanted))
        .toSorted((a, b) => a.modified_at.localeCompare(b.modified_at) || a.path.localeCompare(b.path))
    },

    async stat(path) {
      const found = await lstat(await at(path)).catch(missing(path))
      return {
        path: clean(path),
        kind: found.isDirectory() ? 'folder' : 'file',
        size: found.isDirectory() ? 0 : found.size,
        modified_at: found.mtime.toISOString(),
      }
    },

    async has(path) {
      return (await lstat(await at(path)).catch(ifMissing(undefined))) !== undefined
    },

    async read(path, start = 0) {
      const handle = await open(await at(path), constants.O_RDONLY | constants.O_NOFOLLOW).catch(missing(path))
      if ((await handle.stat()).isDirectory()) {
        await handle.close()
        throw new Invalid('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
      }
      return handle.createReadStream({ start })
    },

    async write(path, source, { limit } = {}) {
      const target = await at(path)
      if ((await lstat(target).catch(ifMissing(undefined)))?.isDirectory())
        throw new Conflict('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
      const made = await mkdir(dirname(target), { recursive: true }).catch(full)
      const part = join(dirname(target), `.weft-${randomBytes(8).toString('hex')}.part`)
      try {
        await pipeline(source, limitSize(limit), createWriteStream(part, { flags: 'wx', flush: true }))
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        if (made) await rm(made, { recursive: true, force: true })
        throw reasonOf(error)
      }
      const { size, mtime } = await stat(target)
      return { path: clean(path), size, modified_at: mtime.toISOString() }
    },

    async move(path, to) {
      const target = await at(to)
      if (await lstat(target).catch(ifMissing(undefined)))
        throw new Conflict('FILE_EXISTS', storageTexts.exists({ path: to }))
      await mkdir(dirname(target), { recursive: true })
      await rename(await at(path), target).catch(missing(path))
    },

    async remove(path) {
      const place = await at(path)
      if (place === root) throw new Invalid('FILE_PATH', storageTexts.badPath({ path: '/' }))
      await lstat(place).catch(missing(path))
      await rm(place, { recursive: true, force: true })
    },

    async folder(path) {
      const place = await at(path)
      const names = await readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (place === root && error.code === 'ENOENT') return []
        throw new NotFound('FOLDER_NOT_FOUND', storageTexts.noFolder({ path }))
      })
      const shown = names.filter((entry) => (entry.isFile() || entry.isDirectory()) && !unfinished.test(entry.name))
      const entries = await Promise.all(
        shown.map(async (entry): Promise<FolderEntry | undefined> => {
          const found = await lstat(join(place, entry.name)).catch(ifMissing(undefined))
          return (
            found && {
              name: entry.name,
              path: posix.join(clean(path), entry.name),
              kind: entry.isDirectory() ? 'folder' : 'file',
              size: entry.isDirectory() ? 0 : found.size,
              modified_at: found.mtime.toISOString(),
            }
          )
        }),
      )
      return entries
        .filter((entry) => entry !== undefined)
        .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
    },

    async makeFolder(path) {
      const place = await at(path)
      if (await lstat(place).catch(ifMissing(undefined)))
        throw new Conflict('FILE_EXISTS', storageTexts.exists({ path }))
      await mkdir(place, { recursive: true }).catch(full)
    },
  }
}

const day = 86_400_000

async function walk(place: string, base: string): Promise<FileReference[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  const found: FileReference[] = []
  for (const entry of entries) {
    const path = posix.join(base, entry.name)
    if (entry.isDirectory()) found.push(...(await walk(join(place, entry.name), path)))
    if (!entry.isFile()) continue
    const { size, mtime } = await lstat(join(place, entry.name))
    // A process that was killed while writing leaves its part behind; nobody writes to one for a day.
    if (!unfinished.test(entry.name)) found.push({ path, size, modified_at: mtime.toISOString() })
    else if (Date.now() - mtime.getTime() > day) await rm(join(place, entry.name), { force: true })
  }
  return found
}

const missing = (path: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
  throw reasonOf(error)
}

const full = (error: unknown): never => {
  throw reasonOf(error)
}
