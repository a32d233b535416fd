import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { names } from './orders.ts'

export type Format = 'csv' | 'json'

/** The records of a file, one after the other; answers how many. */
export async function readByHand(format: Format, source: Readable): Promise<number> {
  let count = 0
  if (format === 'csv') for await (const _ of source.pipe(parse({ columns: true }))) count++
  // Whoever has written it knows that every record has a line of its own.
  else
    for await (const line of createInterface({ input: source }))
      if (line.startsWith('{') && JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line)) count++
  return count
}

/** A file with these records. */
export const writtenByHand = (format: Format, batches: AsyncIterable<DataRecord[]>): Readable =>
  Readable.from(format === 'csv' ? asCsv(batches) : asJson(batches), { objectMode: false })

async function* asCsv(batches: AsyncIterable<DataRecord[]>) {
  yield `${names.join(',')}\r\n`
  for await (const records of batches) {
    let text = ''
    for (const record of records) text += `${names.map((name) => cell(record[name])).join(',')}\r\n`
    yield text
  }
}

const cell = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function* asJson(batches: AsyncIterable<DataRecord[]>) {
  let first = true
  for await (const records of batches) {
    yield (first ? '[\n' : ',\n') + records.map((record) => JSON.stringify(record)).join(',\n')
    first = false
  }
  yield '\n]\n'
}
