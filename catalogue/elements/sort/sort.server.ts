import { byCodeUnit, compareKeys, sortKey, type SortKey } from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { templateText } from '@weft/kit/define/template.ts'
import { mapped } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import { sort } from './sort.ts'

type Entry = { keys: SortKey[]; record: DataRecord }

export const sortBody = defineBody(sort, {
  async *gather(step, inputs) {
    const { by, language } = step.settings
    const texts = language === 'exact' ? byCodeUnit : new Intl.Collator(language).compare
    const compare = (a: Entry, b: Entry) => {
      for (const [i, { direction, empty }] of by.entries()) {
        const [x, y] = [a.keys[i]!, b.keys[i]!]
        const emptiness = Number(isNothing(x)) - Number(isNothing(y))
        const order =
          emptiness !== 0
            ? empty === 'last'
              ? emptiness
              : -emptiness
            : (direction === 'up' ? 1 : -1) * compareKeys(x, y, texts)
        if (order !== 0) return order
      }
      return 0
    }
    const keysOf = (record: DataRecord) =>
      by.map(({ field, as }) => (as === 'auto' ? sortKey(fieldOf(record, field)) : textKey(fieldOf(record, field))))
    const entries = mapped(inputs['in']!(), (batch) => batch.map((record): Entry => ({ keys: keysOf(record), record })))
    for await (const batch of sorted(entries, compare)) {
      step.signal.throwIfAborted()
      yield { exit: 'out', records: batch.map((entry) => entry.record) }
    }
  },
})

const isNothing = (key: SortKey) => key[0] === 0
const textKey = (value: unknown): SortKey => {
  const text = templateText(value)
  return text === '' ? [0, null] : [4, text]
}
