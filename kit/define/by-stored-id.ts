import { Conflict } from '../errors/errors.ts'
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

/**
 * The outcome of records that each name a stored one by its id in `field`: all ids are dealt with at once. A record without one is rejected, and
 * one that others have to refer to.
 */
export async function byStoredId(
  records: DataRecord[],
  field: string,
  deal: (ids: string[]) => Promise<unknown>,
): Promise<Outcome> {
  const idOf = (record: DataRecord) => /^\d{1,18}$/.exec(String(fieldOf(record, field)))?.[0] ?? ''
  const { good = [], bad = [] } = Object.groupBy(records, (record) => (idOf(record) === '' ? 'bad' : 'good'))
  const rejected = bad.map((record): Rejected => ({ record, field, reason: texts.id() }))

  /** Those that were dealt with; where all together are refused, halves say which are to blame. */
  async function dealt(some: DataRecord[]): Promise<DataRecord[]> {
    if (some.length === 0) return []
    try {
      await deal(some.map(idOf))
      return some
    } catch (error) {
      if (!(error instanceof Conflict) || error.code !== 'STILL_REFERRED_TO') throw error
      if (some.length === 1) {
        rejected.push({ record: some[0]!, field, value: idOf(some[0]!), reason: error.say })
        return []
      }
      const middle = some.length >> 1
      return [...(await dealt(some.slice(0, middle))), ...(await dealt(some.slice(middle)))]
    }
  }
  return { exits: { out: await dealt(good) }, rejected }
}
