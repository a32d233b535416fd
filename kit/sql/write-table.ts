import type { DescribedTable, TableWriter, WriteTarget } from '../define/connector-session.ts'
import type { DataRecord, Rejected } from '../define/record.ts'
import { Invalid, Unavailable, type WeftError } from '../errors/errors.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { lineWriter, type Lines } from './line-tables.ts'
import type { Applied, SqlWrite } from './sql-write.ts'
import { isNull, tableFields, writtenAtOnce } from './table-fields.ts'
import { noMarkers, withKey, type BatchMarkers, type MadeKeys } from './batch-markers.ts'
import { defineMessages, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  noKey: {
    en: 'Nothing tells the records of {table} apart; please name the key fields.',
    de: 'Nichts unterscheidet die Datensätze von {table}; bitte nennen Sie die Schlüsselfelder.',
  },
  noMarkers: {
    en: 'Exactly once cannot be had of a system of this kind; please write by key.',
    de: 'Genau einmal gibt es bei einem System dieser Art nicht; bitte schreiben Sie über den Schlüssel.',
  },
  keyMissing: { en: 'The key field {field} is empty.', de: 'Das Schlüsselfeld {field} ist leer.' },
  notThere: { en: 'There is no record with this key.', de: 'Es gibt keinen Datensatz mit diesem Schlüssel.' },
})

type WriteDatabase = {
  /** Writes them and says how many rows that met. Throws what the database says. */
  apply(write: SqlWrite): Promise<number | Applied>
  /** Everything in `work` together or not at all. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** A part of a transaction that can fail by itself. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Opens the table in which the database remembers batches. */
  markers?(marker: { job: string; step: string }): Promise<BatchMarkers>
  /** Why a record was refused, in words of the database; nothing where the failure is about the line and not the record. */
  refusal(error: unknown): { reason: Message; field?: string } | undefined
  /** What an error of the database means for the run: whether another try may go well. What was judged before stays as it is. */
  failure(error: unknown): WeftError
}

/** Writes records into a table: together where the database takes them, and where it does not, all but those it refuses. */
export async function writerOf(
  database: WriteDatabase,
  table: DescribedTable,
  { mode, key: chosen, marker, answer_key = false }: WriteTarget,
  lineTables: readonly Lines[] = [],
): Promise<TableWriter> {
  const fields = tableFields(table)
  const names = chosen && chosen.length > 0 ? chosen : table.key
  const key = names.map((name) => fields.named(name))
  if (key.length === 0 && mode !== 'insert') throw new Invalid('NO_KEY', texts.noKey({ table: table.name }))

  if (marker && !database.markers) throw new Invalid('NO_MARKER', texts.noMarkers())
  const markers =
    marker &&
    (await database.markers?.(marker).catch((cause: unknown) => {
      const failure = database.failure(cause)
      throw failure instanceof Unavailable ? failure : noMarkers(cause)
    }))

  /** What the database has made of the key of records, while a batch is written. */
  const made: MadeKeys = new Map()
  const lines = lineWriter(table, lineTables, { mode, key }, made)

  /** What can be told before the database is asked. */
  function objection(record: DataRecord): Rejected | undefined {
    for (const field of mode === 'delete' ? [] : Object.keys(record)) {
      const reason = lines.isLines(field) ? undefined : fields.objection(field)
      if (reason) return { record, field, reason }
    }
    const empty = mode === 'insert' ? undefined : key.find(({ name }) => isNull(record[name]))
    return empty
      ? { record, field: empty.name, reason: texts.keyMissing({ field: empty.name }) }
      : lines.objection(record)
  }

  const namesOf = (record: DataRecord) =>
    Object.keys(record).filter((name) => !lines.isLines(name) && !(mode === 'insert' && fields.isLeftOut(record, name)))
  /** A record that is removed needs no more than its key, whatever else comes with it. */
  const fieldsOf = (record: DataRecord) => (mode === 'delete' ? key : namesOf(record).map((name) => fields.named(name)))

  const ownKey = fields.those(table.key)
  const wantedOf = (records: readonly DataRecord[]) =>
    mode === 'insert' || ((answer_key || lineTables.length > 0) && mode !== 'delete')
      ? ownKey.filter(({ name }) => records.some((record) => isNull(record[name])))
      : []

  /** Those that are there with their lines; of a change that does not meet all of them, one by one says which. */
  async function apply(records: DataRecord[]): Promise<number> {
    await lines.before(records, database.apply)
    const count = await applyThemselves(records)
    if (mode !== 'update' || count >= records.length) await lines.after(records, database.apply)
    return count
  }

  async function applyThemselves(records: DataRecord[]): Promise<number> {
    const wanted = wantedOf(records)
    const applied = await database.apply({ table, mode, key, fields: fieldsOf(records[0]!), records, wanted })
    if (typeof applied === 'number') return applied
    for (const [i, record] of records.entries()) {
      const missing = Object.entries(applied.made?.[i] ?? {}).filter(([name]) => isNull(record[name]))
      if (missing.length > 0) made.set(record, Object.fromEntries(missing))
    }
    return applied.count
  }

  /** Writes a part, and where the database refuses it, its halves, down to the record that is refused. */
  async function part(records: DataRecord[], rejected: Rejected[]): Promise<DataRecord[]> {
    try {
      const count = await database.attempt(() => apply(records))
      if (mode !== 'update' || count >= records.length) return records
    } catch (error) {
      const refused = database.refusal(error)
      if (!refused) throw error
      if (records.length === 1) {
        rejected.push({ record: records[0]!, ...refused })
        return []
      }
      const middle = records.length >> 1
      return [...(await part(records.slice(0, middle), rejected)), ...(await part(records.slice(middle), rejected))]
    }
    return oneByOne(records, rejected)
  }

  /** An update that met fewer rows than it was given is repeated one by one: what is not there is told, and what of its lines is refused. */
  async function oneByOne(records: DataRecord[], rejected: Rejected[]): Promise<DataRecord[]> {
    const written: DataRecord[] = []
    for (const record of records) {
      try {
        const count = await database.attempt(() => apply([record]))
        if (count > 0) written.push(record)
        else rejected.push({ record, reason: texts.notThere() })
      } catch (error) {
        const refused = database.refusal(error)
        if (!refused) throw error
        rejected.push({ record, ...refused })
      }
    }
    return written
  }

  async function once(records: DataRecord[], number: number) {
    const before = await markers?.recall(number, records)
    if (before) return before
    return writeBatch(records, number).catch(async (error: unknown) => {
      // Another attempt of the same job may have written it meanwhile.
      const after = await markers?.recall(number, records).catch(heardElsewhere)
      if (after) return after
      throw error
    })
  }

  async function writeBatch(records: DataRecord[], number: number) {
    const rejected: Rejected[] = []
    made.clear()
    const good = records.filter((record) => {
      const wrong = objection(record)
      if (wrong) rejected.push(wrong)
      return !wrong
    })
    const written = await database.transaction(async () => {
      const done: DataRecord[] = []
      for (const alike of writtenAtOnce(good, namesOf, { key: mode === 'insert' ? [] : key }))
        done.push(...(await part(alike, rejected)))
      await markers?.remember(number, records, rejected, made)
      return done
    })
    return { written: written.map((record) => withKey(record, made)), rejected }
  }

  // A line does one transaction after the other, however early the next batch comes.
  let before: Promise<unknown> = Promise.resolve()
  return {
    write(records, number = 0) {
      const own = before
        .then(() => once(records, number))
        .catch((error: unknown) => Promise.reject(database.failure(error)))
      before = own.catch(heardElsewhere)
      return own
    },
    close: async () => void (await before),
  }
}
