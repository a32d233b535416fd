import type { ReadBatch } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { answeredJson } from '@weft/kit/sql/answered-json.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { textParameter } from '@weft/kit/sql/text-parameter.ts'
import type { Connection as PlainConnection } from 'mysql2'
import mysql, { type Connection } from 'mysql2/promise'
import { rowsOf, statementError, type Settings } from './line.server.ts'

/** What any statement answers, row after row as they come; who does not hear it to its end ends the line. */
export async function* queryDatabase(
  settings: Settings,
  connection: Connection,
  text: string,
  parameters: readonly unknown[],
): AsyncIterable<ReadBatch> {
  const line = (connection as unknown as { connection: PlainConnection }).connection
  const options = { sql: text, rowsAsArray: true }
  // Prepared by the server where there are parameters, as it knows which question marks are theirs.
  const command = parameters.length > 0 ? line.execute(options, parameters.map(textParameter)) : line.query(options)
  let reader: (rows: unknown[][]) => DataRecord[]
  const readers = new WeakMap<unknown[], typeof reader>()
  command.on('fields', (columns: Column[] = []) => {
    reader = answeredRecords(columns.map((column) => ({ name: column.name, read: readerOf(column) })))
  })
  // A procedure may answer with several lists, each with columns of its own.
  command.on('result', (row: unknown) => {
    if (Array.isArray(row)) readers.set(row, reader)
  })
  const fitting = fittingSize(1_000)
  let batch: DataRecord[] = []
  let isWhole = false
  try {
    for await (const row of rowsOf(line, command, 100) as AsyncIterable<unknown>) {
      // What is no list of values says how many rows were changed.
      if (!Array.isArray(row)) continue
      batch.push(...readers.get(row)!([row]))
      if (batch.length < fitting.next()) continue
      fitting.learn(batch)
      yield { records: batch }
      batch = []
    }
    isWhole = true
  } catch (cause) {
    // What the server has refused is over; the line goes on.
    isWhole = (cause as { errno?: number }).errno !== undefined
    throw statementError(settings, cause)
  } finally {
    if (!isWhole) connection.destroy()
    else if (parameters.length > 0) line.unprepare(text)
  }
  if (batch.length > 0) yield { records: batch }
}

/** A column of an answer: https://mariadb.com/docs/server/reference/clientserver-protocol/4-server-response-packets/result-set-packets */
type Column = { name: string; columnType: number; columnLength: number; characterSet: number; extendedFormat?: string }
const binary = 63

function readerOf({ columnType, columnLength, characterSet, extendedFormat }: Column) {
  if (extendedFormat === 'json' || columnType === mysql.Types.JSON) return (value: string) => answeredJson(value)
  switch (columnType) {
    case mysql.Types.TINY:
      return columnLength === 1 ? (value: number) => (value === 0 || value === 1 ? value === 1 : value) : undefined
    case mysql.Types.BIT:
      return columnLength === 1 ? (value: Buffer) => value[0] === 1 : wholeNumber
    case mysql.Types.FLOAT:
    case mysql.Types.DOUBLE:
      return (value: number) => String(value)
    case mysql.Types.TIMESTAMP:
      return (value: string) => `${value.replace(' ', 'T')}Z`
    case mysql.Types.DATETIME:
      return (value: string) => value.replace(' ', 'T')
    case mysql.Types.GEOMETRY:
      return undefined
    default:
      return characterSet === binary
        ? (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : value)
        : undefined
  }
}

const wholeNumber = (value: Buffer) => String(BigInt(`0x${value.toString('hex') || '0'}`))
