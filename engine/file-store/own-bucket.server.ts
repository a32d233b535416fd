import { Readable } from 'node:stream'
import { NotFound } from '@weft/kit/errors/errors.ts'
import type { ObjectStore } from '@weft/kit/files/object-store.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { fileStoreAway, isFileStoreAway } from './file-store-away.ts'

/** So long the log is silent about a bucket that is away, once it has said so. */
const silent_ms = 10_000

/**
 * The bucket of the installation itself: whatever it refuses or does not answer means that the installation is in trouble, and not that
 * somebody has asked for something wrong. Only what is not there is not there.
 */
export function ownBucket(store: ObjectStore): ObjectStore {
  let said = 0
  const explain = (error: unknown): never => {
    if (error instanceof NotFound || isFileStoreAway(error)) throw error
    if (Date.now() - said > silent_ms) {
      said = Date.now()
      log.error({ err: error, host: store.host }, 'the file store cannot be used')
    }
    throw fileStoreAway(error)
  }
  return {
    host: store.host,
    page: (query) => store.page(query).catch(explain),
    head: (key) => store.head(key).catch(explain),
    // A line that has just been closed is noticed by the first one to use it.
    get: async (key, start) =>
      explained(
        await store
          .get(key, start)
          .catch(again(() => store.get(key, start)))
          .catch(explain),
        explain,
      ),
    put: (key, bytes) => store.put(key, bytes).catch(explain),
    async putPieces(key, pieces) {
      let broke: { error: unknown } | undefined
      async function* watched() {
        try {
          yield* pieces
        } catch (error) {
          broke = { error }
          throw error
        }
      }
      // What the sender of a file has done is not the bucket's fault.
      await store.putPieces(key, watched()).catch((error: unknown) => {
        if (broke) throw broke.error
        explain(error)
      })
    },
    copy: (object, to) => store.copy(object, to).catch(explain),
    drop: (key) => store.drop(key).catch(explain),
  }
}

const again =
  <T>(ask: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof NotFound) throw error
    return ask()
  }

function explained(bytes: Readable, explain: (error: unknown) => never): Readable {
  async function* all() {
    try {
      yield* bytes as AsyncIterable<Buffer>
    } catch (error) {
      explain(error)
    }
  }
  // Whoever lets go of it before anything was read lets go of the line, too.
  return Readable.from(all(), { objectMode: false }).once('close', () => bytes.destroy())
}
