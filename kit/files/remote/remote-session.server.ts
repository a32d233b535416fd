import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { FileSession, FoundFile } from '../../define/file-session.ts'
import { NotFound, WeftError } from '../../errors/errors.ts'
import { ignore } from '../../log/ignore.server.ts'
import { quotedTexts } from '../../messages/messages.ts'
import {
  badPath,
  fileDenied,
  fileExists,
  filesBusy,
  filesFailed,
  isFolder,
  noFile,
  noFolder,
  noSpace,
} from '../file-errors.ts'
import { folderOf, isName, nameOf, pathParts, plainPath, unfinished, within } from '../remote-path.ts'
import { Fault, type RemoteConnection, type Seen } from './connection.ts'
import { openLinePool, type LinePool } from './line-pool.server.ts'
import { remoteFolder, removeAll, type RemoteFolder } from './remote-folder.server.ts'
import { writeWhole } from './write-whole.server.ts'

type At = { host: string; folder: string; timeout: number }

const words = { partsOf: pathParts, badPath, noFile, exists: fileExists }

/** The files below a folder of a server that keeps a line open for each thing that is done; links are not followed. */
export async function remoteSession(
  { host, folder, timeout }: At,
  open: () => Promise<RemoteConnection>,
): Promise<FileSession> {
  const root = remoteFolder(folder, words)
  const pool = openLinePool({ timeout, busy: () => filesBusy(host) }, open)
  const explain = (path: string) => (error: unknown) => {
    throw explained(host, path, error)
  }
  /** Asks something, once more where the line turns out to be broken. */
  const ask = <T>(path: string, work: (line: RemoteConnection) => Promise<T>): Promise<T> =>
    pool
      .use(work)
      .catch((error: unknown) => {
        if (!(error instanceof Fault) || error.kind !== 'lost') throw error
        return pool.use(work, { sure: true })
      })
      .catch(explain(path))
  /** Changes something, over a line that certainly stands. */
  const change = (path: string, work: (line: RemoteConnection) => Promise<void>): Promise<void> =>
    pool.use(work, { sure: true }).catch(explain(path))

  const look = (line: RemoteConnection, path: string) =>
    root.look(line, path).catch((error: unknown) => {
      // A file stands where a folder would have to be.
      if (error instanceof NotFound) return undefined
      throw error
    })

  // Whoever opens a connection hears at once that it does not work.
  await pool.use(async () => undefined)
  return {
    list: (path) =>
      ask(path, async (line) => {
        if ((await look(line, path))?.kind !== 'folder') throw noFolder(path)
        const at = await root.absolute(line, path)
        const found = await line.list(at).catch((error: unknown) => {
          throw error instanceof Fault && error.kind === 'missing' ? noFolder(path || folder, error) : error
        })
        // Some servers list a folder that is not there as an empty one.
        if (found.length === 0 && !(await line.look(at))) throw noFolder(path || folder)
        await sweep(line, at, found)
        return found.flatMap((entry) => (isName(entry.name) ? (foundAt(plainPath(path), entry) ?? []) : []))
      }),

    stat: (path) =>
      ask(path, async (line) => {
        const found = await look(line, path)
        return found && foundAt(folderOf(path), { ...found, name: nameOf(path) })
      }),

    async read(path, start = 0) {
      const found = await ask(path, (line) => look(line, path))
      if (!found) throw noFile(path)
      if (found.kind !== 'file') throw isFolder(path)
      const bytes = readFrom(pool, root, { path, start, size: found.size, explain: explain(path) })
      return Readable.from(bytes, { objectMode: false })
    },

    write: (path, source) => writeWhole(pool, root, path, source).catch(explain(path)),

    move: (path, to) =>
      change(path, async (line) => {
        const [from, target] = [await root.absolute(line, path), await root.absolute(line, to)]
        if (root.isRoot(line, from) || root.isRoot(line, target)) throw badPath('/')
        if (await line.look(target)) throw fileExists(to)
        if (!(await line.look(from))) throw noFile(path)
        await root.makeFolders(line, folderOf(to))
        await line.move(from, target).catch(async (error: unknown) => {
          throw (await line.look(target)) ? fileExists(to) : error
        })
        root.forget()
      }),

    remove: (path) =>
      change(path, async (line) => {
        const at = await root.absolute(line, path)
        if (root.isRoot(line, at)) throw badPath('/')
        const found = await line.look(at)
        if (!found) throw noFile(path)
        await (found.kind === 'folder' ? removeAll(line, at) : line.removeFile(at))
        root.forget()
      }),

    close: async () => pool.close(),
  }
}

async function* readFrom(
  pool: LinePool,
  root: RemoteFolder,
  { path, start, size, explain }: { path: string; start: number; size: number; explain(error: unknown): never },
): AsyncGenerator<Buffer> {
  if (start >= size && start > 0) return
  const line = await pool.take().catch(explain)
  let isWhole = false
  try {
    yield* line.read(await root.absolute(line, path), start)
    isWhole = true
  } catch (error) {
    explain(error)
  } finally {
    pool.giveBack(line, { broken: !isWhole })
  }
}

const day = 86_400_000

/** What a write left behind whose process or line broke goes after a day. */
async function sweep(line: RemoteConnection, at: string, entries: readonly Seen[]) {
  const before = Date.now() - day
  for (const { name, modified_at } of entries) {
    const since = Date.parse(modified_at)
    if (!unfinished.test(name) || !(since > 0 && since < before)) continue
    await line.removeFile(posix.join(at, name)).catch(ignore('an unfinished file of a connection stays for now'))
  }
}

/** Links and devices are no files. Servers that do not tell when say the beginning of time. */
function foundAt(folder: string, { name, kind, size, modified_at }: Seen): FoundFile | undefined {
  if (kind !== 'file' && kind !== 'folder') return undefined
  return {
    name,
    path: within(folder, name),
    kind,
    size: kind === 'folder' ? null : size,
    modified_at: Date.parse(modified_at) > 0 ? modified_at : null,
  }
}

function explained(host: string, path: string, error: unknown): unknown {
  if (error instanceof WeftError || !(error instanceof Fault)) return error
  switch (error.kind) {
    case 'missing':
      return noFile(path, error)
    case 'denied':
      return fileDenied(host, path, error)
    case 'full':
      return noSpace(host, error)
    default:
      return filesFailed(host, quotedTexts(error.message), error)
  }
}
