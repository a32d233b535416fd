import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Selectable } from 'kysely'
import type { Database } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { connectTo, passwordOf } from '../connections/tenant-databases.server.ts'
import { collections, type Collection } from '../documents/document-store.ts'
import { ensureCollections } from '../documents/postgres/collections.server.ts'
import { dumpDocuments, loadDocuments } from '../documents/postgres/transfer.server.ts'
import type { DocumentText } from '../documents/document-text.ts'
import { connectionsElsewhere } from './connections-elsewhere.server.ts'
import { ordered } from '../records/transfer.ts'
import type { Elsewhere } from './elsewhere.ts'
import { readLines, writeLines } from './json-lines.server.ts'
import { atOneMoment } from './one-moment.server.ts'

type Connection = Selectable<Tables['tenant_connections']>
type Dump = (collection: Collection) => AsyncIterable<DocumentText[]>

/** The lines of a part: each collection with its documents, in the order of their ids, and what they come to. */
type Line = { collection: Collection } | { documents: DocumentText[] } | Sum
type Sum = { count: number; checksum: string }

/** The tenants' documents that lie on other servers, as they are defined at this moment. */
export async function documentsElsewhere(db: Database, keys: Keyring, own: { noneOwn: boolean }): Promise<Elsewhere[]> {
  const found = await connectionsElsewhere(db, 'documents', own)
  return found.map(({ tenant, ...connection }) => {
    const { tenant_id, database, host, port } = connection
    const part = `documents-${tenant_id}.jsonl.zst`
    return {
      part,
      where: `the documents of ${tenant}: database ${database} on ${host}:${port}`,
      definition: connection,
      copy: async (folder) => ({
        part: await reading(keys, connection, (dump) => writeLines(folder, part, lines(dump))),
        missing: [],
      }),
    }
  })
}

/** PostgreSQL is read as of one moment; MongoDB, which has none on a single server, one document after the other. */
async function reading<T>(keys: Keyring, connection: Connection, work: (dump: Dump) => Promise<T>): Promise<T> {
  if (connection.engine === 'mongodb') {
    const { openDocumentDatabase } = await import('../documents/mongodb/store.server.ts')
    const { dumpMongoDocuments } = await import('../documents/mongodb/dump.server.ts')
    const password = await passwordOf(keys, connection)
    const { client, db } = await openDocumentDatabase({ ...connection, password }, 1)
    return work((collection) => dumpMongoDocuments(db, collection)).finally(() => client.close())
  }
  await withCollections(keys, connection)
  return atOneMoment(keys, connection, ({ pool }) => work((collection) => dumpDocuments(pool as pg.Pool, collection)))
}

/** As whoever opens the store first does. */
async function withCollections(keys: Keyring, connection: Connection) {
  const { pool } = await connectTo(keys, connection, 1)
  await ensureCollections(pool as pg.Pool).finally(() => pool.end())
}

async function* lines(dump: Dump): AsyncGenerator<Line> {
  for (const collection of collections) {
    yield { collection }
    const sum = summing()
    for await (const documents of dump(collection)) {
      sum.add(documents)
      yield { documents }
    }
    yield sum.sum()
  }
}

/** Brings a tenant's documents into a store that is empty. Throws where they are not what was written. */
export function bringDocumentsInto(pool: pg.Pool, file: string): Promise<void> {
  return readLines<Line>(file, async (next) => {
    await ensureCollections(pool)
    for (let line = await next(); line && 'collection' in line; line = await next()) {
      const { collection } = line
      let part = await next()
      for (; part && 'documents' in part; part = await next()) await loadDocuments(pool, collection, part.documents)
      const found = summing()
      for await (const documents of dumpDocuments(pool, collection)) found.add(documents)
      const { count, checksum } = found.sum()
      if (!part || !('checksum' in part) || part.checksum !== checksum || part.count !== count)
        throw new Error(`The documents of ${collection} are not what was copied.`)
    }
  })
}

/** The same for the same documents, however a database writes their times and the order of their fields. */
function summing() {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(documents: readonly DocumentText[]) {
      count += documents.length
      for (const { document, id, project_id, job_id, workflow_id, created_at, expires_at, text } of documents) {
        const about = [id, project_id, job_id, workflow_id, created_at, expires_at, text]
        hash.update(`${JSON.stringify([...about, JSON.parse(document)], ordered)}\n`)
      }
    },
    sum: (): Sum => ({ count, checksum: hash.digest('hex') }),
  }
}
