import type { Socket } from 'node:net'
import type mysql from 'mysql2/promise'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { mysqlType } from '../query-types.ts'
import { roundTrip, type AnswerLimits } from '../round-trip.server.ts'
import { streaming } from './rows.server.ts'

type Column = { name: string; columnType?: number }
type Sizes = {
  rows: number
  /** A batch with so many bytes is handed over before it has all its rows. */ bytes?: number
}

/**
 * The rows of a query in batches as they come from the server, and its columns, known with the first of them. Between two batches nothing
 * is read: a row however large waits on the server until it is asked for, and is counted when it comes. An empty batch is the end.
 */
export function rowBatches(
  connection: mysql.Connection,
  text: string,
  { rows, bytes = Infinity }: Sizes,
  limits: AnswerLimits,
) {
  const below = streaming(connection)
  const stream = (below as unknown as { stream: Socket }).stream
  const columns = Promise.withResolvers<Column[]>()
  columns.promise.catch(heardElsewhere)
  let batch: DataRecord[] = []
  let begun = stream.bytesRead
  let isOver = false
  let failure: unknown
  let tell: (() => void) | undefined
  const isFull = () => batch.length >= rows || (batch.length > 0 && stream.bytesRead - begun >= bytes)
  const stop = () => {
    below.pause()
    tell?.()
  }
  const query = below.query(text)
  query.on('fields', (fields: Column[] | undefined) => columns.resolve(fields ?? []))
  query.on('result', (row: DataRecord) => {
    batch.push(row)
    if (isFull()) stop()
  })
  query.on('error', (error: unknown) => {
    failure = error
    columns.reject(error)
  })
  query.on('end', () => {
    isOver = true
    columns.resolve([])
    tell?.()
  })

  const next = (): Promise<DataRecord[]> =>
    roundTrip(stream, limits, async () => {
      if (!isOver && !isFull()) {
        const told = new Promise<void>((resolve) => (tell = resolve))
        below.resume()
        await told
      }
      if (failure) throw failure
      const taken = batch
      batch = []
      begun = stream.bytesRead
      return taken
    })

  async function* all(): AsyncGenerator<DataRecord[]> {
    for (let taken = await next(); taken.length > 0; taken = await next()) yield taken
  }
  const names = columns.promise.then((all) => all.map(({ name }) => name))
  const types = columns.promise.then((all) => all.map(({ columnType }) => mysqlType(columnType)))
  for (const told of [names, types]) told.catch(heardElsewhere)
  return { columns: names, types, next, all }
}
