import type { Socket } from 'node:net'
import pg from 'pg'
import { endingOnNonsense } from './ending-on-nonsense.server.ts'

type Lines = { attachListeners(stream: Socket): void }

/** A client of PostgreSQL that outlives whatever it is told; a pool makes its clients of this class. */
export class PostgresClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options)
    const { connection } = this as unknown as { connection: Lines }
    const attach = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) => {
      attach(stream)
      for (const read of stream.listeners('data') as ((bytes: Buffer) => void)[]) {
        stream.off('data', read)
        stream.on('data', endingOnNonsense(stream, read))
      }
    }
  }
}
