import type { Duplex } from 'node:stream'
import type { WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { largeResult, longQuery } from './query-refusals.ts'

/** What may come from a database in answer to one statement, and what is said of more. */
export type AnswerLimits = { bytes: number; seconds: number; large?: (bytes: number) => WeftError }

/** A whole answer is read and sent at once; an export goes batch by batch, and one record alone may be larger than many. */
export const mostBytes = { answer: 10 * 1024 * 1024, record: 64 * 1024 * 1024, batch: 64 * 1024 * 1024 }

/** What a job or a move reads at once: it takes as long as it takes, which is for one that nobody ends, and is not larger than a batch. */
export const readWhole = { patience_ms: 6 * 3_600_000, bytes: mostBytes.batch }

/**
 * Asks over a connection whose bytes are counted as they arrive: where it is more than the limit, or takes longer, the connection is cut.
 * Counted here, because a driver keeps a value until it has all of it, and a text beyond half a gigabyte ends the process.
 */
export async function roundTrip<T>(
  stream: Duplex,
  { bytes, seconds, large = largeResult }: AnswerLimits,
  ask: () => Promise<T>,
): Promise<T> {
  if (stream.destroyed) throw new Error('Connection terminated')
  const ended = Promise.withResolvers<never>()
  let received = 0
  const stop = (error: Error) => {
    ended.reject(error)
    stream.destroy()
  }
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received > bytes) stop(large(bytes))
  }
  // A driver that hands rows over one by one tells nobody that its connection is gone.
  const lost = () => ended.reject(new Error('Connection terminated'))
  // The database ends its statements itself; this is for one that does not.
  const timer = setTimeout(() => stop(longQuery(seconds, undefined)), seconds * 1_000 + 2_000)
  stream.prependListener('data', count)
  stream.once('close', lost)
  try {
    const asked = ask()
    asked.catch(ignore('the answer to a query is not waited for any more'))
    return await Promise.race([asked, ended.promise])
  } finally {
    clearTimeout(timer)
    stream.off('data', count)
    stream.off('close', lost)
  }
}
