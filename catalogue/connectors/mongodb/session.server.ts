import type {
  ConnectorSession,
  DescribedTable,
  FoundTable,
  ReadBatch,
  TableQuery,
} from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { sizeOfBatch } from '@weft/kit/sql/read-pages.ts'
import type { AbstractCursor, Collection, Document, MongoClient } from 'mongodb'
import { fieldsOf } from './fields.server.ts'
import { behind, cursorBehind, filterOf, meanings, sortOf, type KeyCursor } from './filter.server.ts'
import { closeLine, statementError, type Settings } from './line.server.ts'
import { cursorOf } from './query.server.ts'
import { asTheyAre, fromBson } from './values.server.ts'
import { openWriter } from './write.server.ts'

/** So many of the oldest and as many of the newest documents tell what fields a collection has. */
const sample = 500
const most_keys = 500

/** A line to a database as what a connector offers of it. */
export function openSession(settings: Settings, client: MongoClient): ConnectorSession {
  const db = client.db(settings.database)
  const told = <T>(asked: Promise<T>): Promise<T> =>
    asked.catch((cause: unknown) => Promise.reject(statementError(settings, cause)))
  const described = new Map<string, DescribedTable>()

  async function found(filter: Document): Promise<FoundTable[]> {
    const all = await told(db.listCollections(filter).toArray())
    const own = all.filter(({ name }) => !name.startsWith('system.'))
    return Promise.all(
      own.map(async ({ name, type }) => {
        const isView = type === 'view'
        const rows = isView ? null : await told(db.collection(name).estimatedDocumentCount())
        return { name, kind: isView ? ('view' as const) : ('collection' as const), rows, bytes: null }
      }),
    )
  }

  async function describe(name: string): Promise<DescribedTable> {
    const known = described.get(name)
    if (known) return known
    const [table] = await found({ name })
    if (!table) throw notFound()
    const collection = db.collection(name)
    const ends = await told(
      Promise.all(
        ([1, -1] as const).map((way) => collection.find({}, asTheyAre).sort({ _id: way }).limit(sample).toArray()),
      ),
    )
    const fields = fieldsOf(ends.flat())
    const indexes = table.kind === 'view' ? [] : await told(collection.listIndexes().toArray())
    const isIndexed = new Set(indexes.map(({ key }) => Object.keys(key as object)[0]!))
    const key = table.kind === 'view' ? [] : ['_id']
    const all = { ...table, fields, key, cursors: likelyCursors(fields, isIndexed), references: [] }
    described.set(name, all)
    return all
  }

  return {
    discover: async () => (await found({})).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    describe,
    async latest(name, field) {
      const table = await describe(name)
      const isTime = table.fields.find((one) => one.name === field)?.type === 'date_time'
      const { localTime } = isTime ? await told(db.admin().command({ hello: 1 })) : { localTime: null }
      const filter = { [field]: isTime ? { $ne: null, $lte: localTime as Date } : { $ne: null } }
      const options = { sort: { [field]: -1 as const }, projection: { [field]: 1 }, ...asTheyAre }
      return fromBson((await told(db.collection(name).findOne(filter, options)))?.[field])
    },
    async lookup({ table: name, by: wanted, keys, fields }) {
      const table = await describe(name)
      const by = wanted && wanted.length > 0 ? wanted : ['_id']
      const nativeOf = (one: string) => table.fields.find((field) => field.name === one)?.native ?? ''
      const asked = keys.filter((key) => by.every((one) => key[one] !== null && key[one] !== undefined))
      const records = new Map<string, DataRecord>()
      const toRecord = recordOf(table, fields && [...fields, ...by])
      for (let at = 0; at < asked.length; at += most_keys) {
        const filter = asked
          .slice(at, at + most_keys)
          .map((key) => Object.fromEntries(by.map((one) => [one, { $in: meanings(key[one], nativeOf(one)) }])))
        const documents = await told(db.collection(name).find({ $or: filter }, asTheyAre).toArray())
        for (const document of documents) records.set(String(document['_id']), toRecord(document))
      }
      return [...records.values()]
    },
    async *query(text, parameters) {
      yield* batches(settings, cursorOf(db, text, parameters), 1_000, recordOf())
    },
    async *read(query, cursor) {
      const table = await describe(query.table)
      const collection = db.collection(query.table)
      const toRecord = recordOf(table, query.fields)
      if (table.key.length > 0 && query.order === undefined)
        yield* byKey(settings, collection, table, query, cursor as KeyCursor | undefined, toRecord)
      else {
        const asked = collection.find(filterOf(table, query), { projection: projectionOf(query.fields), ...asTheyAre })
        if (query.order !== undefined) asked.sort(sortOf(query))
        if (query.limit !== undefined) asked.limit(query.limit)
        yield* batches(settings, asked, query.batch ?? 1_000, toRecord)
      }
    },
    write: async (target) => openWriter(settings, db.collection(target.table), await describe(target.table), target),
    close: async () => void (await closeLine(client)),
  }
}

