import type { FoundField } from '../define/connector-session.ts'
import { parseJson } from '../define/parse-json.ts'
import type { DataRecord, Rejected } from '../define/record.ts'
import { storableJson } from '../define/storable-json.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages, inserted } from '../messages/messages.ts'
import { networkReason } from '../network/reason.ts'
import type { SqlKind, Statement } from './statement.ts'

const texts = defineMessages({
  noTable: {
    en: 'To write exactly once, the database has to remember each batch in the table {table}, which cannot be made or used there: {reason}',
    de: 'Um genau einmal zu schreiben, muss sich die Datenbank jeden Stapel in der Tabelle {table} merken, die dort nicht angelegt oder verwendet werden kann: {reason}',
  },
})

const table = 'weft_batches'
/** A batch older than this is repeated by nobody: its job has ended long ago. */
const kept_days = 30
const whole: FoundField = { name: 'batch', type: 'big_integer', native: 'bigint', nullable: false }
const text: FoundField = { name: 'job', type: 'long_text', native: 'text', nullable: false }

/** What a database has made of the key of records that came without, and of those of their lines, each list in its order. */
export type MadeKeys = Map<DataRecord, DataRecord>
export const withKey = (record: DataRecord, made: MadeKeys): DataRecord =>
  made.has(record) ? { ...record, ...linesWithKeys(record, made.get(record)!) } : record

const linesWithKeys = (record: DataRecord, made: DataRecord): DataRecord =>
  Object.fromEntries(
    Object.entries(made).map(([name, value]) => {
      const lines = record[name]
      if (!Array.isArray(value) || !Array.isArray(lines)) return [name, value]
      return [name, lines.map((line: DataRecord, i) => ({ ...line, ...(value[i] as DataRecord) }))]
    }),
  )

export type BatchMarkers = {
  /** What came of a batch that was written before, as it was remembered. */
  recall(number: number, records: DataRecord[]): Promise<{ written: DataRecord[]; rejected: Rejected[] } | undefined>
  /** Within the transaction that writes the batch. Fails where somebody else has written it meanwhile. */
  remember(number: number, records: DataRecord[], rejected: readonly Rejected[], made: MadeKeys): Promise<void>
}

/** The table in which a database remembers what was written, made where it is missing. `long`: its type for texts of any length. */
export async function openBatchMarkers(
  kind: SqlKind,
  ask: (statement: Statement) => Promise<DataRecord[]>,
  { job, step }: { job: string; step: string },
  long: string,
): Promise<BatchMarkers> {
  const at = kind.table(table)
  const run = (sql: string, ...values: unknown[]) => ask({ text: sql, values })
  const look = () => run(`select 1 from ${at} where 1 = 0`)
  // Who may use the table that is there need not be allowed to make one; and of several that make it at once all but one may fail.
  await look().catch(() =>
    run(`create table if not exists ${at} (job varchar(64) not null, step varchar(200) not null, batch bigint not null,
      answer ${long} not null, written_at timestamp not null default current_timestamp, primary key (job, step, batch))`).catch(
      (error: unknown) => look().catch(() => Promise.reject(error)),
    ),
  )
  await run(`delete from ${at} where written_at < current_timestamp - interval '${kept_days}' day`)
  const [first, second, third] = [kind.parameter(1, text), kind.parameter(2, text), kind.parameter(3, whole)]
  return {
    async recall(number, records) {
      const [row] = await run(
        `select answer from ${at} where job = ${first} and step = ${second} and batch = ${third}`,
        ...[job, step, number],
      )
      return row && answered(records, String(row['answer']))
    },
    async remember(number, records, rejected, made) {
      const position = new Map(records.map((record, i) => [record, i]))
      const refused = rejected.map(({ record, ...why }) => ({ ...why, position: position.get(record) }))
      const out = new Set(rejected.map(({ record }) => record))
      const keys = [...made].flatMap(([record, key]) =>
        out.has(record) ? [] : [{ key, position: position.get(record) }],
      )
      await run(
        `insert into ${at} (job, step, batch, answer) values (${first}, ${second}, ${third}, ${kind.parameter(4, text)})`,
        ...[job, step, number, storableJson([...refused, ...keys])],
      )
    },
  }
}

/** The database is there, but not for such a table. */
export const noMarkers = (cause: unknown) =>
  new Invalid('NO_MARKER', inserted(texts.noTable({ table, reason: '' }), 'reason', networkReason(cause)), { cause })

type Remembered = { position: number } & (Omit<Rejected, 'record'> | { key: DataRecord })

function answered(records: DataRecord[], answer: string) {
  const rejected: Rejected[] = []
  const made: MadeKeys = new Map()
  for (const { position, ...what } of parseJson(answer) as Remembered[]) {
    const record = records[position]!
    if ('key' in what) made.set(record, what.key)
    else rejected.push({ record, ...what })
  }
  const out = new Set(rejected.map(({ record }) => record))
  const written = records.flatMap((record) => (out.has(record) ? [] : [withKey(record, made)]))
  return { written, rejected }
}
