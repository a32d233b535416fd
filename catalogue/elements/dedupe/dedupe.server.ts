import { byCodeUnit, identityOf } from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { each, inBatches } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import { dedupe } from './dedupe.ts'

type Keyed = [key: string, position: number]
const limits = { entries: 100_000 }

export const dedupeBody = defineBody(dedupe, {
  /** Only keys and positions are sorted; the records are read a second time in their own order. */
  async *gather(step, inputs) {
    const { key, keep } = step.settings
    const identity = (record: DataRecord) =>
      key.length === 1
        ? identityOf(fieldOf(record, key[0]!))
        : JSON.stringify(key.map((field) => identityOf(fieldOf(record, field))))
    const byKey = sorted(
      keyed(inputs['in']!(), identity),
      (a: Keyed, b: Keyed) => byCodeUnit(a[0], b[0]) || a[1] - b[1],
      limits,
    )
    const kept = each(sorted(inBatches(chosen(each(byKey), keep)), (a: number, b: number) => a - b, limits))
    let position = 0
    let next = await kept.next()
    for await (const batch of inputs['in']!()) {
      step.signal.throwIfAborted()
      const unique: DataRecord[] = []
      const duplicate: DataRecord[] = []
      for (const record of batch) {
        if (position++ === next.value) {
          unique.push(record)
          next = await kept.next()
        } else duplicate.push(record)
      }
      if (unique.length > 0) yield { exit: 'unique', records: unique }
      if (duplicate.length > 0) yield { exit: 'duplicate', records: duplicate }
    }
  },
})

async function* keyed(
  batches: AsyncIterable<DataRecord[]>,
  identity: (record: DataRecord) => string,
): AsyncGenerator<Keyed[]> {
  let position = 0
  for await (const batch of batches) yield batch.map((record): Keyed => [identity(record), position++])
}

/** The position of the first or last entry of each key. */
async function* chosen(entries: AsyncIterable<Keyed>, keep: 'first' | 'last'): AsyncGenerator<number> {
  let current: Keyed | undefined
  for await (const entry of entries) {
    if (current?.[0] === entry[0]) {
      if (keep === 'last') current = entry
      continue
    }
    if (current) yield current[1]
    current = entry
  }
  if (current) yield current[1]
}