type ToRecord = (document: Document) => DataRecord

/** A document as a record: what was found of other documents and this one has not is nothing. */
function recordOf(table?: DescribedTable, fields?: readonly string[]): ToRecord {
  const names = fields ?? table?.fields.map(({ name }) => name) ?? []
  return (document) => {
    const record: DataRecord = {}
    for (const name of names) record[name] = fromBson(document[name])
    if (!fields) for (const [name, value] of Object.entries(document)) record[name] = fromBson(value)
    return record
  }
}

const projectionOf = (fields: readonly string[] | undefined, more: readonly string[] = []): Document =>
  fields ? Object.fromEntries(['_id', ...fields, ...more].map((name) => [name, 1])) : {}

/** In the order of the key, so that the reading can go on behind any batch. A cursor that the server has let go meanwhile is opened anew. */
async function* byKey(
  settings: Settings,
  collection: Collection,
  table: DescribedTable,
  query: TableQuery,
  from: KeyCursor | undefined,
  toRecord: ToRecord,
): AsyncIterable<ReadBatch> {
  const projection = projectionOf(query.fields, query.changed ? [query.changed.field] : [])
  const own = filterOf(table, query)
  const fitting = fittingSize(sizeOfBatch(query.batch))
  let at = from
  for (let isOver = false; !isOver;) {
    const left = query.limit === undefined ? undefined : query.limit - (at?.count ?? 0)
    if (left !== undefined && left <= 0) return
    const asked = collection.find(at ? { $and: [own, behind(at, query)] } : own, {
      projection,
      sort: sortOf(query),
      ...(left !== undefined && { limit: left }),
      ...asTheyAre,
    })
    const begun = at
    try {
      for (
        let batch = await batchOf(asked, fitting.next());
        batch.length > 0;
        batch = await batchOf(asked, fitting.next())
      ) {
        const records = batch.map(toRecord)
        fitting.learn(records)
        at = { after: cursorBehind(batch.at(-1)!, query), count: (at?.count ?? 0) + batch.length }
        yield { records, cursor: at }
      }
      isOver = true
    } catch (cause) {
      if (!isLetGo(cause) || at === begun) throw statementError(settings, cause)
    } finally {
      await asked.close().catch(ignore('a cursor that is not wanted any more could not be closed'))
    }
  }
}

async function batchOf(asked: AbstractCursor<Document>, most: number): Promise<Document[]> {
  const batch: Document[] = []
  while (batch.length < most) {
    const document = await asked.next()
    if (document === null) break
    batch.push(document)
  }
  return batch
}

/** CursorNotFound: idle for ten minutes. https://www.mongodb.com/docs/manual/reference/error-codes/ */
const isLetGo = (cause: unknown) => (cause as { code?: unknown } | null)?.code === 43

/** Everything there is, as the server hands it out. */
async function* batches(
  settings: Settings,
  asked: AbstractCursor<Document>,
  size: number,
  toRecord: ToRecord,
): AsyncIterable<ReadBatch> {
  const fitting = fittingSize(size)
  let records: DataRecord[] = []
  try {
    for await (const document of asked) {
      records.push(toRecord(document))
      if (records.length < fitting.next()) continue
      fitting.learn(records)
      yield { records }
      records = []
    }
  } catch (cause) {
    throw statementError(settings, cause)
  }
  if (records.length > 0) yield { records }
}
