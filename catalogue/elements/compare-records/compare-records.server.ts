import { byCodeUnit, identityOf } from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { each } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import type { z } from 'zod'
import { compareRecords } from './compare-records.ts'
import { isSameValue } from './same-value.ts'

const texts = defineMessages({
  old: {
    en: 'The key {key} comes more than once among the old records.',
    de: 'Der Schlüssel {key} kommt unter den alten Datensätzen mehrfach vor.',
  },
  new: {
    en: 'The key {key} comes more than once among the new records.',
    de: 'Der Schlüssel {key} kommt unter den neuen Datensätzen mehrfach vor.',
  },
})

type Settings = z.output<typeof compareRecords.settings>
type Side = 'old' | 'new'
type Keyed = { key: string; position: number; record: DataRecord }
const exits = ['added', 'changed', 'unchanged', 'removed'] as const
type Exit = (typeof exits)[number]

export const compareRecordsBody = defineBody(compareRecords, {
  async *gather(step, inputs) {
    const held: Record<Exit, DataRecord[]> = { added: [], changed: [], unchanged: [], removed: [] }
    for await (const { exit, record } of compared(inputs, step.settings)) {
      step.signal.throwIfAborted()
      if (held[exit].push(record) < 1_000) continue
      yield { exit, records: held[exit] }
      held[exit] = []
    }
    for (const exit of exits) if (held[exit].length > 0) yield { exit, records: held[exit] }
  },
})

type Inputs = Record<string, () => AsyncIterable<DataRecord[]>>

/** Both sides sorted by key and walked side by side. */
async function* compared(inputs: Inputs, settings: Settings): AsyncGenerator<{ exit: Exit; record: DataRecord }> {
  const before = sideOf('old', inputs, settings)
  const differences = differencesBy(settings)
  let old = await before.next()
  for await (const { key, record } of sideOf('new', inputs, settings)) {
    while (!old.done && key !== '' && byCodeUnit(old.value.key, key) < 0) {
      yield { exit: 'removed', record: old.value.record }
      old = await before.next()
    }
    if (old.done || key === '' || old.value.key !== key) {
      yield { exit: 'added', record }
      continue
    }
    const changes = differences(old.value.record, record)
    yield changes.length > 0
      ? { exit: 'changed', record: { ...record, _changes: changes } }
      : { exit: 'unchanged', record }
    old = await before.next()
  }
  for (; !old.done; old = await before.next()) yield { exit: 'removed', record: old.value.record }
}

/** The records of one input in the order of their keys, each key once; those without a key come first. */
async function* sideOf(side: Side, inputs: Inputs, { key: fields, duplicates }: Settings): AsyncGenerator<Keyed> {
  const entries = each(sorted(keyed((inputs[side] ?? nothing)(), fields), byKey))
  let held: Keyed | undefined
  for await (const entry of entries) {
    if (held?.key !== entry.key || entry.key === '') {
      if (held) yield held
      held = entry
    } else if (duplicates === 'fail') {
      throw new Invalid('COMPARE_KEY_TWICE', texts[side]({ key: entry.key }))
    } else if (duplicates === 'last') held = entry
  }
  if (held) yield held
}

async function* nothing(): AsyncGenerator<DataRecord[]> {}

async function* keyed(batches: AsyncIterable<DataRecord[]>, fields: string[]): AsyncGenerator<Keyed[]> {
  let position = 0
  const keyOf = (record: DataRecord) => {
    const parts = fields.map((field) => identityOf(fieldOf(record, field)))
    return parts.includes('') ? '' : parts.length === 1 ? parts[0]! : JSON.stringify(parts)
  }
  for await (const batch of batches) yield batch.map((record) => ({ key: keyOf(record), position: position++, record }))
}

const byKey = (a: Keyed, b: Keyed) => byCodeUnit(a.key, b.key) || a.position - b.position

/** Which fields differ between two records with the same key. */
function differencesBy({ key, fields, ignore }: Settings) {
  const left = new Set([...key, ...ignore])
  const namesOf = (before: DataRecord, after: DataRecord) =>
    fields.length > 0
      ? fields
      : [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((name) => !name.startsWith('_'))
  return (before: DataRecord, after: DataRecord) =>
    namesOf(before, after).flatMap((name) => {
      const [was, is] = [fieldOf(before, name), fieldOf(after, name)]
      return left.has(name) || isSameValue(was, is) ? [] : [{ field: name, old: was ?? null, new: is ?? null }]
    })
}
