import { Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Db, Document, Filter, IndexDescription, MongoClient } from 'mongodb'
import { collections, mostOnPage, type Collection, type DocumentStore, type StoredDocument } from '../document-store.ts'
import { documentElsewhere, inLots } from '../lots.ts'
import { positionOf, positionText } from '../position.ts'
import { documentTooLarge, written, writtenChange, type WrittenDocument } from '../written.server.ts'
import { ownDatabase } from './database-name.ts'
import { decodedNames, encodedName, encodedNames } from './field-names.ts'
import { openMongo, rootOf } from './line.server.ts'
import { whereOf, type MongoRow } from './where.server.ts'

const texts = defineMessages({
  notReached: {
    en: 'The document database does not answer as it should. Please try again later.',
    de: 'Die Dokumentdatenbank antwortet nicht wie erwartet. Bitte versuchen Sie es später erneut.',
  },
})

/** A tenant's document database that is open; `running` counts what is under way in it. */
export type OpenMongo = { engine: 'mongodb'; client: MongoClient; db: Db; place: string; running: number }

/** Opens the tenant's own database with its own login, and finds or makes the collections with their indexes. */
export async function openDocumentDatabase(
  row: { tenant_id: string; host: string; port: number; database: string; username: string; password: string },
  connections: number,
): Promise<OpenMongo> {
  const database = ownDatabase(row)
  const client = await openMongo(row, database, connections).catch(unavailable)
  const db = client.db(database)
  try {
    for (const name of collections) await ensureIndexes(db, name)
  } catch (error) {
    await client.close()
    throw notReached(error)
  }
  return { engine: 'mongodb', client, db, place: `${row.host}:${row.port}/${database}`, running: 0 }
}

/** What is there already is not asked for again: FerretDB 1.24 drops the line of whoever does. */
async function ensureIndexes(db: Db, collection: Collection) {
  const known = await db
    .collection(collection)
    .listIndexes()
    .toArray()
    .catch((error: { code?: number }) => {
      if (error.code !== unknownCollection) throw error
      return []
    })
  const missing = indexes.filter(({ name }) => !known.some((index) => index['name'] === name))
  if (missing.length > 0) await db.collection(collection).createIndexes(missing)
}

const unknownCollection = 26

const indexes: IndexDescription[] = [
  { name: 'in_order', key: { project_id: 1, created_at: -1, _id: -1 } },
  { name: 'by_job', key: { job_id: 1 } },
  { name: 'of_workflow', key: { workflow_id: 1, created_at: -1 } },
  { name: 'by_expiry', key: { expires_at: 1 } },
] satisfies IndexDescription[]

/** Documents as documents. The database is asked for anew on each use. */
export function mongoDocuments(open: () => Promise<OpenMongo>): DocumentStore {
  async function using<T>(work: (opened: OpenMongo) => Promise<T>): Promise<T> {
    const opened = await open()
    opened.running++
    try {
      return await work(opened)
    } catch (error) {
      throw notReached(error)
    } finally {
      opened.running--
    }
  }
  const within = <T>(name: Collection, work: (rows: Rows) => Promise<T>) => using(({ db }) => work(rowsOf(db, name)))

  const store: DocumentStore = {
    engine: 'mongodb',
    put: async (collection, document) => (await store.putMany(collection, [document]))[0]!,
    async putMany(collection, documents) {
      const all = documents.map((document) => written(document))
      for (const lot of inLots(all)) await within(collection, (rows) => putLot(rows, lot))
      return all.map(({ id }) => id)
    },
    get: async (collection, id, whose) =>
      (await store.find(collection, { ...whose, ids: [id], limit: 1 })).documents[0],
    find: (collection, { order = 'newest', after, offset = 0, limit = mostOnPage, fields, ...filter }) =>
      within(collection, async (rows) => {
        const most = Math.min(limit, mostOnPage)
        const way = order === 'newest' ? -1 : 1
        const beyond = positionOf(after)
        const past = order === 'newest' ? '$lt' : '$gt'
        const at = beyond && new Date(beyond.created_at)
        const next = beyond && {
          $or: [{ created_at: { [past]: at } }, { created_at: at, _id: { [past]: beyond.id } }],
        }
        const where = { $and: [whereOf(filter), ...(next ? [next] : [])] } as Filter<MongoRow>
        const found = await rows
          .find(where, { sort: { created_at: way, _id: way }, skip: offset, limit: most + 1 })
          .project<Omit<MongoRow, 'text'>>(wanted(fields))
          .toArray()
        const documents = found.slice(0, most).map(storedOf)
        const last = found.length > most ? documents.at(-1) : undefined
        return { documents, next: last && positionText(last) }
      }),
    count: (collection, filter, most = 1_000_000) =>
      within(collection, (rows) => rows.countDocuments(whereOf(filter), { limit: most })),
    change: (collection, id, change, whose = {}) =>
      within(collection, async (rows) => {
        const where = whereOf({ ...whose, ids: [id] })
        const { set, expires_at, text } = writtenChange(change)
        const changed: Document = {
          ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
          ...(text !== undefined && { text }),
        }
        for (const [name, value] of Object.entries(encodedNames(set ?? {}))) changed[`document.${name}`] = value
        if (Object.keys(changed).length === 0) return (await rows.countDocuments(where)) === 1
        return (await rows.updateOne(where, { $set: changed })).matchedCount === 1
      }),
    remove: (collection, filter) =>
      within(collection, async (rows) => (await rows.deleteMany(whereOf(filter))).deletedCount),
    removeBeyond: (collection, newest, filter) =>
      within(collection, async (rows) => {
        const newestFirst = { sort: { created_at: -1, _id: -1 }, limit: mostOnPage } as const
        for (let count = 0; ;) {
          const more = await rows
            .find(whereOf(filter), { ...newestFirst, skip: newest })
            .project<{ _id: string }>({ _id: 1 })
            .toArray()
          if (more.length === 0) return count
          count += (await rows.deleteMany({ _id: { $in: more.map(({ _id }) => _id) } })).deletedCount
        }
      }),
    expire: (now = new Date()) =>
      using(async ({ db }) => {
        let count = 0
        for (const name of collections)
          count += (await rowsOf(db, name).deleteMany({ expires_at: { $lte: now } })).deletedCount
        return count
      }),
    size: () =>
      using(async ({ db, place }) => {
        const { totalSize, storageSize, indexSize } = (await db.command({ dbStats: 1 })) as Sizes
        return { place, bytes: totalSize ?? storageSize + indexSize }
      }),
    // Nothing is held in MongoDB from one statement to the next.
    endSessions: async () => {},
  }
  return store
}

