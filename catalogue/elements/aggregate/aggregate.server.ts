import {
  byCodeUnit,
  compareKeys,
  compareValues,
  Exact,
  identityOf,
  isEmpty,
  numberOf,
  numberText,
  sortKey,
  type SortKey,
} from '@weft/kit/define/compare.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { templateText } from '@weft/kit/define/template.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { each, inBatches } from '@weft/kit/spill/batches.ts'
import { sorted } from '@weft/kit/spill/sorted.server.ts'
import type { z } from 'zod'
import { aggregate } from './aggregate.ts'

const texts = defineMessages({
  number: {
    en: 'The field {field} holds "{value}", which cannot be added up.',
    de: 'Das Feld {field} enthält „{value}“, was sich nicht summieren lässt.',
  },
})

type Settings = z.output<typeof aggregate.settings>
type Function = Settings['functions'][number]
/** What one function knows of a group so far; two of them can be put together. */
type State = { count: number; sum?: InstanceType<typeof Exact>; value?: unknown }
type Group = { id: string; values: unknown[]; states: State[] }
/** A group as it is spilled: the order of groups first. */
type Spilled = {
  keys: SortKey[]
  id: string
  values: unknown[]
  states: { count: number; sum?: string; value?: unknown }[]
}

/** More groups than this are put aside on disk. */
const held = 20_000

export const aggregateBody = defineBody(aggregate, {
  async *gather(step, inputs) {
    const { settings } = step
    const ordered = sorted(inBatches(partialGroups(settings, inputs['in']!())), byGroup)
    for await (const records of inBatches(wholeGroups(settings, each(ordered)))) {
      step.signal.throwIfAborted()
      yield { exit: 'out', records }
    }
  },
})

/** Groups of what fits in memory; the same group may come again later. */
async function* partialGroups(
  { group_by, functions }: Settings,
  batches: AsyncIterable<DataRecord[]>,
): AsyncGenerator<Spilled> {
  let groups = new Map<string, Group>()
  for await (const batch of batches) {
    for (const record of batch) {
      const values = group_by.map((field) => fieldOf(record, field) ?? null)
      const id = group_by.length === 1 ? identityOf(values[0]) : JSON.stringify(values.map(identityOf))
      let group = groups.get(id)
      if (!group) groups.set(id, (group = { id, values, states: functions.map(() => ({ count: 0 })) }))
      for (const [i, one] of functions.entries()) take(group.states[i]!, one, record)
    }
    if (groups.size < held) continue
    for (const group of groups.values()) yield spilled(group)
    groups = new Map()
  }
  for (const group of groups.values()) yield spilled(group)
}

function take(state: State, { function: name, field }: Function, record: DataRecord) {
  const value = field === '' ? undefined : fieldOf(record, field)
  if (name === 'count') {
    if (field === '' || !isEmpty(value)) state.count++
    return
  }
  if (isEmpty(value)) return
  if (name === 'sum' || name === 'avg') {
    const number = numberOf(value)
    if (!number) throw new Invalid('NOT_A_NUMBER', texts.number({ field, value: templateText(value).slice(0, 100) }))
    put(state, name, { count: 1, sum: number })
  } else put(state, name, { count: 1, value })
}

/** Puts a later state of the same function behind an earlier one. */
function put(state: State, name: Function['function'], later: State) {
  const before = state.count
  state.count += later.count
  if (later.count === 0 || name === 'count') return
  if (name === 'sum' || name === 'avg') state.sum = before === 0 ? later.sum! : state.sum!.plus(later.sum!)
  else if (before === 0 || name === 'last') state.value = later.value
  else if (name === 'min' && compareValues(later.value, state.value) < 0) state.value = later.value
  else if (name === 'max' && compareValues(later.value, state.value) > 0) state.value = later.value
}

const spilled = ({ id, values, states }: Group): Spilled => ({
  keys: values.map(sortKey),
  id,
  values,
  states: states.map(({ count, sum, value }) => ({
    count,
    ...(sum && { sum: numberText(sum) }),
    ...(value !== undefined && { value }),
  })),
})

const byGroup = (a: Spilled, b: Spilled) => {
  for (const [i, key] of a.keys.entries()) {
    const order = compareKeys(key, b.keys[i]!)
    if (order !== 0) return order
  }
  return byCodeUnit(a.id, b.id)
}

async function* wholeGroups(settings: Settings, parts: AsyncIterable<Spilled>): AsyncGenerator<DataRecord> {
  let group: Group | undefined
  for await (const part of parts) {
    const states = part.states.map(({ sum, ...state }): State => ({
      ...state,
      ...(sum !== undefined && { sum: new Exact(sum) }),
    }))
    if (group?.id === part.id)
      for (const [i, one] of settings.functions.entries()) put(group.states[i]!, one.function, states[i]!)
    else {
      if (group) yield result(settings, group)
      group = { id: part.id, values: part.values, states }
    }
  }
  if (group) yield result(settings, group)
}

function result({ group_by, functions, decimals }: Settings, { values, states }: Group): DataRecord {
  const keys = group_by.map((field, i) => [field.split('.').at(-1)!, values[i]])
  return Object.fromEntries([
    ...keys,
    ...functions.map(({ function: name, into }, i) => [into, answer(name, states[i]!, decimals)]),
  ])
}

function answer(name: Function['function'], { count, sum, value }: State, decimals: number): unknown {
  if (name === 'count') return count
  if (name === 'sum') return sum ? numberText(sum) : '0'
  if (name === 'avg') return sum ? numberText(sum.div(count).toDecimalPlaces(decimals)) : null
  return value ?? null
}
