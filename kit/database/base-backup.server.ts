import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import pg from 'pg'
import { ignore } from '../log/ignore.server.ts'
import { PostgresClient } from '../network/postgres-client.server.ts'

/**
 * A physical copy of a whole PostgreSQL server while it is written to, as one tar archive with the log it needs: what comes out of it is
 * the server as it was when the last byte was read. The login of the address must be allowed to replicate. Nothing is read from the
 * server before somebody reads from the stream, which fails when the server does.
 */
export async function baseBackup(url: string): Promise<Readable> {
  // A text, as pg takes the address apart by itself and knows no type for what it hands on to the server.
  const client = new PostgresClient({ connectionString: url, replication: 'true' } as pg.ClientConfig)
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  await client.connect()
  // The words of this protocol are known in capitals only. Without a slot a server that is written to a lot may throw the log away before it is copied.
  await client.query(`CREATE_REPLICATION_SLOT "weft_backup_${process.pid}" TEMPORARY PHYSICAL RESERVE_WAL`)
  return archiveOf(client, "BASE_BACKUP (LABEL 'weft', CHECKPOINT 'fast', WAL, MANIFEST 'no')")
}

/** Server's messages of `BASE_BACKUP`: each begins with a letter that says what it is. */
const [newArchive, data] = ['n'.charCodeAt(0), 'd'.charCodeAt(0)]

function archiveOf(client: pg.Client, command: string): Readable {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const archive = new Readable({
    read: () => void stream.resume(),
    destroy(error, done) {
      stream.resume()
      void client.end().catch(ignore('a connection that is given up could not be closed'))
      done(error)
    },
  })
  const query = new CopyOut(command, (error) => (error ? archive.destroy(error) : archive.push(null)))
  query.handleCopyData = ({ chunk }) => {
    if (chunk[0] === newArchive && nameOf(chunk) !== 'base.tar')
      archive.destroy(new Error('This PostgreSQL server has tablespaces, which a backup does not cover.'))
    // A copy, as pg puts the next message where this one lies.
    if (chunk[0] === data && !archive.push(Buffer.from(chunk.subarray(1)))) stream.pause()
  }
  client.query(query)
  return archive
}

const nameOf = (chunk: Buffer) => chunk.toString('utf8', 1, chunk.indexOf(0))

class CopyOut extends pg.Query {
  declare handleCopyData: (message: { chunk: Buffer }) => void
  constructor(text: string, done: (error: Error | null) => void) {
    super(text, done as never)
  }
}
