import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ifMissing } from '@weft/kit/errors/if-missing.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { folderStorage, localStorage } from '../storage/local.server.ts'
import { markName, type FileStore } from './file-store.ts'

export const folderAddress = 'folder'

/** Files below `WEFT_HOME`, which several machines can only have on storage they share. */
export function folderFileStore(home: string): FileStore {
  const folderOf = (owner: string) => path.join(home, 'storage', owner)
  const mark = path.join(home, markName)
  return {
    address: folderAddress,
    storage: (owner) => localStorage(home, owner),
    folderOf,
    prepare: async (owner) => void (await mkdir(folderOf(owner), { recursive: true, mode: 0o700 })),
    remove: (owner) => rm(folderOf(owner), { recursive: true, force: true }),
    bytes: (owner) => folderBytes(folderOf(owner)),
    jobs: folderJobFiles(home),
    everything: folderStorage(home),
    mark: {
      read: async () => (await readFile(mark, 'utf8').catch(ifMissing(undefined)))?.trim(),
      async write(installation) {
        await mkdir(home, { recursive: true })
        await writeFile(mark, `${installation}\n`, { flush: true })
      },
    },
    close: async () => {},
  }
}

/** The files below a folder; none where it is not there. */
async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(ifMissing([]))
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile())
      bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(ifMissing(undefined)))?.size ?? 0
  return bytes
}
