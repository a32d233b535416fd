import { posix } from 'node:path'
import type { FileReference } from '@weft/kit/define/record.ts'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { splitPath } from './storage-path.server.ts'
import type { FolderEntry, Storage } from './storage.ts'

/** A folder of a storage as a storage of its own, made when the first file comes. */
export function scopedStorage(storage: Storage, folder: string): Storage {
  const inside = (path: string) => posix.join(folder, ...splitPath(path))
  const outside = <T extends FileReference>(file: T): T => ({ ...file, path: file.path.slice(folder.length + 1) })
  return {
    async list(pattern) {
      splitPath(pattern.replace(/[*?[\]{},!]+/g, 'x'))
      return (await storage.list(posix.join(folder, pattern))).map(outside)
    },
    stat: async (path) => outside(await storage.stat(inside(path))),
    has: (path) => storage.has(inside(path)),
    read: (path, start) => storage.read(inside(path), start),
    write: async (path, source, options) => outside(await storage.write(inside(path), source, options)),
    move: (path, to) => storage.move(inside(path), inside(to)),
    remove: (path) => storage.remove(inside(path)),
    async folder(path) {
      const entries = await storage.folder(inside(path)).catch((error: Error): FolderEntry[] => {
        if (error instanceof NotFound && splitPath(path).length === 0) return []
        throw error
      })
      return entries.map((entry) => outside(entry))
    },
    makeFolder: (path) => storage.makeFolder(inside(path)),
  }
}
