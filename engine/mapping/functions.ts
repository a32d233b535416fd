import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { mostInFunction, structuresOf, type MappingFunction } from '@weft/kit/define/mapping-function.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { converters, isMissing, plain } from '@weft/kit/define/value.ts'
import { callsInFormula } from '@weft/kit/formula/names.ts'
import { formulaOf, isFormula } from '@weft/kit/formula/transformer.ts'
import { z } from 'zod'
import { checkMapping, isRunnable, type CheckedMapping } from './check/check.ts'
import { groupsInOrder } from './check/circles.ts'

type Body = Pick<MappingFunction, 'name' | 'definition'>
type Known = ReadonlyMap<string, Transformer>

/** What a checked body gives for the values of its parameters; whoever computes mappings brings it. */
export type MakeFunction = (
  checked: CheckedMapping,
  moment: Parameters<Transformer['apply']>[1],
) => (record: Record<string, unknown>) => unknown

/** For those who only look at mappings. */
export const uncomputed: MakeFunction = () => () => null

/** The keys of what a body is made of, as often as it is used; in formulas also what they call. */
const keysIn = ({ transformers }: MappingDefinition): string[] =>
  transformers.flatMap((box) => (isFormula(box) ? [box.key, ...callsInFormula(formulaOf(box).text)] : [box.key]))

/**
 * A project's own functions as transformers beside those there are, so that boxes and formulas use them like any other
 * (docs/decisions/0396-own-functions-are-transformers.md). One that is not sound is left out, and with it those that use it.
 */
export function withFunctions(known: Known, functions: readonly MappingFunction[], make: MakeFunction): Known {
  if (functions.length === 0) return known
  const all = new Map(known)
  const byKey = new Map(functions.map((one) => [one.name, one]))
  const counted = new Map<string, number>()
  for (const group of groupsInOrder(byKey.keys(), (key) => calledBy(byKey.get(key)!, byKey))) {
    const one = byKey.get(group[0]!)!
    if (group.length > 1 || calledBy(one, byKey).includes(one.name) || known.has(one.name)) continue
    if (partsIn(one.name, byKey, counted) > mostInFunction) continue
    const checked = checkMapping({ ...structuresOf(one), definition: one.definition, transformers: all })
    if (isRunnable(checked.problems) && !asksElsewhere(checked)) all.set(one.name, declared(one, checked, make))
  }
  return all
}

/** What a function computes with must come in by its parameters: nothing is looked up or read for it alone. */
export const asksElsewhere = ({ uses }: CheckedMapping): CheckedMapping['uses'][number] | undefined =>
  uses.find(({ transformer, options }) =>
    (['lookup', 'configuration', 'secret', 'text'] as const).some((kind) => transformer[kind]?.(options) !== undefined),
  )

/** The functions in a circle with this one, itself first; nothing where there is none. */
export function circleOf(key: string, functions: readonly Body[]): string[] | undefined {
  const byKey = new Map(functions.map((one) => [one.name, one]))
  const waiting: string[][] = [[key]]
  const seen = new Set<string>()
  for (let way = waiting.shift(); way; way = waiting.shift())
    for (const next of calledBy(byKey.get(way.at(-1)!)!, byKey)) {
      if (next === key) return way
      if (!seen.has(next)) waiting.push([...way, next])
      seen.add(next)
    }
  return undefined
}

const calledBy = ({ definition }: Body, byKey: ReadonlyMap<string, Body>) => [
  ...new Set(keysIn(definition).filter((key) => byKey.has(key))),
]

/** How many transformers one call of a function computes. */
export function partsIn(key: string, byKey: ReadonlyMap<string, Body>, counted = new Map<string, number>()): number {
  const known = counted.get(key)
  if (known !== undefined) return known
  counted.set(key, Infinity) // of a circle, until it has been counted
  const parts = keysIn(byKey.get(key)!.definition).reduce(
    (sum, one) => sum + (byKey.has(one) ? partsIn(one, byKey, counted) : 1),
    0,
  )
  counted.set(key, parts)
  return parts
}

function declared(
  { name: key, label, description, parameters, gives, tests }: MappingFunction,
  checked: CheckedMapping,
  make: MakeFunction,
): Transformer {
  const loading = checked.uses.flatMap(({ transformer }) => transformer.loads ?? [])
  const same = (text: string) => ({ en: text, de: text })
  return {
    key,
    group: 'own',
    icon: 'IconFunction',
    takes: parameters.map(({ type }) => type),
    takes_empty: true,
    options: z.strictObject({}),
    gives,
    apply(_, moment) {
      const compute = make(checked, moment)
      return (...inputs) => {
        const value = compute(Object.fromEntries(parameters.map(({ name }, i) => [name, plain(inputs[i]) ?? null])))
        return isMissing(value) ? null : converters[gives](value)
      }
    },
    ...(loading.length > 0 && { loads: () => Promise.all(loading.map((load) => load())) }),
    labels: {
      title: same(label),
      help: same(description),
      inputs: parameters.map(({ name }) => same(name)),
      fields: {},
    },
    examples: tests.filter(({ refused }) => !refused).slice(0, 10),
  }
}
