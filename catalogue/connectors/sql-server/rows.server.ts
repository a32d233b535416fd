import { fittingSize } from '@weft/kit/sql/fitting.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Statement } from '@weft/kit/sql/statement.ts'
import { TYPES, Request, type Connection } from 'tedious'

type Cell = { value: unknown; metadata: { colName: string; type: { name: string }; scale?: number } }
export type AnsweredRow = Cell[]

/** Runs statements whose only answer is how many rows they met; their last one counts, or all of them together. */
export const run = (line: Connection, { text, values }: Statement): Promise<number> =>
  new Promise((done, fail) =>
    line.execSql(request(text, values, (error, count) => (error ? fail(error) : done(count ?? 0)))),
  )

function request(
  text: string,
  values: readonly unknown[],
  heard: (error: Error | null | undefined, count?: number) => void,
) {
  const made = new Request(text, heard)
  for (const [i, value] of values.entries()) made.addParameter(`p${i + 1}`, TYPES.NVarChar, value)
  return made
}

/** What a statement answers, as many rows at a time as fit; the server waits meanwhile. Who does not hear it to its end ends it. */
export async function* rowsOf(
  line: Connection,
  { text, values }: Statement,
  size: number,
  toRecords: (rows: AnsweredRow[]) => DataRecord[],
): AsyncIterable<DataRecord[]> {
  let rows: AnsweredRow[] = []
  let [isOver, failure]: [boolean, Error | undefined] = [false, undefined]
  let wake: () => void = () => undefined
  const fitting = fittingSize(size)
  const asked = request(text, values, (error) => {
    isOver = true
    failure = error ?? undefined
    wake()
  })
  asked.on('row', (row: AnsweredRow) => {
    rows.push(row)
    if (rows.length < fitting.next()) return
    asked.pause()
    wake()
  })
  line.execSql(asked)
  try {
    for (;;) {
      if (!isOver && rows.length < fitting.next()) await new Promise<void>((woken) => (wake = woken))
      if (failure) throw failure
      if (rows.length > 0) {
        const records = toRecords(rows)
        rows = []
        fitting.learn(records)
        yield records
      }
      if (isOver && rows.length === 0) return
      asked.resume()
    }
  } finally {
    if (!isOver) {
      asked.resume()
      line.cancel()
    }
  }
}
