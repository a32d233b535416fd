import { byCodeUnit, compareKeys, identityOf, sortKey, type SortKey } from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { each, inBatches, mapped } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import type { z } from 'zod'
import { collectList } from './collect-list.ts'

const texts = defineMessages({
  long: {
    en: 'The list of the group {group} would have more than {limit} entries.',
    de: 'Die Liste der Gruppe {group} hätte mehr als {limit} Einträge.',
  },
})

type Settings = z.output<typeof collectList.settings>
type Entry = { keys: SortKey[]; id: string; record: DataRecord }

export const collectListBody = defineBody(collectList, {
  async *gather(step, inputs) {
    const { group_by } = step.settings
    const entryOf = (record: DataRecord): Entry => {
      const values = group_by.map((field) => fieldOf(record, field))
      return { keys: values.map(sortKey), id: JSON.stringify(values.map(identityOf)), record }
    }
    const entries = mapped(inputs['in']!(), (batch) => batch.map(entryOf))
    // A list may be long: fewer of them travel together.
    for await (const records of inBatches(lists(step.settings, each(sorted(entries, byGroup))), 20)) {
      step.signal.throwIfAborted()
      yield { exit: 'out', records }
    }
  },
})

const byGroup = (a: Entry, b: Entry) => {
  for (const [i, key] of a.keys.entries()) {
    const order = compareKeys(key, b.keys[i]!)
    if (order !== 0) return order
  }
  return byCodeUnit(a.id, b.id)
}

async function* lists(settings: Settings, entries: AsyncIterable<Entry>): AsyncGenerator<DataRecord> {
  let id: string | undefined
  let list: DataRecord[] = []
  for await (const entry of entries) {
    if (id !== undefined && entry.id !== id) {
      yield listOf(settings, list)
      list = []
    }
    id = entry.id
    if (list.push(entry.record) > settings.limit)
      throw new Invalid(
        'LIST_TOO_LONG',
        texts.long({ group: (JSON.parse(id) as string[]).join(', '), limit: settings.limit }),
      )
  }
  if (id !== undefined) yield listOf(settings, list)
}

function listOf({ group_by, into }: Settings, list: DataRecord[]): DataRecord {
  const keys = group_by.map((field) => [field.split('.').at(-1)!, fieldOf(list[0]!, field) ?? null])
  const entries = list.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !group_by.includes(key))),
  )
  return { ...Object.fromEntries(keys), [into]: entries }
}
