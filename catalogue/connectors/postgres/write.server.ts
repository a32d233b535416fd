import type { DescribedTable, FoundField, TableWriter, WriteTarget } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { quotedTexts } from '@weft/kit/messages/messages.ts'
import { openBatchMarkers } from '@weft/kit/sql/batch-markers.ts'
import type { Lines } from '@weft/kit/sql/line-tables.ts'
import type { Applied, SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { writerOf } from '@weft/kit/sql/write-table.ts'
import type pg from 'pg'
import { postgresSql, recordsOf } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

/** Writes a batch in one transaction, each part of it in one statement. */
export async function openWriter(
  settings: Settings,
  client: pg.Client,
  table: DescribedTable,
  target: WriteTarget,
  lines: readonly Lines[],
): Promise<TableWriter> {
  const rowsOf = async (write: SqlWrite, statement: string) =>
    (await client.query<Record<string, string | null>>(statement, columnsOf(write))).rows
  const database = {
    async apply(write: SqlWrite): Promise<number | Applied> {
      const { mode, wanted, records } = write
      if (wanted.length === 0) return (await client.query(statementOf(write), columnsOf(write))).rowCount ?? 0
      if (mode === 'insert') {
        const made = recordsOf(wanted, await rowsOf(write, `${statementOf(write)} returning ${keyOf(write)}`))
        // A trigger that leaves rows out leaves it open whose the others are.
        return { count: made.length, made: made.length === records.length ? made : undefined }
      }
      const count = (await client.query(statementOf(write), columnsOf(write))).rowCount ?? 0
      return { count, made: placed(records.length, write.wanted, await rowsOf(write, keysThere(write))) }
    },
    async transaction<T>(work: () => Promise<T>): Promise<T> {
      await client.query('begin')
      try {
        const done = await work()
        await client.query('commit')
        return done
      } catch (error) {
        await client.query('rollback').catch(ignore('where the line is gone the server has rolled back by itself'))
        throw error
      }
    },
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      await client.query('savepoint part')
      try {
        const done = await work()
        await client.query('release savepoint part')
        return done
      } catch (error) {
        if (refusal(error)) await client.query('rollback to savepoint part')
        throw error
      }
    },
    refusal,
    markers: (marker: { job: string; step: string }) =>
      openBatchMarkers(
        postgresSql,
        async ({ text, values }) => (await client.query<DataRecord>(text, values)).rows,
        marker,
        'text',
      ),
    failure: (cause: unknown) => statementError(settings, cause),
  }
  return writerOf(database, table, target, lines)
}

/** Data that cannot be, and rules that stand against it: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function refusal(error: unknown) {
  if (!/^(22|23)|^(44000|P0001)$/.test(codeOf(error))) return undefined
  const { detail, column } = error as pg.DatabaseError
  const said = [messageOf(error), detail].filter(Boolean).join(': ')
  return { reason: quotedTexts(said), ...(column && { field: column }) }
}

const { quote } = postgresSql
const valueOf = ({ name, native, type }: FoundField) => {
  const column = `x.${quote(name)}`
  if (native === 'bytea') return `decode(${column}, 'base64')`
  if (type === 'text' || type === 'long_text') return textual(column, native)
  if (type !== 'list') return `${column}::${native}`
  const entries = `(select array_agg(e.value order by e.at) from jsonb_array_elements_text(${column}::jsonb) with ordinality e(value, at))`
  return `case when ${column} is not null then coalesce(${entries}, '{}')::${native} end`
}

/** A cast to a bounded type cuts off without a word what is too long; what is assigned is refused. */
function textual(column: string, native: string): string {
  if (/^(character|text)/.test(native)) return column
  return `${column}::${/^bit\b/.test(native) ? 'bit varying' : native}`
}

function statementOf({ table, mode, key, fields }: SqlWrite): string {
  const at = postgresSql.table(table.name)
  const names = fields.map(({ name }) => quote(name))
  const given = `unnest(${fields.map((_, i) => `$${i + 1}::text[]`).join(', ')}) as x(${names.join(', ')})`
  const isKey = new Set(key.map(({ name }) => name))
  const others = fields.filter(({ name }) => !isKey.has(name))
  const same = key.map((field) => `t.${quote(field.name)} = ${valueOf(field)}`).join(' and ')
  switch (mode) {
    case 'delete':
      return `delete from ${at} t using ${given} where ${same}`
    case 'update':
      // With nothing but a key it still says whether the row is there.
      return others.length === 0
        ? `select 1 from ${at} t, ${given} where ${same}`
        : `update ${at} t set ${others.map((field) => `${quote(field.name)} = ${valueOf(field)}`).join(', ')} from ${given} where ${same}`
    case 'insert':
    case 'upsert': {
      // A number that the server always gives itself is taken as well: somebody has mapped it.
      const insert = `insert into ${at} (${names.join(', ')}) overriding system value select ${fields.map(valueOf).join(', ')} from ${given}`
      if (mode === 'insert') return insert
      const changes = others.map(({ name }) => `${quote(name)} = excluded.${quote(name)}`)
      const conflict = `on conflict (${key.map(({ name }) => quote(name)).join(', ')})`
      return `${insert} ${conflict} ${changes.length > 0 ? `do update set ${changes.join(', ')}` : 'do nothing'}`
    }
  }
}

const keyOf = ({ wanted }: SqlWrite, at = '') =>
  wanted
    .map((field) => `${postgresSql.selected(field, `${at}${quote(field.name)}`)} as ${quote(field.name)}`)
    .join(', ')

/** The table's own key of the rows that were recognised by another one, each with the place of its record. */
function keysThere(write: SqlWrite): string {
  const { table, key, fields } = write
  const places = fields.map((_, i) => `$${i + 1}::text[]`).join(', ')
  const names = fields.map(({ name }) => quote(name)).join(', ')
  const same = key.map((field) => `t.${quote(field.name)} = ${valueOf(field)}`).join(' and ')
  return `select x.weft_at, ${keyOf(write, 't.')} from unnest(${places}) with ordinality as x(${names}, weft_at)
    join ${postgresSql.table(table.name)} t on ${same}`
}

/** Rows by the place of their record; of two for one record neither is its key. */
function placed(count: number, wanted: readonly FoundField[], rows: Record<string, string | null>[]) {
  const found = new Map<number, DataRecord | undefined>()
  for (const { weft_at, ...row } of rows) {
    const at = Number(weft_at) - 1
    found.set(at, found.has(at) ? undefined : recordsOf(wanted, [row])[0])
  }
  return Array.from({ length: count }, (_, i) => found.get(i))
}

/** The values column by column, each as text. */
const columnsOf = ({ fields, records }: SqlWrite) =>
  fields.map((field) => records.map((record) => textOf(record[field.name], field)))

function textOf(value: unknown, { type }: FoundField): string | null {
  if (value === null || value === undefined) return null
  return type === 'json' || typeof value === 'object' ? JSON.stringify(value) : String(value)
}
