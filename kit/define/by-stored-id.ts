import { defineMessages } from '../messages/messages.ts'
import type { Outcome } from './element.ts'
import { fieldOf } from './path.ts'
import type { DataRecord, Rejected } from './record.ts'

const texts = defineMessages({
  id: {
    en: 'The record carries no id of a stored record.',
    de: 'Der Datensatz trägt keine Kennung eines gespeicherten Datensatzes.',
  },
})

/** The outcome of records that each name a stored one by its id in `field`: all ids are dealt with at once, a record without one is rejected. */
export async function byStoredId(
  records: DataRecord[],
  field: string,
  deal: (ids: string[]) => Promise<unknown>,
): Promise<Outcome> {
  const idOf = (record: DataRecord) => /^\d{1,18}$/.exec(String(fieldOf(record, field)))?.[0] ?? ''
  const { good = [], bad = [] } = Object.groupBy(records, (record) => (idOf(record) === '' ? 'bad' : 'good'))
  if (good.length > 0) await deal(good.map(idOf))
  return { exits: { out: good }, rejected: bad.map((record): Rejected => ({ record, field, reason: texts.id() })) }
}
