import type { Db } from 'mongodb'
import type { Collection } from '../document-store.ts'
import type { DocumentText } from '../document-text.ts'
import { decodedNames } from './field-names.ts'
import type { MongoRow } from './where.server.ts'

/** An answer holds so many at most, since not every server ends one at 16 MB by itself. */
const inAnAnswer = 20
const most = { documents: 1_000, characters: 16_000_000 }

/** All documents of a collection in the order of their ids, as many at once as fit. */
export async function* dumpMongoDocuments(db: Db, collection: Collection): AsyncGenerator<DocumentText[]> {
  const rows = db.collection<MongoRow>(collection).find({}, { sort: { _id: 1 }, batchSize: inAnAnswer })
  let batch: DocumentText[] = []
  let characters = 0
  for await (const row of rows) {
    const one = textOf(row as MongoRow)
    batch.push(one)
    characters += one.document.length
    if (batch.length < most.documents && characters < most.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

const textOf = ({ _id: id, created_at, expires_at, document, text, ...whose }: MongoRow): DocumentText => ({
  id,
  project_id: whose.project_id ?? null,
  job_id: whose.job_id ?? null,
  workflow_id: whose.workflow_id ?? null,
  created_at: inMicroseconds(created_at),
  expires_at: expires_at ? inMicroseconds(expires_at) : null,
  document: JSON.stringify(decodedNames(document ?? {})),
  text: text ?? null,
})

const inMicroseconds = (at: Date) => at.toISOString().replace('Z', '000Z')
