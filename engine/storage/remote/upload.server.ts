import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileReference } from '@weft/kit/define/record.ts'
import { Conflict, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { endTogether, limitSize, reasonOf } from '../size-limit.server.ts'
import { cleanPath, parentOf } from '../storage-path.server.ts'
import { storageTexts } from '../texts.ts'
import type { ConnectionPool } from './connection-pool.server.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import type { RemoteFolder } from '@weft/kit/files/remote/remote-folder.server.ts'

/** Writes a file beside its place and puts it there once it is whole; what breaks off leaves nothing behind. */
export async function upload(
  pool: ConnectionPool,
  folder: RemoteFolder,
  { path, source, limit }: { path: string; source: Readable; limit: number | undefined },
): Promise<FileReference> {
  const bounded = limitSize(limit)
  const broken = endTogether(source, bounded)
  const left: Left = { part: '', folders: [] }
  try {
    return await pool.use(
      async (connection) => {
        const target = await folder.absolute(connection, path)
        if (folder.isRoot(connection, target) || (await connection.look(target))?.kind === 'folder')
          throw new Conflict('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
        left.folders = await folder.makeFolders(connection, parentOf(path))
        left.part = posix.join(posix.dirname(target), `.weft-${randomBytes(8).toString('hex')}.part`)
        source.pipe(bounded)
        await connection.write(left.part, bounded)
        await connection.rename(left.part, target)
        const { size, modified_at } = (await connection.look(target)) ?? {
          size: 0,
          modified_at: new Date().toISOString(),
        }
        return { path: cleanPath(path), size, modified_at }
      },
      { sure: true },
    )
  } catch (error) {
    const cause = broken() ?? (bounded.errored instanceof WeftError ? bounded.errored : error)
    source.destroy()
    // An upload that breaks off takes its connection with it, so this one is another.
    if (left.part || left.folders.length > 0)
      await pool
        .use((connection) => tidy(connection, left))
        .catch(ignore('what a failed write has left on a storage server stays'))
    throw reasonOf(cause)
  }
}

/** What a write has made so far, by where it lies on the server. */
type Left = { part: string; folders: string[] }

/** Takes back what a failed write has left. */
async function tidy(connection: RemoteConnection, { part, folders }: Left) {
  if (part) await connection.removeFile(part).catch(ignore('what a failed write has left on a storage server stays'))
  for (const folder of folders.toReversed())
    await connection.removeFolder(folder).catch(ignore('what a failed write has left on a storage server stays'))
}
