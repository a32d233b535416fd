import { textOf } from '../define/compare.ts'
import type { TableWriter, WriteTarget } from '../define/connector-session.ts'
import { fieldOf } from '../define/path.ts'
import type { DataRecord, Rejected } from '../define/record.ts'
import { Unavailable, WeftError } from '../errors/errors.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { allInOrder, openLanes } from '../semaphore/in-order.ts'

type Written = { written: DataRecord } | { rejected: Rejected }

/** Whoever ends the job ends its requests. */
const never = new AbortController().signal

/**
 * Writes records by requests of their own. What the system refuses of one is told with its reason. One after the other in a batch, unless
 * the target says how many may be under way, over all batches; records with the same key still follow one another.
 */
export function recordByRecord(
  { key, at_once }: { key: readonly string[]; at_once: WriteTarget['at_once'] },
  write: (record: DataRecord) => Promise<DataRecord>,
): TableWriter['write'] {
  const shared = at_once === undefined ? undefined : openLanes(at_once, never)
  const latest = new Map<string, Promise<Written>>()

  async function behindItsKey(record: DataRecord, signal: AbortSignal): Promise<Written> {
    const id = JSON.stringify(key.map((name) => textOf(fieldOf(record, name) ?? '')))
    const before = key.length > 0 ? latest.get(id) : undefined
    const own = (async () => {
      await before?.catch(heardElsewhere)
      signal.throwIfAborted()
      return writtenOrRefused(record, write)
    })()
    latest.set(id, own)
    try {
      return await own
    } finally {
      if (latest.get(id) === own) latest.delete(id)
    }
  }

  return async (records) => {
    const all = await allInOrder(shared ?? openLanes(1, never), records, behindItsKey)
    return {
      written: all.flatMap((one) => ('written' in one ? [one.written] : [])),
      rejected: all.flatMap((one) => ('rejected' in one ? [one.rejected] : [])),
    }
  }
}

async function writtenOrRefused(
  record: DataRecord,
  write: (record: DataRecord) => Promise<DataRecord>,
): Promise<Written> {
  try {
    return { written: await write(record) }
  } catch (error) {
    // A system that is down or does not let anybody in refuses no single record.
    if (error instanceof Unavailable || !(error instanceof WeftError) || error.code === 'CONNECTION_DENIED') throw error
    return { rejected: { record, reason: error.say } }
  }
}
