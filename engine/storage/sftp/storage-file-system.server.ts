import { randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { cleanPath } from '../storage-path.server.ts'
import type { Storage } from '../storage.ts'
import { attributesOf } from './folder-file-system.server.ts'
import { denied, exists, type FileAttributes, type OpenFile, type SftpFileSystem } from './file-system.ts'

const entriesAtOnce = 100
const folderMode = constants.S_IFDIR | 0o700
const fileMode = constants.S_IFREG | 0o600

/**
 * A storage on another server. Clients jump about in files, which such servers know only whole: what is read comes into a file of this
 * machine as it is asked for, what is written goes out from one when it is closed.
 */
export function storageFileSystem(storage: Storage, spool: string): SftpFileSystem {
  async function look(at: string): Promise<FileAttributes> {
    const where = cleanPath(at)
    if (where === '') return { mode: folderMode, size: 0, accessed: 0, modified: Date.now() }
    const found = await storage.stat(where)
    return lookAt(found)
  }

  return {
    look,

    async open(at, { write, append, create, truncate, exclusive }) {
      const where = cleanPath(at)
      const found = await storage.stat(where).catch((error: Error) => {
        if (error instanceof NotFound) return undefined
        throw error
      })
      if (found?.kind === 'folder') throw new Error('Not a file')
      if (!found && !(write && create)) throw Object.assign(new Error('No such file'), { code: 'ENOENT' })
      if (found && exclusive) throw exists()
      if (!write) return reading(storage, found!, await spooled(spool))
      const file = await spooled(spool)
      if (found && !truncate) await fetched(storage, where, file)
      return writing(storage, where, file, { append, fresh: !found || truncate })
    },

    async entries(at) {
      const all = (await storage.folder(cleanPath(at))).map((entry) => ({ name: entry.name, ...lookAt(entry) }))
      return { next: async () => all.splice(0, entriesAtOnce), close: async () => {} }
    },

    makeFolder: (at) => storage.makeFolder(cleanPath(at)),
    async removeFolder(at) {
      if ((await storage.folder(cleanPath(at))).length > 0)
        throw Object.assign(new Error('Not empty'), { code: 'ENOTEMPTY' })
      await storage.remove(cleanPath(at))
    },
    async removeFile(at) {
      if ((await look(at)).mode === folderMode) throw denied()
      await storage.remove(cleanPath(at))
    },
    rename: (from, to) => storage.move(cleanPath(from), cleanPath(to)),
    // Only the server itself says when a file was changed.
    touch: async (at) => void (await look(at)),
  }
}

const lookAt = ({ kind, size, modified_at }: Seen): FileAttributes => ({
  mode: kind === 'folder' ? folderMode : fileMode,
  size,
  accessed: Date.parse(modified_at),
  modified: Date.parse(modified_at),
})

type Seen = Awaited<ReturnType<Storage['stat']>>
type Spooled = { name: string; handle: FileHandle }

async function spooled(folder: string): Promise<Spooled> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = path.join(folder, randomBytes(12).toString('hex'))
  return { name, handle: await open(name, 'wx+', 0o600) }
}

async function gone({ name, handle }: Spooled) {
  await handle.close()
  await unlink(name).catch(ignore('a spooled upload stays in the folder for temporary files'))
}

async function fetched(storage: Storage, where: string, { handle }: Spooled) {
  let at = 0
  for await (const bytes of (await storage.read(where)) as AsyncIterable<Buffer>) {
    await handle.write(bytes, 0, bytes.length, at)
    at += bytes.length
  }
}

/** Bytes arrive one after the other; who asks for later ones waits until they are there. */
function reading(storage: Storage, file: Seen, spool: Spooled): OpenFile {
  let have = 0
  let over = false
  let failed: Error | undefined
  let waiting: (() => void)[] = []
  const stop = new AbortController()
  const wake = () => {
    for (const go of waiting.splice(0)) go()
  }
  async function fetch() {
    const source = await storage.read(file.path)
    stop.signal.addEventListener('abort', () => source.destroy(), { once: true })
    for await (const bytes of source as AsyncIterable<Buffer>) {
      if (stop.signal.aborted) break
      await spool.handle.write(bytes, 0, bytes.length, have)
      have += bytes.length
      wake()
    }
  }
  let fetching: Promise<void> | undefined
  const begin = () =>
    (fetching ??= fetch()
      .catch((error: Error) => void (failed = error))
      .finally(() => {
        over = true
        wake()
      }))

  return {
    look: async () => lookAt(file),
    async read(buffer, at) {
      void begin()
      while (!over && have < at + buffer.length) await new Promise<void>((go) => waiting.push(go))
      if (failed) throw failed
      const count = Math.max(0, Math.min(buffer.length, have - at))
      return count === 0 ? 0 : (await spool.handle.read(buffer, 0, count, at)).bytesRead
    },
    write: async () => {
      throw denied()
    },
    truncate: async () => {
      throw denied()
    },
    async close() {
      stop.abort()
      waiting = []
      await fetching
      await gone(spool)
    },
  }
}

function writing(
  storage: Storage,
  where: string,
  spool: Spooled,
  { append, fresh }: { append: boolean; fresh: boolean },
): OpenFile {
  let changed = fresh
  return {
    look: async () => attributesOf(await spool.handle.stat()),
    read: async (buffer, at) => (await spool.handle.read(buffer, 0, buffer.length, at)).bytesRead,
    async write(bytes, at) {
      changed = true
      await spool.handle.write(bytes, 0, bytes.length, append ? (await spool.handle.stat()).size : at)
    },
    async truncate(size) {
      changed = true
      await spool.handle.truncate(size)
    },
    async close(broken) {
      try {
        // Half a file is none.
        if (changed && !broken) await storage.write(where, createReadStream(spool.name))
      } finally {
        await gone(spool)
      }
    },
  }
}
