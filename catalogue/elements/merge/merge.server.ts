import { byCodeUnit, identityOf } from '@weft/kit/define/compare.ts'
import { defineBody, type Step } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { each, firstRecord, inBatches } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import type { z } from 'zod'
import { merge } from './merge.ts'

const texts = defineMessages({
  many: { en: 'The key {key} has more than {limit} matches.', de: 'Der Schlüssel {key} hat mehr als {limit} Treffer.' },
})

type Settings = z.output<typeof merge.settings>
type Input = () => AsyncIterable<DataRecord[]>
type Keyed = { key: string; position: number; record: DataRecord }

export const mergeBody = defineBody(merge, {
  async *gather(step, inputs) {
    const connected = merge.inputs.flatMap((port) => inputs[port] ?? [])
    if (step.settings.waits_for === 'all' && !(await haveAll(connected))) return
    const ways = { append: appended, zip: zipped, join: joined }
    for await (const records of inBatches(ways[step.settings.mode](connected, step))) {
      step.signal.throwIfAborted()
      yield { exit: 'out', records }
    }
  },
})

async function haveAll(inputs: Input[]): Promise<boolean> {
  for (const input of inputs) if (!(await firstRecord(input))) return false
  return true
}

async function* appended(inputs: Input[]): AsyncGenerator<DataRecord> {
  for (const input of inputs) yield* each(input())
}

/** The first of each, the second of each …; ends with the longest. Earlier inputs win. */
async function* zipped(inputs: Input[]): AsyncGenerator<DataRecord> {
  const open = inputs.map((input) => each(input()))
  try {
    for (;;) {
      const next = await Promise.all(open.map((one) => one.next()))
      if (next.every((one) => one.done)) return
      yield Object.assign({}, ...next.toReversed().map((one) => (one.done ? {} : one.value))) as DataRecord
    }
  } finally {
    await Promise.all(open.map((one) => one.return(undefined)))
  }
}

/** Both sides sorted by key and walked side by side; then back in the order of the first. */
async function* joined([left, right]: Input[], { settings }: Step<Settings>): AsyncGenerator<DataRecord> {
  if (!left) return
  const lefts = each(sorted(keyed(left(), settings.left_key), byKey))
  const rights = groups(each(sorted(keyed((right ?? nothing)(), settings.right_key), byKey)), settings.limit)
  type Made = { position: number; records: DataRecord[] }
  const made = async function* (): AsyncGenerator<Made> {
    let group = await rights.next()
    for await (const { key, position, record } of lefts) {
      while (!group.done && byCodeUnit(group.value.key, key) < 0) group = await rights.next()
      const found = key !== '' && !group.done && group.value.key === key ? group.value.records : []
      const records = together(record, found, settings)
      if (records.length > 0) yield { position, records }
    }
  }
  for await (const { records } of each(sorted(inBatches(made()), (a, b) => a.position - b.position))) yield* records
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

/** What stands behind each key; records without a key match nothing. */
async function* groups(
  entries: AsyncIterable<Keyed>,
  limit: number,
): AsyncGenerator<{ key: string; records: DataRecord[] }> {
  let group: { key: string; records: DataRecord[] } | undefined
  for await (const { key, record } of entries) {
    if (key === '') continue
    if (group?.key !== key) {
      if (group) yield group
      group = { key, records: [] }
    }
    if (group.records.push(record) > limit) throw new Invalid('JOIN_TOO_MANY', texts.many({ key, limit }))
  }
  if (group) yield group
}

function together(record: DataRecord, found: DataRecord[], { join, matches, into }: Settings): DataRecord[] {
  if (found.length === 0 && join === 'inner') return []
  if (matches === 'list') return [{ ...record, [into]: found }]
  const taken = matches === 'first' ? found.slice(0, 1) : found
  if (taken.length === 0) return [into ? { ...record, [into]: null } : record]
  return taken.map((match) => (into ? { ...record, [into]: match } : { ...match, ...record }))
}
