import type { DataSetLookup, Lookup, ReferenceLookup } from '@weft/kit/define/transformer.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { CheckedMapping } from '../check/check.ts'
import type { FieldPath } from '../check/fields.ts'
import type { Join } from '../check/further.ts'
import { usesBehind, type Filled } from '../check/targets.ts'
import type { Port, Use } from '../check/uses.ts'
import { nameOfRow } from './runtime.ts'

/** How a value becomes that of a target field. */
type Landing = 'as_is' | 'blank_to_null' | 'plain' | 'convert'

/** What is to be computed. Two readers give it meaning: `source.ts` writes code, `evaluate.ts` does it at once. */
export type PlannedExpression =
  | { is: 'read'; depth: number; path: string[] }
  | { is: 'entry'; depth: number }
  | { is: 'result'; of: PlannedCall }
  | { is: 'object'; fields: { name: string; value: PlannedExpression }[] }
  | { is: 'each'; list: PlannedExpression; block: Block; field: string }
  | { is: 'gathered'; by: Loop }
  | { is: 'kept'; of: PlannedCall; depth: number }
  | { is: 'land'; how: Landing; type: ValueType; value: PlannedExpression; field: string }
  | { is: 'collect'; lookup: number; use: number; values: (PlannedExpression | undefined)[] }

/** One use of a transformer at one place; its result is known to its block and those inside. */
export type PlannedCall = {
  use: number
  inputs: (PlannedExpression | undefined)[]
  tests: { value: PlannedExpression; condition: Condition }[]
  field: string
  /** Its results for the entries of a loop are read again by a later one over the same list. */
  kept?: true
}

/** Goes through a list to make another one of it. */
export type Loop = { list: PlannedExpression; block: Block; field: string }

/** What is computed once for a record (depth 0) or once for each entry of a list: its steps in order, then what it gives. */
export type Block = { depth: number; steps: (PlannedCall | Loop)[]; gives: PlannedExpression }

export const isLoop = (step: PlannedCall | Loop): step is Loop => 'block' in step

/** Rows of one structure by one key, or ids of another system, for all transformers that want them. */
export type LookupSource =
  | {
      structure_id: string
      key: string
      fields: string[]
      cache: boolean
      valid_from?: string | undefined
    }
  | { data_set_id: string; key: string; fields: string[]; cache: boolean }
  | ReferenceLookup

export type MappingPlan = {
  uses: Use[]
  joins: Join[]
  main: Block
  lookups: LookupSource[]
  /** By use: the lookup that feeds it. */
  rowOf: Map<number, number>
  /** By use: names the row it wants by its inputs, where that is more than the first one. */
  wants: Map<number, (...inputs: unknown[]) => string | undefined>
  /** Blocks that gather the keys wanted, in rounds: a round may need the rows of the one before. */
  rounds: Block[][]
}

/** Orders what a checked mapping computes: every transformer once, in the outermost block that knows its inputs. */
export function planMapping(checked: CheckedMapping): MappingPlan {
  const { uses } = checked
  const lookups: LookupSource[] = []
  const rowOf = new Map<number, number>()
  const wants: MappingPlan['wants'] = new Map()
  for (const [i, use] of uses.entries()) {
    const lookup = use.transformer.lookup?.(use.options)
    if (!lookup) continue
    rowOf.set(i, sourceFor(lookup, lookups))
    if ('wanted' in lookup && lookup.wanted) wants.set(i, nameOfRow(lookup))
  }
  const weaver = weaverFor(checked)
  const main = weaver.block((frame) => weaver.fields(checked.target, frame))
  const rounds: Block[][] = []
  const before = new Map<Use, number>()
  for (const [i, lookup] of rowOf) {
    const use = uses[i]!
    const round = lookupsBefore(use, before)
    rounds[round] = [...(rounds[round] ?? []), weaver.keys(use, lookup, wants.has(i))]
  }
  return { uses, joins: checked.joins, main, lookups, rowOf, wants, rounds: rounds.filter(Boolean) }
}

