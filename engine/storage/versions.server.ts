import { posix } from 'node:path'
import type { StorageRule } from './rules.server.ts'
import { cleanPath } from './storage-path.server.ts'
import type { Storage } from './storage.ts'

/** Where earlier contents of files lie, each file's in a folder of its own. */
export const versionsFolder = '.versions'
export const isVersion = (path: string) => cleanPath(path).split('/')[0] === versionsFolder
const folderOf = (path: string) => posix.join(versionsFolder, cleanPath(path))

/** An earlier content of a file: until when it was there. */
type FileVersion = { path: string; size: number; until: string }

/** The same storage, in which a file that is written again keeps what it was before, as the rule of its folder says. */
export function keepingVersions(
  storage: Storage,
  ruleOf: (path: string) => Promise<Pick<StorageRule, 'keep_versions'> | undefined>,
): Storage {
  return {
    ...storage,
    async write(path, source, options) {
      const keep = isVersion(path) ? 0 : ((await ruleOf(path))?.keep_versions ?? 0)
      if (keep === 0 || !(await storage.has(path))) return storage.write(path, source, options)
      // A copy, so that the file is never missing from its place; a content that breaks off leaves one copy too many.
      await storage.write(versionPath(path), await storage.read(path))
      const written = await storage.write(path, source, options)
      for (const { path: old } of (await versionsOf(storage, path)).slice(keep)) await storage.remove(old)
      return written
    },
  }
}

const versionPath = (path: string) =>
  posix.join(folderOf(path), new Date().toISOString().replaceAll(':', '-') + posix.extname(path))

/** The earlier contents of a file, the newest first. */
export async function versionsOf(storage: Storage, path: string): Promise<FileVersion[]> {
  const folder = folderOf(path)
  if (!(await storage.has(folder))) return []
  return (await storage.folder(folder))
    .filter(({ kind }) => kind === 'file')
    .flatMap((entry) => {
      const until = momentOf(entry.name)
      return until ? [{ path: entry.path, size: entry.size, until }] : []
    })
    .toSorted((a, b) => b.until.localeCompare(a.until))
}

/** `2026-11-27T10-00-00.000Z.csv` → `2026-11-27T10:00:00.000Z`. */
export const momentOf = (name: string): string | undefined => {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)/.exec(name) ?? []
  return day && `${day}${hour}:${minute}:${second}`
}
