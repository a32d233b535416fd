import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { NotFound, Unavailable } from '@weft/kit/errors/errors.ts'
import { isName } from '@weft/kit/files/remote-path.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { inOrder, openLanes } from '@weft/kit/semaphore/in-order.ts'
import { allowList, openEgress } from '../connections/egress.server.ts'
import { folderFileStore } from '../file-store/folder-file-store.server.ts'
import type { FolderEntry, Storage } from '../storage/storage.ts'
import { openStorages } from '../storage/storages.server.ts'
import { inside, writeList } from './copy-files.server.ts'
import { writeWithDigest } from './digest.server.ts'
import type { Elsewhere } from './elsewhere.ts'
import { storageFolder, storagePart, type FileEntry } from './manifest.ts'

/** The tenants' files that lie on servers of their own or of the provider's, as it is said at this moment where. */
export async function filesElsewhere(db: Database, keys: Keyring, home: string): Promise<Elsewhere[]> {
  const found = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('tenant_storages as s')
      .innerJoin('tenants as t', 't.id', 's.tenant_id')
      .leftJoin('storage_servers as o', 'o.id', 's.server_id')
      .select((eb) => [
        't.name as tenant',
        's.tenant_id',
        's.root',
        'o.root as server_root',
        eb.fn.coalesce('o.host', 's.host').as('host'),
        eb.fn.coalesce('o.port', 's.port').as('port'),
        eb.fn.coalesce('o.username', 's.username').as('username'),
      ])
      .where((eb) => eb(eb.fn.coalesce('o.type', 's.type'), '<>', 'local'))
      .orderBy('t.name')
      .execute(),
  )
  return found.map(({ tenant, ...place }) => {
    const root = path.posix.join(place.server_root ?? '', place.root)
    const where = `the files of ${tenant}: ${root || '/'} on ${place.host}`
    return {
      part: storagePart(place.tenant_id),
      where,
      definition: place,
      copy: (folder) => copyStorage({ db, keys, home }, { tenant_id: place.tenant_id, where, folder }),
    }
  })
}

async function copyStorage(
  { db, keys, home }: { db: Database; keys: Keyring; home: string },
  { tenant_id, where, folder }: { tenant_id: string; where: string; folder: string },
) {
  const egress = openEgress(allowList(db))
  const storages = openStorages({ db, key: keys, fileStore: folderFileStore(home), egress })
  const to = path.join(folder, storageFolder(tenant_id))
  const missing: string[] = []
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    const storage = storages.of(tenant_id)
    const unfit = (name: string) => missing.push(`${where}: ${name}, whose name no file of a storage can have`)
    const lanes = openLanes(atOnce, new AbortController().signal)
    const entries: FileEntry[] = []
    for await (const copied of inOrder(lanes, walk(storage, unfit), (entry) => copyEntry(storage, to, entry))) {
      if (typeof copied === 'string') missing.push(`${where}: ${copied}`)
      else if (copied) entries.push(copied)
    }
    return { part: await writeList(folder, storagePart(tenant_id), entries), missing }
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  } finally {
    storages.close()
    await egress.close()
  }
}

/** A server far away is waited for by several. */
const atOnce = 4

/** Folders before what lies in them. One that goes meanwhile is empty. */
async function* walk(storage: Storage, unfit: (name: string) => void, folder = ''): AsyncGenerator<FolderEntry> {
  const entries = await storage.folder(folder).catch((error: unknown): FolderEntry[] => {
    if (folder !== '' && error instanceof NotFound) return []
    throw error
  })
  for (const entry of entries) {
    if (entry.name === '.' || entry.name === '..') continue
    if (!isName(entry.name) || Buffer.byteLength(entry.name) > 200) {
      unfit(entry.path)
      continue
    }
    yield entry
    if (entry.kind === 'folder') yield* walk(storage, unfit, entry.path)
  }
}

/** What was copied; nothing where it is gone by now; a sentence where it cannot be read. */
async function copyEntry(storage: Storage, to: string, entry: FolderEntry): Promise<FileEntry | string | undefined> {
  const target = inside(to, entry.path)
  const about = { path: entry.path, mode: entry.kind === 'folder' ? 0o700 : 0o600 }
  if (entry.kind === 'folder') {
    await mkdir(target, { recursive: true, mode: 0o700 })
    return { ...about, changed_at: entry.modified_at, folder: true }
  }
  for (let tries = 1; ; tries++) {
    try {
      const { size, modified_at } = await storage.stat(entry.path)
      const written = await writeWithDigest(target, atMost(size, await storage.read(entry.path)))
      if (written.bytes === size) return { ...about, changed_at: modified_at, ...written }
      if (tries === mostTries) throw new Error('it changes all the time')
    } catch (error) {
      if (error instanceof Unavailable) throw error
      const isGone = error instanceof NotFound
      if (!isGone && tries < mostTries) continue
      await rm(target, { force: true })
      return isGone ? undefined : `${entry.path} could not be read: ${messageOf(error)}`
    }
  }
}

const mostTries = 3

/** A file that grows while it is read, or of which a server sends more than there is, is read anew. */
async function* atMost(size: number, source: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > size) throw new Error('it became larger while it was read')
    yield piece
  }
}
