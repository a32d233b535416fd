import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import type { Storage } from '../storage/storage.ts'
import type { FileStore } from './file-store.ts'

const copiedAtOnce = 4
const parts = ['storage', 'jobs'] as const

export type Moved = { files: number; bytes: number }

/**
 * Copies everything from where an installation keeps its files to another place, and lets its machines keep them there from then on. None
 * of them may run. Broken off in between nothing has changed, and the next call begins anew; what is copied stays where it was, too.
 */
export async function moveFiles(db: Database, from: FileStore, to: FileStore): Promise<Moved> {
  const { id, files } = await readInstallation(db)
  if (from.address === to.address) throw new Error(`The files lie in ${to.address} already.`)
  if (files !== null && files !== from.address)
    throw new Error(`The files of this installation lie in ${files}, and not in ${from.address}.`)
  await makeReady(to, id)
  const moved: Moved = { files: 0, bytes: 0 }
  const limited = createSemaphore({ at_once: copiedAtOnce })
  for (const part of parts)
    if (await from.everything.has(part)) await copyFolder(from.everything, to.everything, part, limited, moved)
  await inScope(db, systemScope, (trx) =>
    trx.updateTable('installation').set({ files: to.address, is_marked: true }).execute(),
  )
  return moved
}

const readInstallation = (db: Database) =>
  inScope(db, systemScope, (trx) => trx.selectFrom('installation').select(['id', 'files']).executeTakeFirstOrThrow())

/** Marks the new place as this installation's, and empties it of what an earlier call has left. */
async function makeReady({ address, mark, everything }: FileStore, id: string) {
  const found = await mark.read()
  if (found !== undefined && found !== id)
    throw new Error(`${address} belongs to another installation (${found}). Nothing was changed.`)
  for (const part of parts) {
    if (!(await everything.has(part))) continue
    if (found === undefined)
      throw new Error(`${address} has a folder ${part} already, and no mark of this installation. Nothing was changed.`)
    await everything.remove(part)
  }
  await mark.write(id)
}

type Limited = ReturnType<typeof createSemaphore>

async function copyFolder(from: Storage, to: Storage, folder: string, limited: Limited, moved: Moved): Promise<void> {
  const entries = await from.folder(folder)
  if (entries.length === 0 && !(await to.has(folder))) await to.makeFolder(folder)
  await Promise.all(
    entries.map(async ({ kind, path, size }) => {
      if (kind === 'folder') return
      await limited(async () => void (await to.write(path, await from.read(path))))
      moved.files++
      moved.bytes += size
    }),
  )
  for (const { kind, path } of entries) if (kind === 'folder') await copyFolder(from, to, path, limited, moved)
}
