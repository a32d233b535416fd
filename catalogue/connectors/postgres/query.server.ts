import type { ReadBatch } from '@weft/kit/define/connector-session.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { answeredJson } from '@weft/kit/sql/answered-json.ts'
import { answeredRecords } from '@weft/kit/sql/answered.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import { isoMoment } from './fields.ts'
import { statementError, type Settings } from './line.server.ts'

type Answer = { rows: unknown[][]; fields: pg.FieldDef[] }

/** What any statement answers, as many rows at a time as fit; the server keeps the others. */
export async function* queryDatabase(
  settings: Settings,
  client: pg.Client,
  text: string,
  parameters: readonly unknown[],
): AsyncIterable<ReadBatch> {
  const cursor = client.query(new Cursor<unknown[]>(text, [...parameters], { rowMode: 'array' }))
  const next = (most: number) =>
    new Promise<Answer>((done, fail) =>
      cursor.read(most, (cause: Error | undefined, rows, result) =>
        cause ? fail(statementError(settings, cause)) : done({ rows, fields: rows.length > 0 ? result.fields : [] }),
      ),
    )
  const fitting = fittingSize(1_000)
  // Where the line is gone, a cursor waits for ever for the server to have closed it.
  const gone = Promise.withResolvers<void>()
  client.once('end', gone.resolve)
  try {
    for (;;) {
      const { rows, fields } = await next(fitting.next())
      if (rows.length === 0) return
      const records = answeredRecords(fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })))(
        rows,
      )
      fitting.learn(records)
      yield { records }
    }
  } finally {
    const closed = cursor.close().catch(ignore('a statement that has failed holds nothing any more'))
    await Promise.race([closed, gone.promise])
    client.off('end', gone.resolve)
  }
}

type Read = (text: string) => unknown

/** By the numbers that types have on every server: `select oid, typname, typarray from pg_type`. */
const readers: Record<number, Read> = {
  16: (text) => text === 't',
  17: (text) => Buffer.from(text.slice(2), 'hex').toString('base64'),
  21: Number,
  23: Number,
  114: answeredJson,
  1114: isoMoment,
  1184: isoMoment,
  3802: answeredJson,
}
/** Of numbers in arrays those that a number of JavaScript holds come as such, as they do of a table's. */
const numbers = new Set([20, 21, 23, 700, 701, 1700])
const entries: Record<number, number> = {
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1016: 20,
  1021: 700,
  1022: 701,
  1231: 1700,
  199: 114,
  3807: 3802,
  1115: 1114,
  1185: 1184,
  ...Object.fromEntries([1002, 1009, 1014, 1015, 1182, 1183, 2951].map((array) => [array, 25])),
}

function readerOf(type: number): Read | undefined {
  const entry = entries[type]
  if (entry === undefined) return readers[type]
  const read = numbers.has(entry) ? (text: string) => (/\d/.test(text) ? answeredJson(text) : text) : readers[entry]
  return (text) => listOf(text, read ?? ((one) => one))
}

/** `{1,NULL,"a\"b",{2}}` as a list of lists. */
function listOf(text: string, read: Read): unknown {
  const open: unknown[][] = [[]]
  for (const [token, quoted, plain] of text.matchAll(/\{|\}|"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs)) {
    if (token === '{') open.push([])
    else if (token === '}') open.at(-2)!.push(open.pop())
    else if (quoted !== undefined) open.at(-1)!.push(read(quoted.replaceAll(/\\(.)/gs, '$1')))
    else open.at(-1)!.push(plain === 'NULL' ? null : read(plain!))
  }
  return open[0]![0]
}
