import { posix } from 'node:path'
import type { FileReference } from '../../define/record.ts'
import type { WeftError } from '../../errors/errors.ts'
import { ignore } from '../../log/ignore.server.ts'
import { unfinished } from '../remote-path.ts'
import { Fault, type RemoteConnection, type Seen } from './connection.ts'

/** A folder found to be none that leads elsewhere is believed to stay so for a moment. */
const believedMs = 10_000
const day = 86_400_000

export type RemoteFolder = ReturnType<typeof remoteFolder>

/** How whoever has the folder reads paths, and says what is wrong with one. */
export type FolderWords = {
  partsOf(path: string): string[]
  badPath(path: string): WeftError
  noFile(path: string): WeftError
  exists(path: string): WeftError
}

/** A folder of a server that nothing leads out of. `root` is as it was configured: relative to the folder one arrives in. */
export function remoteFolder(root: string, { partsOf, badPath, noFile, exists }: FolderWords) {
  const believed = new Map<string, number>()
  const rootOn = (connection: RemoteConnection) => posix.resolve(connection.home, root)

  /** Where a path lies on the server, once no folder on the way turned out to be a link. */
  async function absolute(connection: RemoteConnection, path: string): Promise<string> {
    let reached = rootOn(connection)
    const parts = partsOf(path)
    for (const [i, part] of parts.entries()) {
      reached = posix.join(reached, part)
      if ((believed.get(reached) ?? 0) > Date.now()) continue
      const found = await connection.look(reached)
      if (!found) return posix.join(rootOn(connection), ...parts)
      if (found.kind === 'link' || found.kind === 'other') throw badPath(path)
      if (found.kind === 'folder') believed.set(reached, Date.now() + believedMs)
      else if (i < parts.length - 1) throw noFile(path)
    }
    if (believed.size > 5_000) believed.clear()
    return reached
  }

  return {
    absolute,
    isRoot: (connection: RemoteConnection, location: string) => location === rootOn(connection),

    /** What stands at a path; the root is a folder whether or not it is there yet. */
    async look(connection: RemoteConnection, path: string): Promise<Seen | undefined> {
      const location = await absolute(connection, path)
      return location === rootOn(connection)
        ? { name: '', kind: 'folder', size: 0, modified_at: new Date(0).toISOString() }
        : connection.look(location)
    },

    /** Makes a folder with those around it, and says which were not there before. */
    async makeFolders(connection: RemoteConnection, folder: string): Promise<string[]> {
      const made: string[] = []
      const parts = folder.split('/').filter(Boolean)
      for (let depth = 1; depth <= parts.length; depth++) {
        const path = parts.slice(0, depth).join('/')
        const location = await absolute(connection, path)
        const found = await connection.look(location)
        if (found?.kind === 'file') throw exists(path)
        if (found) continue
        await connection.makeFolder(location).catch(async (error: Error) => {
          // Somebody else may have made it meanwhile.
          if ((await connection.look(location))?.kind !== 'folder') throw error
        })
        made.push(location)
      }
      return made
    },

    /** The files in a folder and so many folders below; unfinished ones nobody has written to for a day go. */
    async walk(connection: RemoteConnection, folder: string, depth: number): Promise<FileReference[]> {
      const location = await absolute(connection, folder)
      const entries = await connection.list(location).catch((error: Error) => {
        if (error instanceof Fault && error.kind === 'missing') return []
        throw error
      })
      const files: FileReference[] = []
      for (const { name, kind, size, modified_at } of entries) {
        const path = posix.join(folder, name)
        if (kind === 'folder' && depth > 1) files.push(...(await this.walk(connection, path, depth - 1)))
        if (kind !== 'file') continue
        if (!unfinished.test(name)) files.push({ path, size, modified_at })
        else if (Date.parse(modified_at) > 0 && Date.now() - Date.parse(modified_at) > day)
          await connection
            .removeFile(posix.join(location, name))
            .catch(ignore('an unfinished file on a storage server stays for now'))
      }
      return files
    },

    /** What was seen of folders counts no more. */
    forget: () => believed.clear(),
  }
}

/** Takes a folder away with all that is in it. */
export async function removeAll(connection: RemoteConnection, location: string): Promise<void> {
  for (const entry of await connection.list(location)) {
    const inner = posix.join(location, entry.name)
    await (entry.kind === 'folder' ? removeAll(connection, inner) : connection.removeFile(inner))
  }
  await connection.removeFolder(location)
}
