import { matchesGlob, posix } from 'node:path'
import { Readable } from 'node:stream'
import { Conflict, Invalid, NotFound, Unavailable } from '@weft/kit/errors/errors.ts'
import { badPath, cleanPath, parentOf, splitPath } from '../storage-path.server.ts'
import { unfinished } from '@weft/kit/files/remote-path.ts'
import type { FolderEntry, Storage } from '../storage.ts'
import { storageTexts } from '../texts.ts'
import type { ConnectionPool } from './connection-pool.server.ts'
import { Fault, type RemoteConnection, type Seen } from '@weft/kit/files/remote/connection.ts'
import { explainFault } from './explain-fault.server.ts'
import { remoteFolder, removeAll, type FolderWords } from '@weft/kit/files/remote/remote-folder.server.ts'
import { resumedRead } from './resumed-read.server.ts'
import { upload } from './upload.server.ts'

type Server = {
  host: string
  timeout: number
  password: string
  /** As it was configured; relative to the folder one arrives in. */ root: string
}

const words: FolderWords = {
  partsOf: splitPath,
  badPath,
  noFile: (path) => new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path })),
  exists: (path) => new Conflict('FILE_EXISTS', storageTexts.exists({ path })),
}

/** Files below a folder of a server. */
export function remoteStorage(pool: ConnectionPool, server: Server): Storage {
  const root = remoteFolder(server.root, words)
  const explain = (path: string) => (error: unknown) => explainFault(server, error, path)
  const rethrow = (path: string) => (error: unknown) => {
    throw explain(path)(error)
  }

  /** Asks something, once more where the connection turns out to be broken. */
  const ask = <T>(path: string, work: (connection: RemoteConnection) => Promise<T>): Promise<T> =>
    pool
      .use(work)
      .catch((error: unknown) => {
        if (!(error instanceof Fault) || error.kind !== 'lost') throw error
        return pool.use(work, { sure: true })
      })
      .catch(rethrow(path))
  /** Changes something, over a connection that certainly stands. */
  const change = (path: string, work: (connection: RemoteConnection) => Promise<void>): Promise<void> =>
    pool.use(work, { sure: true }).catch(rethrow(path))

  return {
    async list(pattern) {
      splitPath(pattern.replace(/[*?[\]{},!]+/g, 'x'))
      const wanted = cleanPath(pattern)
      const base = /^[^*?[{!]*(?=\/)/.exec(wanted)?.[0] ?? ''
      const depth = wanted.includes('**') ? Infinity : wanted.slice(base.length).split('/').filter(Boolean).length
      const files = await ask(pattern, (connection) => root.walk(connection, base, depth))
      return files
        .filter(({ path }) => matchesGlob(path, wanted))
        .toSorted((a, b) => a.modified_at.localeCompare(b.modified_at) || a.path.localeCompare(b.path))
    },

    stat: (path) =>
      ask(path, async (connection) => {
        const found = await root.look(connection, path)
        if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        const kind = found.kind === 'folder' ? 'folder' : 'file'
        return { path: cleanPath(path), kind, size: kind === 'folder' ? 0 : found.size, modified_at: found.modified_at }
      }),

    has: (path) => ask(path, async (connection) => (await root.look(connection, path)) !== undefined),

    async read(path, start = 0) {
      const first = await ask(path, (connection) => root.look(connection, path))
      if (!first) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      if (first.kind !== 'file') throw new Invalid('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
      const bytes = resumedRead(pool, root, { path, start, first, explain: explain(path) })
      return Readable.from(bytes, { objectMode: false })
    },

    write: (path, source, { limit } = {}) => upload(pool, root, { path, source, limit }).catch(rethrow(path)),

    move: (path, to) =>
      change(path, async (connection) => {
        const [from, target] = [await root.absolute(connection, path), await root.absolute(connection, to)]
        if (root.isRoot(connection, from) || root.isRoot(connection, target)) throw badPath('/')
        if (await connection.look(target)) throw new Conflict('FILE_EXISTS', storageTexts.exists({ path: to }))
        if (!(await connection.look(from))) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        await root.makeFolders(connection, parentOf(to))
        await connection.rename(from, target)
        root.forget()
      }),

    remove: (path) =>
      change(path, async (connection) => {
        const location = await root.absolute(connection, path)
        if (root.isRoot(connection, location)) throw badPath('/')
        const found = await connection.look(location)
        if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        await (found.kind === 'folder' ? removeAll(connection, location) : connection.removeFile(location))
        root.forget()
      }),

    folder: (path) =>
      ask(path, async (connection) => {
        const found = await connection.list(await root.absolute(connection, path)).catch((error: Error) => {
          throw error instanceof Fault && error.kind === 'missing' ? noFolder(server, path, error) : error
        })
        return found
          .flatMap((entry) => entryOf(path, entry) ?? [])
          .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
      }),

    makeFolder: (path) =>
      change(path, async (connection) => {
        if (await root.look(connection, path)) throw new Conflict('FILE_EXISTS', storageTexts.exists({ path }))
        await root.makeFolders(connection, cleanPath(path))
      }),
  }
}

const noFolder = ({ host, root }: Server, path: string, cause: Error) =>
  cleanPath(path) === ''
    ? new Unavailable('STORAGE_NO_ROOT', storageTexts.noRoot({ host, root }), { cause })
    : new NotFound('FOLDER_NOT_FOUND', storageTexts.noFolder({ path }), { cause })

/** What a listing says of a file or folder; links and files that are still being written are in none. */
function entryOf(folder: string, { name, kind, size, modified_at }: Seen): FolderEntry | undefined {
  if ((kind !== 'file' && kind !== 'folder') || unfinished.test(name)) return undefined
  const path = posix.join(cleanPath(folder), name)
  return { name, path, kind, size: kind === 'folder' ? 0 : size, modified_at }
}