type Sizes = { totalSize?: number; storageSize: number; indexSize: number }

const rowsOf = (db: Db, name: Collection) => db.collection<MongoRow>(name)

/** All but the text, or of the document the fields that are named. */
const wanted = (fields: readonly string[] | undefined) =>
  fields
    ? {
        ...{ project_id: 1, job_id: 1, workflow_id: 1, created_at: 1, expires_at: 1 },
        ...Object.fromEntries(fields.map((name) => [`document.${encodedName(name)}`, 1])),
      }
    : { text: 0 }

const storedOf = ({ _id, created_at, expires_at, document, ...whose }: Omit<MongoRow, 'text'>): StoredDocument => ({
  id: _id,
  project_id: whose.project_id,
  job_id: whose.job_id,
  workflow_id: whose.workflow_id,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  document: decodedNames(document ?? {}),
})

/** What is new is inserted all at once, and what is there already replaced. */
async function putLot(rows: Rows, lot: readonly WrittenDocument[], isAgain = false): Promise<void> {
  const taken = await insertNew(rows, lot)
  if (taken.length === 0) return
  const { matchedCount } = await rows.bulkWrite(
    taken.map(({ id, project_id, ...one }) => {
      const { created_at: _, ...changed } = fieldsOf(one)
      return { updateOne: { filter: { _id: id, project_id }, update: { $set: changed } } }
    }),
  )
  if (matchedCount === taken.length) return
  // One that was removed in between is new by now.
  if (isAgain) throw documentElsewhere()
  await putLot(rows, taken, true)
}

/** Answers those whose ids are taken. */
async function insertNew(rows: Rows, lot: readonly WrittenDocument[]): Promise<WrittenDocument[]> {
  const documents = lot.map(({ id, project_id, ...one }) => ({ _id: id, project_id, ...fieldsOf(one) }))
  try {
    await rows.insertMany(documents, { ordered: false })
    return []
  } catch (error) {
    const { code, message, writeErrors = [] } = error as BulkError
    if (code === tooLarge || message.includes('larger than')) throw documentTooLarge(error)
    const all = [writeErrors].flat()
    if (all.length === 0 || all.some((one) => one.code !== duplicate)) throw error
    return all.map(({ index }) => lot[index]!)
  }
}

const [duplicate, tooLarge] = [11_000, 10_334]
type WriteError = { code: number; index: number }
type BulkError = Error & { code?: number; writeErrors?: WriteError | WriteError[] }
type Rows = ReturnType<typeof rowsOf>

const fieldsOf = ({ created_at, expires_at, document, ...same }: Omit<WrittenDocument, 'id' | 'project_id'>) => ({
  ...same,
  created_at: new Date(created_at),
  expires_at: expires_at === null ? null : new Date(expires_at),
  document: encodedNames(document),
})

const notReached = (error: unknown) =>
  error instanceof WeftError
    ? error
    : new Unavailable('DOCUMENTS_NOT_REACHED', texts.notReached(), { cause: rootOf(error) })

const unavailable = (error: unknown): never => {
  throw notReached(error)
}
