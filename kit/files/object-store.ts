import type { Readable } from 'node:stream'

/** An object of a store that knows keys and no folders. */
export type StoredObject = {
  key: string
  size: number | null
  modified_at: string | null
  version?: string | undefined
}

/** What is asked of a store; what it refuses is thrown as the error it means. */
export type ObjectStore = {
  host: string
  /** A page of what begins with a prefix; `grouped`: what goes on behind a `/` only by its beginning. */
  page(query: { prefix: string; grouped: boolean; next?: string | undefined; limit?: number }): Promise<{
    objects: StoredObject[]
    prefixes: string[]
    next: string | undefined
  }>
  head(key: string): Promise<StoredObject | undefined>
  get(key: string, start: number): Promise<Readable>
  put(key: string, bytes: Buffer): Promise<void>
  /** Many pieces become one object, or none does. */
  putPieces(key: string, pieces: AsyncIterable<Buffer>): Promise<void>
  copy(object: StoredObject, to: string): Promise<void>
  drop(key: string): Promise<void>
}
