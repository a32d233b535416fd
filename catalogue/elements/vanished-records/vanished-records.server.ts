import { byCodeUnit } from '@weft/kit/define/compare.ts'
import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { each, inBatches } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import type { z } from 'zod'
import { keyText } from './key-text.ts'
import { vanishedRecords } from './vanished-records.ts'

const texts = defineMessages({
  noField: {
    en: 'The table {table} has no field named {field}.',
    de: 'Die Tabelle {table} hat kein Feld mit dem Namen {field}.',
  },
  tooMany: {
    en: '{table} answers without {missing} of {all} records that are stored here. That is more than is believed: all of them stay until a person decides.',
    de: '{table} antwortet ohne {missing} von {all} Datensätzen, die hier gespeichert sind. Das ist mehr, als geglaubt wird: Alle bleiben, bis eine Person entscheidet.',
  },
})

type Settings = z.output<typeof vanishedRecords.settings>
type Entry = { key: string; record: DataRecord }

export const vanishedRecordsBody = defineBody(vanishedRecords, {
  // Without a cursor: what it gives is spooled, so that a crash afterwards does not compare a second time.
  async *read(step) {
    const { table, most_percent } = step.settings
    const session = await step.context.connections.open(step.settings.connection)
    try {
      const types = await keyTypes(session, step.settings)
      const counted = { all: 0, missing: 0 }
      const missing = missingHere(
        sorted(keysThere(session, step, types), byCodeUnit),
        sorted(entriesHere(step, types), (a, b) => byCodeUnit(a.key, b.key)),
        counted,
      )
      const accepted = Number((await step.context.states.get('workflow', acceptedName(step.id))) ?? 0)
      const isBelieved = () =>
        counted.missing <= accepted ||
        (counted.missing < counted.all && counted.missing * 100 <= counted.all * most_percent)
      // The first batch comes when all keys have been compared: until then nobody knows how many are missing.
      for await (const batch of sorted(inBatches(missing), (a, b) => byCodeUnit(a.key, b.key))) {
        if (!isBelieved()) {
          step.log('warning', texts.tooMany({ table, ...counted }), { table, ...counted })
          await step.context.states.set('workflow', heldName(step.id), { table, ...counted })
          return
        }
        yield { records: batch.map(({ record }) => record) }
      }
      await step.context.states.set('workflow', heldName(step.id), null)
      await step.context.states.set('workflow', acceptedName(step.id), null)
    } finally {
      await session.close()
    }
  },
})

async function keyTypes(session: ConnectorSession, { table, key }: Settings): Promise<FieldType[]> {
  const { fields } = await session.describe(table)
  return key.map(({ source }) => {
    const found = fields.find(({ name }) => name === source)
    if (!found) throw invalidField('key', texts.noField({ table, field: source }))
    return found.type
  })
}

async function* keysThere(session: ConnectorSession, { settings, signal }: Step<Settings>, types: FieldType[]) {
  const names = settings.key.map(({ source }) => source)
  for await (const { records } of session.read({ table: settings.table, fields: names })) {
    signal.throwIfAborted()
    yield records.map((record) =>
      keyText(
        names.map((name) => record[name]),
        types,
      ),
    )
  }
}

async function* entriesHere({ settings, context, now, signal }: Step<Settings>, types: FieldType[]) {
  const { structure_id, stamp, key } = settings
  const filter = stamp === '' ? [] : [{ field: stamp, operator: 'empty' as const }]
  for await (const { records } of context.records.read({ structure_id, filter })) {
    signal.throwIfAborted()
    yield records.map((record): Entry => ({
      key: keyText(
        key.map(({ field }) => record[field]),
        types,
      ),
      record: stamp === '' ? record : { ...record, [stamp]: now.toISOString() },
    }))
  }
}

/** Both sides in the order of their keys, side by side. */
async function* missingHere(
  there: AsyncIterable<string[]>,
  here: AsyncIterable<Entry[]>,
  counted: { all: number; missing: number },
): AsyncGenerator<Entry> {
  const keys = each(there)
  try {
    let at = await keys.next()
    for await (const entry of each(here)) {
      counted.all += 1
      while (!at.done && at.value < entry.key) at = await keys.next()
      if (!at.done && at.value === entry.key) continue
      counted.missing += 1
      yield entry
    }
  } finally {
    await keys.return(undefined)
  }
}

/** What was not believed, for people to decide about, and how many missing records they have decided to believe. */
const heldName = (step: string) => `${step}.held`
const acceptedName = (step: string) => `${step}.accepted`
