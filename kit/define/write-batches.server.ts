import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { DataRecord } from './record.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'

/** Writes batches as pieces of bytes or text with back-pressure, ends the target and waits until everything is out. */
export async function writeBatches(
  batches: AsyncIterable<DataRecord[]>,
  target: Writable,
  pieces: {
    start?: () => Uint8Array | string
    batch: (records: DataRecord[]) => Uint8Array | string
    end?: () => Uint8Array | string
  },
) {
  const done = finished(target)
  done.catch(heardElsewhere)
  const put = async (piece: Uint8Array | string) => {
    if (piece.length > 0 && !target.write(piece)) await Promise.race([once(target, 'drain'), done])
  }
  let records = 0
  if (pieces.start) await put(pieces.start())
  for await (const batch of batches) {
    await put(pieces.batch(batch))
    records += batch.length
  }
  if (pieces.end) await put(pieces.end())
  target.end()
  await done
  return { records }
}
