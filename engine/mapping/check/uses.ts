import {
  furtherOrigin,
  mappingLimits,
  reservedOutputs,
  type MappingDefinition,
  type MappingTransformer,
} from '@weft/kit/define/mapping.ts'
import { pattern, statesOf } from '@weft/kit/define/pattern.ts'
import { arity, inputType, type Transformer } from '@weft/kit/define/transformer.ts'
import { fits, type ValueType } from '@weft/kit/define/value.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { bothLanguages, type Text } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import { wholeOf } from './formulas.ts'
import { groupsInOrder } from './circles.ts'
import type { FieldPath } from './fields.ts'
import { unknownOrigin } from './further.ts'
import { optionMessage, passMessage, texts, typeMessage, type Report } from './problems.ts'

/** One end of a value's way: what comes in, of which type, and from how deep in the source's lists. */
export type Port = {
  from: { place: FieldPath } | { use: Use }
  type: ValueType
  scope: string[]
  /** The source list whose entries the list holds, with the lists around it. */
  entries?: string[] | undefined
  /** The source list over whose entries the value is collected into a list. */
  gather?: string | undefined
  /** Not the list itself but one of its entries, which are single values. */
  isEntry?: true
}

/** A transformer in its place, ready to be emitted. */
export type Use = {
  stored: MappingTransformer
  transformer: Transformer
  options: unknown
  ports: (Port | undefined)[]
  tests: { port: Port; condition: Condition }[]
  gives: ValueType
  scope: string[]
  entries?: string[] | undefined
  depth: number
}

type Known = {
  transformers: ReadonlyMap<string, Transformer>
  source: ReadonlyMap<string, FieldPath>
  target: ReadonlyMap<string, FieldPath>
  report: Report
}

export const nameOf = ({ label, output }: MappingTransformer) => label || output

/** Resolves every transformer of a mapping; those with a problem are left out, and whatever hangs on them. */
export function resolveUses(definition: MappingDefinition, known: Known) {
  const stored = checkOutputs(definition, known)
  const done = new Map<string, Use>()

  const port = (origin: string, wants?: ValueType): Port | undefined => {
    const place = known.source.get(origin)
    const use = place ? undefined : done.get(origin)
    if (!place && !use) return undefined
    const from: Port = place
      ? {
          from: { place },
          type: place.type,
          scope: place.lists,
          entries: place.type === 'list' ? [...place.lists, place.field.id] : undefined,
        }
      : { from: { use: use! }, type: use!.gives, scope: use!.scope, entries: use!.entries }
    const gathers = wants === 'list' && from.type !== 'list' && from.scope.length > 0
    return gathers
      ? { ...from, type: 'list', gather: from.scope.at(-1), entries: undefined, scope: from.scope.slice(0, -1) }
      : from
  }

  const waitsFor = (output: string) => {
    const { inputs, conditions } = stored.get(output)!
    return [...inputs, ...conditions.map(({ field }) => field)].filter(
      (origin) => origin !== null && !known.source.has(origin) && stored.has(origin),
    ) as string[]
  }
  const exists = (origin: string) => known.source.has(origin) || stored.has(origin)
  let states = 0
  for (const group of groupsInOrder(stored.keys(), waitsFor)) {
    const isCircle = group.length > 1 || waitsFor(group[0]!).includes(group[0]!)
    if (isCircle) reportCircle(group, stored, known.report)
    for (const output of group) {
      states += statesIn(stored.get(output)!, known.transformers)
      if (states > mappingLimits.pattern_states)
        known.report('error', 'patterns_large', texts.patterns_large(), {
          on: 'transformer',
          id: stored.get(output)!.id,
        })
      const use = states <= mappingLimits.pattern_states && resolveOne(stored.get(output)!, { ...known, port, exists })
      if (use && !isCircle) done.set(output, use)
    }
  }
  return { uses: [...done.values()], port, exists }
}

/** How large the regular expressions are that a transformer is set to; they are made to be checked. */
const statesIn = ({ key, options }: MappingTransformer, transformers: Known['transformers']) =>
  Object.entries((transformers.get(key)?.options as Partial<z.ZodObject> | undefined)?.shape ?? {}).reduce(
    (sum, [name, schema]) =>
      schema === pattern && typeof options[name] === 'string' ? sum + statesOf(options[name].slice(0, 500)) : sum,
    0,
  )

/** So many of those that wait for each other are named. */
const named = 20

function reportCircle(group: readonly string[], stored: ReadonlyMap<string, MappingTransformer>, report: Report) {
  const whole = new Map([...stored.values()].map(({ id, output }) => [id, output]))
  const boxes = [...new Set(group.map((output) => whole.get(wholeOf(stored.get(output)!.id)) ?? output))]
  const names = [...boxes.slice(0, named), ...(boxes.length > named ? ['…'] : [])].join(', ')
  for (const output of group)
    report('error', 'cycle', texts.cycle({ names }), { on: 'transformer', id: stored.get(output)!.id })
}

/** Transformers by output name; a name that cannot be used keeps its transformer out. */
function checkOutputs({ transformers }: MappingDefinition, { source, target, report }: Known) {
  // What stands in a further source is only spoken of behind its name.
  const own = [...source.values()].filter(({ field }) => !furtherOrigin(field.id)?.field)
  const fields = new Set([...own, ...target.values()].map(({ field }) => field.name))
  const taken = new Map<string, MappingTransformer>()
  const ids = new Set<string>()
  for (const entry of transformers) {
    const { output: name, id } = entry
    const at = { on: 'transformer', id } as const
    if (ids.has(id)) report('error', 'id_twice', texts.id_twice({ id }), at)
    ids.add(id)
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) report('error', 'output_shape', texts.output_shape({ name }), at)
    else if ((reservedOutputs as readonly string[]).includes(name) || fields.has(name))
      report('error', 'output_reserved', texts.output_reserved({ name }), at)
    else if (taken.has(name)) report('error', 'output_used', texts.output_used({ name }), at)
    else taken.set(name, entry)
  }
  return taken
}

