import { randomBytes } from 'node:crypto'
import { matchesGlob, posix } from 'node:path'
import { Readable } from 'node:stream'
import type { FileReference } from '@weft/kit/define/record.ts'
import { Conflict, Forbidden, Invalid, NotFound, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import { badPath, cleanPath, splitPath, unfinished } from '../storage-path.server.ts'
import type { FolderEntry, Storage } from '../storage.ts'
import { storageTexts } from '../texts.ts'
import { reasonOf, limitSize } from '../size-limit.server.ts'
import { Fault, type RemoteConnection, type Seen } from './connection.ts'
import type { ConnectionPool } from './connection-pool.server.ts'

/** A folder found to be none that leads elsewhere is believed to stay so for a moment. */
const believedMs = 10_000
/** How often in a row a broken line is replaced before a file is given up. */
const mostTries = 3
const day = 86_400_000

type Server = {
  host: string
  timeout: number
  password: string
  /** As it was configured; relative to the folder one arrives in. */ root: string
}

/** Files below a folder of a server that is reached over lines. */
export function remoteStorage(lines: ConnectionPool, server: Server): Storage {
  const believed = new Map<string, number>()
  const rootOn = (line: RemoteConnection) => posix.resolve(line.home, server.root)

  /** Asks something, once more where the line turns out to be broken; what the server refuses becomes what a person can read. */
  const answered = async <T>(path: string, work: (line: RemoteConnection) => Promise<T>): Promise<T> => {
    try {
      return await lines.use(work).catch((error: Error) => {
        if (!(error instanceof Fault) || error.kind !== 'lost') throw error
        return lines.use(work, { sure: true })
      })
    } catch (error) {
      throw saying(error, path)
    }
  }
  /** Changes something, over a line that certainly stands. */
  const on = (path: string, work: (line: RemoteConnection) => Promise<void>): Promise<void> =>
    lines.use(work, { sure: true }).catch((error: Error) => {
      throw saying(error, path)
    })
  const saying = (error: unknown, path: string) => sayingOf(server, error, path)

  /** Where a path lies on the server, once no folder on the way turned out to be a link. */
  async function at(line: RemoteConnection, path: string): Promise<string> {
    let place = rootOn(line)
    const parts = splitPath(path)
    for (const [i, part] of parts.entries()) {
      place = posix.join(place, part)
      if ((believed.get(place) ?? 0) > Date.now()) continue
      const found = await line.look(place)
      if (!found) return posix.join(rootOn(line), ...parts)
      if (found.kind === 'link' || found.kind === 'other') throw badPath(path)
      if (found.kind === 'folder') believed.set(place, Date.now() + believedMs)
      else if (i < parts.length - 1) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
    }
    if (believed.size > 5_000) believed.clear()
    return place
  }

  /** What stands at a path; the root is a folder whether or not it is there yet. */
  async function look(line: RemoteConnection, path: string): Promise<Seen | undefined> {
    const place = await at(line, path)
    return place === rootOn(line)
      ? { name: '', kind: 'folder', size: 0, modified_at: new Date(0).toISOString() }
      : line.look(place)
  }

  async function makeFolders(line: RemoteConnection, folder: string) {
    const made: string[] = []
    const parts = folder.split('/').filter(Boolean)
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = parts.slice(0, depth).join('/')
      const place = await at(line, path)
      const found = await line.look(place)
      if (found?.kind === 'file') throw new Conflict('FILE_EXISTS', storageTexts.exists({ path }))
      if (found) continue
      await line.makeFolder(place).catch(async (error: Error) => {
        // Somebody else may have made it meanwhile.
        if ((await line.look(place))?.kind !== 'folder') throw error
      })
      made.push(place)
    }
    return made
  }

  async function walk(line: RemoteConnection, folder: string, depth: number): Promise<FileReference[]> {
    const place = await at(line, folder)
    const entries = await line.list(place).catch((error: Error) => {
      if (error instanceof Fault && error.kind === 'missing') return []
      throw error
    })
    const files: FileReference[] = []
    for (const { name, kind, size, modified_at } of entries) {
      const path = posix.join(folder, name)
      if (kind === 'folder' && depth > 1) files.push(...(await walk(line, path, depth - 1)))
      if (kind !== 'file') continue
      if (!unfinished.test(name)) files.push({ path, size, modified_at })
      else if (Date.parse(modified_at) > 0 && Date.now() - Date.parse(modified_at) > day)
        await line
          .removeFile(posix.join(place, name))
          .catch(ignore('an unfinished file on a storage server stays for now'))
    }
    return files
  }

  async function removeAll(line: RemoteConnection, place: string): Promise<void> {
    for (const entry of await line.list(place)) {
      const inner = posix.join(place, entry.name)
      await (entry.kind === 'folder' ? removeAll(line, inner) : line.removeFile(inner))
    }
    await line.removeFolder(place)
  }

  /** The bytes of a file; where the line breaks, the rest is read over a fresh one, as long as it is still the same file. */
  async function* bytesOf(path: string, start: number, first: Seen): AsyncGenerator<Buffer> {
    let position = start
    for (let tries = 1; ; tries++) {
      const line = await lines.take().catch((error: Error) => {
        throw saying(error, path)
      })
      const began = position
      let whole = false
      try {
        const place = await at(line, path)
        const now = tries === 1 ? first : await line.look(place)
        if (!now) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        if (now.size !== first.size || now.modified_at !== first.modified_at)
          throw new Conflict('FILE_CHANGED', storageTexts.changed({ path }))
        for await (const bytes of line.read(place, position)) {
          position += bytes.length
          tries = 1
          yield bytes
        }
        whole = true
        return
      } catch (error) {
        // In the middle of a file, a server has few words for what went wrong.
        const goesOn = error instanceof Fault && (error.kind === 'lost' || (error.kind === 'other' && position > began))
        if (!goesOn || tries >= mostTries) throw saying(error, path)
      } finally {
        lines.giveBack(line, { broken: !whole })
      }
    }
  }

  return {
    async list(pattern) {
      splitPath(pattern.replace(/[*?[\]{},!]+/g, 'x'))
      const wanted = cleanPath(pattern)
      const base = /^[^*?[{!]*(?=\/)/.exec(wanted)?.[0] ?? ''
      const depth = wanted.includes('**') ? Infinity : wanted.slice(base.length).split('/').filter(Boolean).length
      const files = await answered(pattern, (line) => walk(line, base, depth))
      return files
        .filter(({ path }) => matchesGlob(path, wanted))
        .toSorted((a, b) => a.modified_at.localeCompare(b.modified_at) || a.path.localeCompare(b.path))
    },

    stat: (path) =>
      answered(path, async (line) => {
        const found = await look(line, path)
        if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        const kind = found.kind === 'folder' ? 'folder' : 'file'
        return { path: cleanPath(path), kind, size: kind === 'folder' ? 0 : found.size, modified_at: found.modified_at }
      }),

    has: (path) => answered(path, async (line) => (await look(line, path)) !== undefined),

    async read(path, start = 0) {
      const found = await answered(path, (line) => look(line, path))
      if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
      if (found.kind !== 'file') throw new Invalid('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
      return Readable.from(bytesOf(path, start, found), { objectMode: false })
    },

    async write(path, source, { limit } = {}) {
      const bounded = limitSize(limit)
      let broke: Error | undefined
      const breakOff = (error: Error) => {
        if (!bounded.destroyed) bounded.destroy((broke = error))
      }
      // Whatever happens to the source, the line hears of it.
      source
        .once('error', breakOff)
        .once(
          'close',
          () =>
            source.readableEnded ||
            breakOff(Object.assign(new Error('the source broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })),
        )
      bounded.on('error', () => source.destroy())
      const left = { part: '', folders: [] as string[] }
      try {
        return await lines.use(
          async (line) => {
            const target = await at(line, path)
            if (target === rootOn(line) || (await line.look(target))?.kind === 'folder')
              throw new Conflict('FILE_IS_FOLDER', storageTexts.isFolder({ path }))
            left.folders = await makeFolders(line, parentOf(path))
            left.part = posix.join(posix.dirname(target), `.weft-${randomBytes(8).toString('hex')}.part`)
            source.pipe(bounded)
            await line.write(left.part, bounded)
            await line.rename(left.part, target)
            const { size, modified_at } = (await line.look(target)) ?? {
              size: 0,
              modified_at: new Date().toISOString(),
            }
            return { path: cleanPath(path), size, modified_at }
          },
          { sure: true },
        )
      } catch (error) {
        const cause = broke ?? (bounded.errored instanceof WeftError ? bounded.errored : error)
        source.destroy()
        // An upload that breaks off takes its line with it, so this one is another.
        if (left.part || left.folders.length > 0)
          await lines
            .use((line) => tidy(line, left))
            .catch(ignore('what a failed write has left on a storage server stays'))
        throw saying(reasonOf(cause), path)
      }
    },

    move: (path, to) =>
      on(path, async (line) => {
        const [from, target] = [await at(line, path), await at(line, to)]
        if (from === rootOn(line) || target === rootOn(line)) throw badPath('/')
        if (await line.look(target)) throw new Conflict('FILE_EXISTS', storageTexts.exists({ path: to }))
        if (!(await line.look(from))) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        await makeFolders(line, parentOf(to))
        await line.rename(from, target)
        believed.clear()
      }),

    remove: (path) =>
      on(path, async (line) => {
        const place = await at(line, path)
        if (place === rootOn(line)) throw badPath('/')
        const found = await line.look(place)
        if (!found) throw new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }))
        await (found.kind === 'folder' ? removeAll(line, place) : line.removeFile(place))
        believed.clear()
      }),

    folder: (path) =>
      answered(path, async (line) => {
        const found = await line.list(await at(line, path)).catch((error: Error) => {
          if (!(error instanceof Fault) || error.kind !== 'missing') throw error
          if (cleanPath(path) === '')
            throw new Unavailable('STORAGE_NO_ROOT', storageTexts.noRoot({ host: server.host, root: server.root }), {
              cause: error,
            })
          throw new NotFound('FOLDER_NOT_FOUND', storageTexts.noFolder({ path }), { cause: error })
        })
        return found
          .filter(({ name, kind }) => (kind === 'file' || kind === 'folder') && !unfinished.test(name))
          .map(({ name, kind, size, modified_at }): FolderEntry => ({
            name,
            path: posix.join(cleanPath(path), name),
            kind: kind as 'file' | 'folder',
            size: kind === 'folder' ? 0 : size,
            modified_at,
          }))
          .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
      }),

    makeFolder: (path) =>
      on(path, async (line) => {
        if (await look(line, path)) throw new Conflict('FILE_EXISTS', storageTexts.exists({ path }))
        await makeFolders(line, cleanPath(path))
      }),
  }
}

const parentOf = (path: string) => posix.dirname(cleanPath(path)).replace(/^\.$/, '')

/** Takes back what a failed write has left. */
async function tidy(line: RemoteConnection, { part, folders }: { part: string; folders: string[] }) {
  if (part) await line.removeFile(part).catch(ignore('what a failed write has left on a storage server stays'))
  for (const folder of folders.toReversed())
    await line.removeFolder(folder).catch(ignore('what a failed write has left on a storage server stays'))
}

/** What a server refused, as a person reads it. */
export function sayingOf(
  { host, timeout, password }: Pick<Server, 'host' | 'timeout' | 'password'>,
  thrown: unknown,
  path: string,
): unknown {
  const error = withoutSecret(thrown, password, 'password')
  if (error instanceof WeftError || !(error instanceof Fault)) return error
  const cause = { cause: error }
  if (error.kind === 'missing') return new NotFound('FILE_NOT_FOUND', storageTexts.noFile({ path }), cause)
  if (error.kind === 'denied')
    return new Forbidden('STORAGE_DENIED', storageTexts.denied({ host, path: path || '/' }), cause)
  if (error.kind === 'full') return new Unavailable('STORAGE_FULL', storageTexts.full(), cause)
  if (error.kind === 'late')
    return new Unavailable('STORAGE_TIMEOUT', storageTexts.late({ host, seconds: timeout }), cause)
  if (error.kind === 'lost')
    return new Unavailable('STORAGE_LOST', storageTexts.lost({ host, reason: error.message }), cause)
  return new Unavailable('STORAGE_REFUSED', storageTexts.refused({ host, reason: error.message }), cause)
}