function sourceFor(asked: Lookup, lookups: LookupSource[]): number {
  if ('reference' in asked) return lookups.push(asked) - 1
  if ('data_set_id' in asked) return dataSetFor(asked, lookups)
  const { field, more = [], structure_id, key, cache, valid_from } = asked
  const wanted = [field, ...more]
  for (const [i, lookup] of lookups.entries()) {
    if (!('structure_id' in lookup) || lookup.structure_id !== structure_id || lookup.key !== key) continue
    if (lookup.cache !== cache || lookup.valid_from !== valid_from) continue
    for (const one of wanted) if (!lookup.fields.includes(one)) lookup.fields.push(one)
    return i
  }
  return lookups.push({ structure_id, key, fields: wanted, cache, valid_from }) - 1
}

/** Columns that are taken by the same key are asked for together. */
function dataSetFor({ data_set_id, key, field, cache }: DataSetLookup, lookups: LookupSource[]): number {
  const at = lookups.findIndex(
    (one) => 'data_set_id' in one && one.data_set_id === data_set_id && one.key === key && one.cache === cache,
  )
  const known = lookups[at]
  if (!known || !('data_set_id' in known)) return lookups.push({ data_set_id, key, fields: [field], cache }) - 1
  if (!known.fields.includes(field)) known.fields.push(field)
  return at
}

/** The longest row of lookups that must have been answered before this one can ask. */
function lookupsBefore(use: Use, known: Map<Use, number>): number {
  const found = known.get(use)
  if (found !== undefined) return found
  const ports = [...use.ports, ...use.tests.map(({ port }) => port)].filter((port) => port !== undefined)
  const count = Math.max(
    0,
    ...ports.map(({ from }) =>
      'use' in from ? lookupsBefore(from.use, known) + (from.use.transformer.lookup ? 1 : 0) : 0,
    ),
  )
  known.set(use, count)
  return count
}

/** A block being filled, and the list whose entries it sees. */
type Frame = {
  block: Block
  list?: string | undefined
  /** It goes through all entries of the source's list in their order, so results for them can be shared. */
  whole?: boolean
  made: Map<Use, PlannedCall>
  outer?: Frame | undefined
  /** Loops already stepped through, and the same by what they gather. */
  loops: Frame[]
  gathered: Map<string, Loop>
}