type Around = Known & { port(origin: string, wants?: ValueType): Port | undefined; exists(origin: string): boolean }

function resolveOne(stored: MappingTransformer, around: Around): Use | undefined {
  const { report, transformers } = around
  const at = { on: 'transformer', id: stored.id } as const
  // What is wrong with its text has been told.
  if (isFormula(stored)) return undefined
  const name = nameOf(stored)
  const transformer = transformers.get(stored.key)
  if (!transformer) {
    report('error', 'transformer_unknown', texts.transformer_unknown({ key: stored.key }), at)
    return undefined
  }
  const options = checkOptions(transformer, stored, report)
  const ports = checkInputs(transformer, stored, around)
  const tests = stored.conditions.map((condition) => ({
    port: checkedPort(condition.field, undefined, stored, undefined, around),
    condition: { field: 'x', operator: condition.operator, value: condition.value },
  }))
  if (!options || !ports || tests.some(({ port }) => !port)) return undefined

  const all = [...ports.filter((port) => port !== undefined), ...tests.map(({ port }) => port!)]
  const scope = all.reduce<string[] | undefined>((deepest, port) => deepest && deeper(deepest, port.scope), [])
  if (!scope) {
    report('error', 'lists_mixed', texts.lists_mixed({ name }), at)
    return undefined
  }
  const gives =
    typeof transformer.gives === 'function'
      ? transformer.gives(
          options.data,
          ports.filter((port) => port !== undefined).map(({ type }) => type),
        )
      : transformer.gives
  if (stored.conditions.length > 0 && stored.otherwise === 'pass' && ports[0] && !fits(ports[0].type, gives))
    report('error', 'pass_type', passMessage(name, ports[0].type, gives), at)
  const depth = Math.max(1, ...all.map(({ from }) => ('use' in from ? depthBehind(from.use, stored) : 1)))
  if (depth > mappingLimits.depth) report('error', 'deep', texts.deep({ name, most: mappingLimits.depth }), at)
  return {
    stored,
    transformer,
    options: options.data,
    ports,
    tests: tests.map(({ port, condition }) => ({ port: port!, condition })),
    gives,
    scope,
    entries: transformer.keeps_entries ? ports[0]?.entries : undefined,
    depth,
  }
}

/** The parts of a formula stand in one place. */
const depthBehind = ({ stored, depth }: Use, behind: MappingTransformer) =>
  wholeOf(stored.id) === wholeOf(behind.id) ? depth : depth + 1

/** The deeper of two places in lists, if one lies inside the other. */
function deeper(a: string[], b: string[]): string[] | undefined {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.every((list, i) => long[i] === list) ? long : undefined
}

function checkOptions(
  transformer: Transformer,
  stored: MappingTransformer,
  report: Report,
): { data: unknown } | undefined {
  const parsed = transformer.options.safeParse(stored.options)
  if (parsed.success) return { data: parsed.data }
  for (const { place, message } of issuePaths(parsed.error.issues).slice(0, 10)) {
    const option = place.split('.')[0]!
    report('error', 'option', optionMessage(nameOf(stored), optionLabel(transformer, option), bothLanguages(message)), {
      on: 'transformer',
      id: stored.id,
      option,
    })
  }
  return undefined
}

function optionLabel({ labels }: Transformer, option: string): Text {
  const label = Object.hasOwn(labels.fields, option) ? labels.fields[option] : undefined
  return label === undefined ? { en: option, de: option } : 'label' in label ? label.label : label
}

/** The inputs in order, undefined where an optional one is not connected; nothing if one has a problem. */
function checkInputs(
  transformer: Transformer,
  stored: MappingTransformer,
  around: Around,
): (Port | undefined)[] | undefined {
  const { least, most: own } = arity(transformer)
  const most = Math.min(own, mappingLimits.inputs)
  const at = { on: 'transformer', id: stored.id } as const
  const inputs = [...stored.inputs]
  while (inputs.length > 0 && inputs.at(-1) === null) inputs.pop()
  if (inputs.length > most) {
    around.report('error', 'inputs_many', texts.inputs_many({ name: nameOf(stored), most }), at)
    return undefined
  }
  let sound = true
  const ports = Array.from({ length: Math.max(least, inputs.length) }, (_, i) => {
    const origin = inputs[i] ?? null
    // An input in the middle of any number may stay free; those that must be there may not.
    if (origin === null) {
      if (i >= least && transformer.takes_empty) return undefined
      around.report('open', 'input_missing', texts.input_missing({ name: nameOf(stored), number: i + 1 }), {
        ...at,
        input: i,
      })
      sound = false
      return undefined
    }
    const port = checkedPort(origin, inputType(transformer, i), stored, i, around)
    if (!port) sound = false
    return port
  })
  return sound ? ports : undefined
}

function checkedPort(
  origin: string,
  wants: ValueType | undefined,
  stored: MappingTransformer,
  input: number | undefined,
  { port, exists, source, report }: Around,
): Port | undefined {
  const at = { on: 'transformer', id: stored.id, ...(input !== undefined && { input }) } as const
  const found = port(origin, wants)
  if (!found) {
    if (!exists(origin)) report('error', 'origin_unknown', unknownOrigin(origin, source), at)
    return undefined
  }
  if (wants && !fits(found.type, wants)) {
    report('error', 'type', typeMessage(found.type, wants), at, { types: [found.type, wants] })
    return undefined
  }
  return found
}
