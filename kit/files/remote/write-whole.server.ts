import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { ignore } from '../../log/ignore.server.ts'
import { badPath, fileExists } from '../file-errors.ts'
import { folderOf } from '../remote-path.ts'
import { sourceBytes } from '../source-bytes.server.ts'
import type { RemoteConnection } from './connection.ts'
import type { LinePool } from './line-pool.server.ts'
import type { RemoteFolder } from './remote-folder.server.ts'

/** Writes a file beside its place and puts it there once it is whole; what breaks off leaves nothing behind. */
export async function writeWhole(pool: LinePool, root: RemoteFolder, path: string, source: Readable): Promise<void> {
  const left: Left = { part: '', folders: [] }
  const { bytes, whole, broke } = sourceBytes(source)
  try {
    await pool.use(
      async (line) => {
        const target = await root.absolute(line, path)
        if (root.isRoot(line, target)) throw badPath('/')
        if ((await line.look(target))?.kind === 'folder') throw fileExists(path)
        left.folders = await root.makeFolders(line, folderOf(path))
        left.part = posix.join(posix.dirname(target), `.weft-${randomBytes(8).toString('hex')}.part`)
        await line.write(left.part, bytes)
        await whole
        await line.rename(left.part, target)
      },
      { sure: true },
    )
  } catch (error) {
    const cause = broke() ?? error
    bytes.destroy()
    source.destroy()
    // A write that breaks off takes its line with it, so this one is another.
    if (left.part || left.folders.length > 0) await pool.use((line) => tidy(line, left)).catch(ignore(stays))
    throw cause
  }
}

/** What a write has made so far, by where it lies on the server. */
type Left = { part: string; folders: string[] }
const stays = 'what a failed write has left on a server with files stays'

async function tidy(line: RemoteConnection, { part, folders }: Left) {
  if (part) await line.removeFile(part).catch(ignore(stays))
  for (const folder of folders.toReversed()) await line.removeFolder(folder).catch(ignore(stays))
}
