import type { Storage } from './storage.ts'

// A folder tree of this many entries says enough, and a server elsewhere is asked folder by folder.
const most = 50_000
const longestMs = 20_000

export type StorageUsage = { files: number; bytes: number; /** Whether everything was counted. */ complete: boolean }

/** How much lies in a storage. */
export async function measureStorage(storage: Storage): Promise<StorageUsage> {
  const until = Date.now() + longestMs
  const usage = { files: 0, bytes: 0, complete: true }
  const folders = ['']
  for (let seen = 0; folders.length > 0;) {
    if (seen > most || Date.now() > until) return { ...usage, complete: false }
    for (const { kind, path, size } of await storage.folder(folders.pop()!)) {
      seen++
      if (kind === 'folder') folders.push(path)
      else {
        usage.files++
        usage.bytes += size
      }
    }
  }
  return usage
}
