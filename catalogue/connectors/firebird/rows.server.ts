import type { EventEmitter } from 'node:events'
import type { Statement, Transaction } from 'node-firebird'
import { isBlob, isDouble, readExactly, takenAsText, type WireColumn } from './exact.ts'

type Prepared = Statement & { input: { type: number }[]; output: WireColumn[]; type: number }
type Fetched = { data: unknown[][]; fetched: boolean }
type BlobReader = (trx: Transaction, heard: (error: unknown, name: unknown, events: EventEmitter) => void) => void
export type AnsweredRows = { columns: WireColumn[]; rows: unknown[][] }

/** A procedure, or `returning`, answers with one row that comes with its execution. */
const procedure = 8

/** What a statement answers, so many rows at a time as `size` says; columns as they are called in the answer. */
export async function* rowsOf(
  trx: Transaction,
  text: string,
  values: readonly unknown[],
  size: () => number,
): AsyncIterable<AnsweredRows> {
  const statement = (await trx.newStatementAsync(text)) as Prepared
  const columns = statement.output
  try {
    readExactly(columns)
    const given = values.map((value, i) => takenAsText(value, statement.input[i]))
    const begun = (await statement.executeAsync(trx, given)) as Partial<Fetched> | undefined
    if (columns.length === 0) return
    if (statement.type === procedure) {
      const rows = begun?.data ?? []
      await complete(trx, columns, rows)
      if (rows.length > 0) yield { columns, rows }
      return
    }
    for (let isOver = false; !isOver;) {
      const { data, fetched } = (await statement.fetchAsync(trx, size())) as Fetched
      isOver = fetched
      await complete(trx, columns, data)
      if (data.length > 0) yield { columns, rows: data }
    }
  } finally {
    await statement.dropAsync()
  }
}

/** What does not come with a row is asked for: blobs, as texts or as bytes in base64. Floating numbers become texts. */
async function complete(trx: Transaction, columns: readonly WireColumn[], rows: unknown[][]) {
  for (const [i, column] of columns.entries()) {
    if (isDouble(column)) for (const row of rows) if (row[i] !== null) row[i] = String(row[i])
    if (isBlob(column))
      for (const row of rows) {
        if (typeof row[i] !== 'function') continue
        const bytes = await bytesOf(trx, row[i] as BlobReader)
        row[i] = column.subType === 1 ? bytes.toString('utf8') : bytes.toString('base64')
      }
    for (const row of rows) {
      const value = row[i]
      if (Buffer.isBuffer(value)) row[i] = value.toString('base64')
    }
  }
}

const bytesOf = (trx: Transaction, read: BlobReader) =>
  new Promise<Buffer>((done, fail) =>
    read(trx, (error, _, events) => {
      if (error) return fail(error as Error)
      const parts: Buffer[] = []
      events.on('data', (part: Buffer) => parts.push(part))
      events.once('error', fail)
      events.once('end', () => done(Buffer.concat(parts)))
    }),
  )
