import type { DescribedTable, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Document } from 'mongodb'
import { statementError, type Settings } from './line.server.ts'
import { asTheyAre, fromBson, toBson, typeOf } from './values.server.ts'

const texts = defineMessages({
  noKey: {
    en: 'Nothing tells the records of {table} apart; please name the key fields.',
    de: 'Nichts unterscheidet die Datensätze von {table}; bitte nennen Sie die Schlüsselfelder.',
  },
  keyMissing: { en: 'The key field {field} is empty.', de: 'Das Schlüsselfeld {field} ist leer.' },
  badName: {
    en: 'A field cannot be named {field} here.',
    de: 'Ein Feld kann hier nicht {field} heißen.',
  },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
})

/** Writes each record by itself and all of them with one request: what is refused holds up nothing else. */
export function openWriter(
  settings: Settings,
  collection: Collection,
  table: DescribedTable,
  { mode, key: wanted }: WriteTarget,
): TableWriter {
  const key = wanted && wanted.length > 0 ? wanted : table.key
  if (key.length === 0 && mode !== 'insert') throw new Invalid('NO_KEY', texts.noKey({ table: table.name }))
  const natives = new Map(table.fields.map(({ name, native }) => [name, native]))
  const bson = (record: DataRecord, name: string) => toBson(record[name], natives.get(name) ?? '')
  const whole = (record: DataRecord): Document =>
    Object.fromEntries(Object.keys(record).map((name) => [name, bson(record, name)]))
  const same = (record: DataRecord) => Object.fromEntries(key.map((name) => [name, equalTo(bson(record, name))]))
  const keyOf = (record: DataRecord) => JSON.stringify(key.map((name) => String(record[name])))

  /** What can be told before the server is asked. */
  function objection(record: DataRecord): Rejected | undefined {
    for (const field of mode === 'delete' ? [] : Object.keys(record))
      // A point would mean a field of a document, and `$` something to do.
      if (field === '' || field.startsWith('$') || field.includes('.'))
        return { record, field, reason: texts.badName({ field }) }
    const empty =
      mode === 'insert' ? undefined : key.find((name) => record[name] === null || record[name] === undefined)
    return empty === undefined ? undefined : { record, field: empty, reason: texts.keyMissing({ field: empty }) }
  }

  function operation(record: DataRecord): AnyBulkWriteOperation {
    if (mode === 'delete') return { deleteOne: { filter: same(record) } }
    const document = whole(record)
    if (mode === 'insert')
      return { insertOne: { document: document['_id'] === null ? without(document, '_id') : document } }
    const others = Object.entries(document).filter(([name]) => !key.includes(name) && name !== '_id')
    // With nothing but a key there is nothing to set, and a record that is not there is made of its key.
    const update =
      others.length > 0
        ? { $set: Object.fromEntries(others) }
        : { $setOnInsert: Object.fromEntries(key.map((name) => [name, document[name]])) }
    return { updateOne: { filter: same(record), update, upsert: mode === 'upsert' } }
  }

  /** Those of the records whose key is there; compared as they are kept, so that `007` and `7` are one number. */
  async function present(records: DataRecord[]): Promise<DataRecord[]> {
    const kept = (document: Document) => JSON.stringify(key.map((name) => String(fromBson(document[name]))))
    const known = new Set<string>()
    const projection = Object.fromEntries(['_id', ...key].map((name) => [name, 1]))
    for await (const document of collection.find({ $or: records.map(same) }, { projection, ...asTheyAre }))
      known.add(kept(document))
    return records.filter((record) => known.has(kept(whole(record))))
  }

  async function part(records: DataRecord[], rejected: Rejected[]): Promise<DataRecord[]> {
    if (mode !== 'update') return sent(records, rejected)
    const isThere = new Set(await present(records))
    for (const record of records) if (!isThere.has(record)) rejected.push({ record, reason: texts.notThere() })
    return sent(
      records.filter((record) => isThere.has(record)),
      rejected,
    )
  }

  async function sent(records: DataRecord[], rejected: Rejected[]): Promise<DataRecord[]> {
    if (records.length === 0) return []
    try {
      await collection.bulkWrite(records.map(operation), { ordered: false })
      return records
    } catch (error) {
      const errors = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : []
      if (errors.length === 0) throw error
      if (mode === 'insert' || records.length === 1) {
        const refused = new Map(errors.map(({ index, errmsg }) => [records[index]!, errmsg ?? '']))
        for (const [record, said] of refused) rejected.push({ record, reason: quotedTexts(said) })
        return records.filter((record) => !refused.has(record))
      }
      // Not every server goes on behind a change that is refused, or says which one it was; what is set twice is the same as once.
      const middle = records.length >> 1
      return [...(await sent(records.slice(0, middle), rejected)), ...(await sent(records.slice(middle), rejected))]
    }
  }

  async function writeBatch(records: DataRecord[]) {
    const rejected: Rejected[] = []
    const good = records.filter((record) => {
      const wrong = objection(record)
      if (wrong) rejected.push(wrong)
      return !wrong
    })
    const written: DataRecord[] = []
    try {
      for (const alike of mode === 'insert' ? [good] : apart(good, keyOf))
        if (alike.length > 0) written.push(...(await part(alike, rejected)))
    } catch (cause) {
      throw statementError(settings, cause)
    }
    return { written, rejected }
  }

  let before: Promise<unknown> = Promise.resolve()
  return {
    write(records) {
      const own = before.then(() => writeBatch(records))
      before = own.catch(heardElsewhere)
      return own
    },
    close: async () => void (await before),
  }
}

/** What a field is compared with: what is made of parts would be taken for a condition. Not every server finds `$eq` by an index. */
const equalTo = (value: unknown) => (['object', 'array'].includes(typeOf(value)) ? { $eq: value } : value)

/** In parts in which no key comes twice: what is sent at once is written in no order. */
function apart(records: DataRecord[], keyOf: (record: DataRecord) => string): DataRecord[][] {
  const parts: DataRecord[][] = [[]]
  let known = new Set<string>()
  for (const record of records) {
    if (known.has(keyOf(record))) {
      parts.push([])
      known = new Set()
    }
    known.add(keyOf(record))
    parts.at(-1)!.push(record)
  }
  return parts
}

const without = (document: Document, name: string): Document =>
  Object.fromEntries(Object.entries(document).filter(([one]) => one !== name))
