import { matchesGlob, posix } from 'node:path'
import type { FileReference } from '@weft/kit/define/record.ts'
import { Conflict, Invalid, NotFound, WeftError } from '@weft/kit/errors/errors.ts'
import { everyPage } from '@weft/kit/files/object-pages.server.ts'
import { objectSession } from '@weft/kit/files/object-session.server.ts'
import type { ObjectStore } from '@weft/kit/files/object-store.ts'
import { unfinished } from '@weft/kit/files/remote-path.ts'
import { piece } from '@weft/kit/files/s3/store.server.ts'
import { endTogether, limitSize, reasonOf } from './size-limit.server.ts'
import { badPath, cleanPath, parentOf, splitPath } from './storage-path.server.ts'
import type { FolderEntry, Storage } from './storage.ts'
import { storageTexts } from './texts.ts'

/** The longest key of an object, in bytes. */
const longestKey = 1_024
/** Of a folder nobody says when it was changed. */
const never = new Date(0).toISOString()

/**
 * Files as objects below a prefix, which ends with `/`. A folder is what the keys of files go through; one without any is an object of no
 * bytes whose key ends with `/`, put there when a folder is made and when the last file leaves one.
 */
export function bucketStorage(store: ObjectStore, prefix: string): Storage {
  const session = objectSession(store, prefix, piece)
  const placeOf = (path: string) => {
    const key = prefix + splitPath(path).join('/')
    // eslint-disable-next-line no-control-regex
    if (/[\0-\x1f\x7f]/.test(path)) throw badPath(path)
    if (Buffer.byteLength(key) >= longestKey) throw new Invalid('FILE_NAME_TOO_LONG', storageTexts.longPath())
    return key
  }
  const isIn = (path: string) => {
    placeOf(path)
    return cleanPath(path)
  }
  const look = (path: string) => session.stat(isIn(path))
  const makeFolder = (path: string) => store.put(`${placeOf(path)}/`, Buffer.alloc(0))

  /** A folder stays when the last file leaves it. */
  async function keepFolder(folder: string) {
    if (folder !== '' && !(await session.stat(folder))) await makeFolder(folder)
  }

  /** A store takes `a` and `a/b` side by side; nobody could tell what `a` is then. */
  async function refuseBelowFile(path: string) {
    const folders = splitPath(path).slice(0, -1)
    const keys = folders.map((_, i) => prefix + folders.slice(0, i + 1).join('/'))
    const found = await Promise.all(keys.map((key) => store.head(key)))
    const file = found.findIndex((one) => one !== undefined)
    if (file >= 0)
      throw new Conflict('FILE_EXISTS', storageTexts.exists({ path: folders.slice(0, file + 1).join('/') }))
  }

  return {
    async list(pattern) {
      splitPath(pattern.replace(/[*?[\]{},!]+/g, 'x'))
      const wanted = cleanPath(pattern)
      const base = /^[^*?[{!]*(?=\/)/.exec(wanted)?.[0] ?? ''
      const folder = base === '' ? prefix : `${placeOf(base)}/`
      // What lies in folders further down need not be asked for where the pattern ends before them.
      const isFlat = !wanted.slice(base === '' ? 0 : base.length + 1).includes('/') && !wanted.includes('**')
      const files: FileReference[] = []
      for await (const { objects } of everyPage(store, { prefix: folder, grouped: isFlat }))
        for (const { key, size, modified_at } of objects) {
          const path = key.slice(prefix.length)
          if (key.endsWith('/') || !matchesGlob(path, wanted)) continue
          files.push({ path, size: size ?? 0, modified_at: modified_at ?? never })
        }
      return files.toSorted((a, b) => a.modified_at.localeCompare(b.modified_at) || a.path.localeCompare(b.path))
    },

    async stat(path) {
      const found = await look(path)
      if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      return { path: cleanPath(path), kind: found.kind, size: found.size ?? 0, modified_at: found.modified_at ?? never }
    },

    has: async (path) => (await look(path)) !== undefined,

    async read(path, start = 0) {
      const found = await look(path)
      if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      if (found.kind === 'folder') throw new Invalid('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
      return store.get(placeOf(path), start)
    },

    async write(path, source, { limit } = {}) {
      const bounded = limitSize(limit)
      const broke = endTogether(source, bounded)
      try {
        if (cleanPath(path) === '' || (await look(path))?.kind === 'folder')
          throw new Conflict('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
        await refuseBelowFile(path)
        source.pipe(bounded)
        await session.write(cleanPath(path), bounded)
      } catch (error) {
        const cause = broke() ?? (bounded.errored instanceof WeftError ? bounded.errored : error)
        bounded.destroy()
        source.destroy()
        throw reasonOf(cause)
      }
      const { size, modified_at } = (await store.head(placeOf(path))) ?? {}
      return { path: cleanPath(path), size: size ?? 0, modified_at: modified_at ?? new Date().toISOString() }
    },

    async move(path, to) {
      if (isIn(path) === '' || isIn(to) === '') throw badPath('/')
      if (!(await look(path))) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      await refuseBelowFile(to)
      await session.move(cleanPath(path), cleanPath(to))
      await keepFolder(parentOf(path))
    },

    async remove(path) {
      if (isIn(path) === '') throw new Invalid('FILE_PATH', storageTexts.badPath({ path: '/' }))
      if (!(await look(path))) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      await session.remove(cleanPath(path))
      await keepFolder(parentOf(path))
    },

    async folder(path) {
      const place = isIn(path)
      const found = await session.list(place).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error
        if (place === '') return []
        throw new NotFound('FOLDER_NOT_FOUND', storageTexts.noFolder({ path }), { cause: error })
      })
      return found
        .flatMap(({ name, kind, size, modified_at }): FolderEntry[] =>
          unfinished.test(name)
            ? []
            : [{ name, path: posix.join(place, name), kind, size: size ?? 0, modified_at: modified_at ?? never }],
        )
        .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
    },

    async makeFolder(path) {
      if (await look(path)) throw new Conflict('FILE_EXISTS', storageTexts.exists({ path }))
      await refuseBelowFile(path)
      await makeFolder(path)
    },
  }
}