function weaverFor({ uses, target, source }: CheckedMapping) {
  const numbers = new Map(uses.map((use, i) => [use, i]))
  const ends = fieldsBehind(target)

  const frameOf = (list: string | undefined, outer?: Frame): Frame => ({
    block: { depth: outer ? outer.block.depth + 1 : 0, steps: [], gives: { is: 'object', fields: [] } },
    list,
    made: new Map(),
    outer,
    loops: [],
    gathered: new Map(),
  })
  /** The frame that sees the entries of a list; of the record where there is none. */
  const seeing = (list: string | undefined, frame: Frame): Frame => {
    let here = frame
    while (here.outer && here.list !== list) here = here.outer
    return here
  }
  const read = (place: FieldPath, frame: Frame): PlannedExpression => ({
    is: 'read',
    depth: seeing(place.lists.at(-1), frame).block.depth,
    path: place.path,
  })

  const valueOf = (port: Port, frame: Frame, by?: Use): PlannedExpression => {
    if (port.gather !== undefined)
      return { is: 'gathered', by: gather(port, port.gather, seeing(port.scope.at(-1), frame), by) }
    if ('use' in port.from) return resultOf(port.from.use, frame)
    if (port.isEntry) return { is: 'entry', depth: seeing(port.scope.at(-1), frame).block.depth }
    return read(port.from.place, frame)
  }

  const gather = (port: Port, list: string, owner: Frame, by: Use | undefined): Loop => {
    const how: Landing = by?.transformer.takes_numbers ? 'as_is' : 'plain'
    const what = `${list} ${'place' in port.from ? port.from.place.field.id : port.from.use.stored.output} ${how}`
    const known = owner.gathered.get(what)
    if (known) return known
    const inner = frameOf(list, owner)
    inner.whole = true
    inner.block.gives = {
      is: 'land',
      how,
      type: 'any',
      value: valueOf({ ...port, gather: undefined }, inner),
      field: '',
    }
    const loop: Loop = { list: read(source.get(list)!, owner), block: inner.block, field: source.get(list)!.full_name }
    owner.gathered.set(what, loop)
    owner.loops.push(inner)
    owner.block.steps.push(loop)
    return loop
  }

  const resultOf = (use: Use, frame: Frame): PlannedExpression => {
    const owner = seeing(use.scope.at(-1), frame)
    const made = owner.made.get(use)
    if (made) return { is: 'result', of: made }
    const earlier = owner.whole
      ? owner.outer?.loops.find((loop) => loop.list === owner.list && loop.made.has(use))?.made.get(use)
      : undefined
    if (earlier) {
      earlier.kept = true
      return { is: 'kept', of: earlier, depth: owner.block.depth }
    }
    const call: PlannedCall = {
      use: numbers.get(use)!,
      inputs: use.ports.map((port) => port && valueOf(port, owner, use)),
      tests: use.tests.map(({ port, condition }) => ({ value: valueOf(port, owner), condition })),
      field: ends.get(use) ?? use.stored.output,
    }
    owner.made.set(use, call)
    owner.block.steps.push(call)
    return { is: 'result', of: call }
  }

  const fields = (list: readonly Filled[], frame: Frame): PlannedExpression => ({
    is: 'object',
    fields: list.map((filled) => ({ name: filled.name, value: field(filled, frame) })),
  })
  const field = (filled: Filled, frame: Frame): PlannedExpression => {
    if (filled.by === 'fields') return fields(filled.fields, frame)
    const value = valueOf(filled.port, frame)
    if (filled.by === 'value')
      return { is: 'land', how: landing(filled.port, filled.type), type: filled.type, value, field: filled.full_name }
    const inner = frameOf(filled.port.entries?.at(-1), frame)
    inner.whole = 'place' in filled.port.from
    inner.block.gives = fields(filled.fields, inner)
    return { is: 'each', list: value, block: inner.block, field: filled.full_name }
  }

  return {
    fields,
    block(gives: (frame: Frame) => PlannedExpression): Block {
      const frame = frameOf(undefined)
      frame.block.gives = gives(frame)
      return frame.block
    },
    /** Visits every place a lookup is used at and hands over what it looks for. */
    keys(use: Use, lookup: number, byAll: boolean): Block {
      const root = frameOf(undefined)
      let frame = root
      for (const list of use.scope) {
        const inner = frameOf(list, frame)
        frame.block.gives = { is: 'each', list: read(source.get(list)!, frame), block: inner.block, field: '' }
        frame = inner
      }
      const ports = byAll ? use.ports : use.ports.slice(0, 1)
      const values = ports.map((port) => port && valueOf(port, frame))
      frame.block.gives = { is: 'collect', lookup, use: numbers.get(use)!, values }
      return root.block
    },
  }
}

function landing({ from, type: given, gather }: Port, type: ValueType): Landing {
  if (given !== type && type !== 'any') return 'convert'
  if (gather !== undefined) return 'as_is'
  if ('use' in from) return given === 'decimal' || given === 'any' ? 'plain' : 'as_is'
  return given === 'text' || given === 'any' || given === 'list' || given === 'object' ? 'as_is' : 'blank_to_null'
}

/** For each transformer the target field its result ends in first: what a rejection names. */
function fieldsBehind(target: readonly Filled[], ends = new Map<Use, string>()): Map<Use, string> {
  for (const filled of target) {
    if (filled.by !== 'fields')
      for (const use of usesBehind(filled.port)) if (!ends.has(use)) ends.set(use, filled.full_name)
    if (filled.by !== 'value') fieldsBehind(filled.fields, ends)
  }
  return ends
}
