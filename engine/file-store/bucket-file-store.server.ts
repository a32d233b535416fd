import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { everyPage, removeBelow } from '@weft/kit/files/object-pages.server.ts'
import type { ObjectStore } from '@weft/kit/files/object-store.ts'
import { bucketJobFiles } from '../runtime/bucket-job-files.server.ts'
import { bucketStorage } from '../storage/bucket.server.ts'
import { markName, type FileStore } from './file-store.ts'

/** Files as objects of a bucket below a prefix, which is empty or ends with `/`. */
export function bucketFileStore(
  store: ObjectStore,
  { address, prefix, close }: { address: string; prefix: string; close(): Promise<void> },
): FileStore {
  const placeOf = (owner: string) => `${prefix}storage/${owner}/`
  return {
    address,
    storage: (owner) => bucketStorage(store, placeOf(owner)),
    // What has no files in it is not there.
    prepare: async () => {},
    remove: (owner) => removeBelow(store, placeOf(owner)),
    async bytes(owner) {
      let bytes = 0
      for await (const { objects } of everyPage(store, { prefix: placeOf(owner), grouped: false }))
        for (const { size } of objects) bytes += size ?? 0
      return bytes
    },
    jobs: bucketJobFiles(store, `${prefix}jobs/`),
    everything: bucketStorage(store, prefix),
    mark: {
      async read() {
        const found: Readable | undefined = await store.get(prefix + markName, 0).catch((error: unknown) => {
          if (error instanceof NotFound) return undefined
          throw error
        })
        return found && (await text(found)).trim()
      },
      write: (installation) => store.put(prefix + markName, Buffer.from(`${installation}\n`)),
    },
    close,
  }
}
