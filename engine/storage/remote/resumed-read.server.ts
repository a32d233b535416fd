import { Conflict, NotFound } from '@weft/kit/errors/errors.ts'
import { storageTexts } from '../texts.ts'
import type { ConnectionPool } from './connection-pool.server.ts'
import { Fault, type Seen } from '@weft/kit/files/remote/connection.ts'
import type { RemoteFolder } from '@weft/kit/files/remote/remote-folder.server.ts'

/** How often in a row a broken connection is replaced before a file is given up. */
const mostTries = 3

/** The bytes of a file; where the connection breaks, the rest is read over a fresh one, as long as it is still the same file. */
export async function* resumedRead(
  pool: ConnectionPool,
  folder: RemoteFolder,
  { path, start, first, explain }: { path: string; start: number; first: Seen; explain(error: unknown): unknown },
): AsyncGenerator<Buffer> {
  let position = start
  for (let tries = 1; ; tries++) {
    const connection = await pool.take().catch((error: Error) => {
      throw explain(error)
    })
    const began = position
    let whole = false
    try {
      const location = await folder.absolute(connection, path)
      const now = tries === 1 ? first : await connection.look(location)
      if (!now) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      if (now.size !== first.size || now.modified_at !== first.modified_at)
        throw new Conflict('FILE_CHANGED', storageTexts.changed({ path }))
      for await (const bytes of connection.read(location, position)) {
        position += bytes.length
        tries = 1
        yield bytes
      }
      whole = true
      return
    } catch (error) {
      // In the middle of a file, a server has few words for what went wrong.
      const goesOn = error instanceof Fault && (error.kind === 'lost' || (error.kind === 'other' && position > began))
      if (!goesOn || tries >= mostTries) throw explain(error)
    } finally {
      pool.giveBack(connection, { broken: !whole })
    }
  }
}
