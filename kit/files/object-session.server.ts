import type { Readable } from 'node:stream'
import type { FileSession, FoundFile } from '../define/file-session.ts'
import { badPath, fileExists, insideItself, isFolder, noFile, noFolder } from './file-errors.ts'
import { inPieces } from './http-files.server.ts'
import { everyPage, removeAll } from './object-pages.server.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import { isName, nameOf, pathParts, plainPath, within } from './remote-path.ts'
import { sourceBytes } from './source-bytes.server.ts'

/** The objects below a prefix of a store, as files in folders: a folder is what the keys of objects go through. */
export function objectSession(store: ObjectStore, folder: string, piece: number): FileSession {
  const root = plainPath(folder)
  const keyOf = (path: string) => [root, plainPath(path)].filter(Boolean).join('/')
  const prefixOf = (path: string) => (keyOf(path) === '' ? '' : `${keyOf(path)}/`)

  async function isAFolder(path: string): Promise<boolean> {
    if (plainPath(path) === '') return true
    const { objects, prefixes } = await store.page({ prefix: prefixOf(path), grouped: true, limit: 1 })
    return objects.length > 0 || prefixes.length > 0
  }

  async function stat(path: string): Promise<FoundFile | undefined> {
    const found = plainPath(path) === '' ? undefined : await store.head(keyOf(path))
    if (found) return fileAt(path, found)
    return (await isAFolder(path)) ? folderAt(path) : undefined
  }

  async function* below(path: string): AsyncGenerator<StoredObject> {
    for await (const page of everyPage(store, { prefix: prefixOf(path), grouped: false })) yield* page.objects
  }

  return {
    stat,

    async list(path) {
      const prefix = prefixOf(path)
      const found: FoundFile[] = []
      let isThere = prefix === '' || plainPath(path) === ''
      for await (const page of everyPage(store, { prefix, grouped: true })) {
        isThere ||= page.objects.length > 0 || page.prefixes.length > 0
        for (const one of page.prefixes) {
          const name = one.slice(prefix.length).replace(/\/$/, '')
          if (one.startsWith(prefix) && isName(name)) found.push(folderAt(within(plainPath(path), name)))
        }
        for (const one of page.objects) {
          const name = one.key.slice(prefix.length)
          if (one.key.startsWith(prefix) && isName(name)) found.push(fileAt(within(plainPath(path), name), one))
        }
      }
      if (!isThere) throw noFolder(path)
      return found
    },

    async read(path, start = 0) {
      const found = await stat(path)
      if (!found) throw noFile(path)
      if (found.kind === 'folder') throw isFolder(path)
      return store.get(keyOf(path), start)
    },

    async write(path, source) {
      const key = placeOf(path)
      const { bytes, broke } = sourceBytes(source)
      try {
        if (await isAFolder(path)) throw fileExists(path)
        await writeWhole(store, key, bytes, piece)
      } catch (error) {
        const cause = broke() ?? error
        bytes.destroy()
        source.destroy()
        throw cause
      }
    },

    async move(path, to) {
      const [from, target] = [placeOf(path), placeOf(to)]
      const found = await store.head(from)
      if (!found) return moveFolder(path, to)
      const isThere = (await stat(to)) !== undefined
      // A move that was cut off between its two halves has left the file in both places.
      if (isThere && !(await isCopy(store, found, target, piece))) throw fileExists(to)
      if (!isThere) await store.copy(found, target)
      await store.drop(from)
    },

    async remove(path) {
      const key = placeOf(path)
      const found = await stat(path)
      if (!found) throw noFile(path)
      if (found.kind === 'file') return store.drop(key)
      await removeAll(store, await Array.fromAsync(below(path)))
    },

    close: async () => undefined,
  }

  /**
   * All is copied before anything is dropped. A move that was cut off has therefore left a part of the copies there or a part of what was
   * copied here; whatever lies in both places has to be the same, and only one of them may have more.
   */
  async function moveFolder(path: string, to: string) {
    const [here, there] = [await namesBelow(path), await namesBelow(to)]
    if (here.size === 0) throw there.size > 0 || (await stat(to)) ? fileExists(to) : noFile(path)
    // Copies would be made of copies, and all of them be dropped.
    if (prefixOf(to).startsWith(prefixOf(path))) throw insideItself(path)
    const both = [...here].filter(([name]) => there.has(name))
    if ((both.length < here.size && both.length < there.size) || (await store.head(keyOf(to)))) throw fileExists(to)
    for (const [name, one] of both)
      if (!(await isCopy(store, one, prefixOf(to) + name, piece))) throw fileExists(within(to, name))
    for (const [name, one] of here) {
      if (there.has(name)) continue
      // What only says that there is a folder; not every store copies such an object.
      if (one.key.endsWith('/') && one.size === 0) await store.put(prefixOf(to) + name, Buffer.alloc(0))
      else await store.copy(one, prefixOf(to) + name)
    }
    await removeAll(store, here.values())
  }

  /** What lies in a folder and below it, by its name in there. */
  async function namesBelow(path: string): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>()
    for await (const one of below(path)) found.set(one.key.slice(prefixOf(path).length), one)
    return found
  }

  /** The key of something in the folder of the connection, which is never that folder itself. */
  function placeOf(path: string): string {
    if (pathParts(path).length === 0) throw badPath('/')
    return keyOf(path)
  }
}

/** Small files at once, larger ones in pieces: in both ways an object is there whole or not at all. */
async function writeWhole(store: ObjectStore, key: string, source: Readable, size: number) {
  const pieces = inPieces(source as AsyncIterable<Buffer>, size)
  // Let go as soon as it is sent: a piece is large.
  const held = [(await pieces.next()).value!]
  if (held[0]!.length < size) return store.put(key, held[0]!)
  async function* all() {
    yield held.pop()!
    yield* pieces
  }
  await store.putPieces(key, all())
}

/** Whether the same lies in another place, too. */
async function isCopy(store: ObjectStore, object: StoredObject, target: string, size: number): Promise<boolean> {
  // Some stores take names that differ only so for one: it would be the only copy.
  if (folded(object.key) === folded(target)) return false
  const other = await store.head(target)
  if (!other || object.size === null || other.size !== object.size) return false
  if (object.version === other.version && hashes.test(object.version ?? '')) return true
  // The copy of what was sent in pieces, or is encrypted, has another hash.
  const source = await store.get(target, 0)
  const there = inPieces(source as AsyncIterable<Buffer>, size)
  try {
    for await (const here of inPieces((await store.get(object.key, 0)) as AsyncIterable<Buffer>, size))
      if (!here.equals((await there.next()).value ?? Buffer.alloc(0))) return false
    return (await there.next()).done === true
  } finally {
    source.destroy()
  }
}

/** The tags of a store that are made from the content, alone or piece by piece. */
const hashes = /^"?[0-9a-f]{32}(-\d+)?"?$/
const folded = (key: string) => key.normalize('NFKC').toLowerCase()

const fileAt = (path: string, { size, modified_at, version }: StoredObject): FoundFile => ({
  name: nameOf(path),
  path: plainPath(path),
  kind: 'file',
  size,
  modified_at,
  ...(version !== undefined && { version }),
})

const folderAt = (path: string): FoundFile => ({
  name: nameOf(path),
  path: plainPath(path),
  kind: 'folder',
  size: null,
  modified_at: null,
})
