import { posix } from 'node:path'
import type { Egress } from '../../connections/egress.server.ts'
import { connectRemote, type RemoteStorage } from './connect.server.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { explainFault } from './explain-fault.server.ts'

/** Makes the root of a storage where it is not there yet, with the folders above it. Answers whether it had to. */
export const makeRoot = (storage: RemoteStorage, egress: Pick<Egress, 'resolve'>) =>
  onLine(storage, egress, async (line, root) => {
    const missing: string[] = []
    for (
      let folder = root;
      folder !== '/' && folder !== line.home && !(await line.look(folder));
      folder = posix.dirname(folder)
    )
      missing.unshift(folder)
    for (const folder of missing) await line.makeFolder(folder)
    return missing.length > 0
  })

/** Takes the root away again, unless something lies in it. */
export const removeEmptyRoot = (storage: RemoteStorage, egress: Pick<Egress, 'resolve'>) =>
  onLine(storage, egress, async (line, root) => {
    if ((await line.look(root))?.kind === 'folder' && (await line.list(root)).length === 0)
      await line.removeFolder(root)
  })

async function onLine<T>(
  storage: RemoteStorage,
  egress: Pick<Egress, 'resolve'>,
  work: (line: RemoteConnection, root: string) => Promise<T>,
): Promise<T> {
  const line = await connectRemote(storage, egress, () => {})
  try {
    return await work(line, posix.resolve(line.home, storage.root))
  } catch (error) {
    throw explainFault(storage, error, storage.root)
  } finally {
    line.close()
  }
}
