import {
  mappingLimits,
  reservedOutputs,
  type MappingDefinition,
  type MappingTransformer,
} from '@weft/kit/define/mapping.ts'
import { isFormula } from '@weft/kit/formula/transformer.ts'
import { arity, type Transformer } from '@weft/kit/define/transformer.ts'
import type { Row } from './rows.ts'

/**
 * Ends of lines as texts: `s:<id>` a source field, `o:<output>` what a transformer gives, `t:<id>` a target field,
 * `i:<id>:<n>` the n-th input of a transformer.
 */
export type End = string
export type Link = { id: string; from: End; to: End; connection?: string }

const originOf = (end: End) => end.slice(2)

/** What an end says: whose it is, and which input where it is one. */
export function parseEnd(end: End): { kind: 's' | 't' | 'o' | 'i'; id: string; input: number } {
  const [kind, id = '', input = '0'] = end.split(':')
  if (kind !== 's' && kind !== 't' && kind !== 'o' && kind !== 'i') throw new Error(`no end of a link: ${end}`)
  return { kind, id, input: Number(input) }
}
const endOf = (origin: string, sources: ReadonlyMap<string, Row>): End =>
  sources.has(origin) ? `s:${origin}` : `o:${origin}`

/** Every line of a mapping: its connections, and what its transformers take. */
export function linksOf(definition: MappingDefinition, sources: ReadonlyMap<string, Row>): Link[] {
  return [
    ...definition.connections.map(({ id, source_field_id, target_field_id }) => ({
      id,
      connection: id,
      from: endOf(source_field_id, sources),
      to: `t:${target_field_id}`,
    })),
    ...definition.transformers.flatMap(({ id, inputs }) =>
      inputs.flatMap((origin, i) =>
        origin === null ? [] : [{ id: `${id}:${i}`, from: endOf(origin, sources), to: `i:${id}:${i}` }],
      ),
    ),
  ]
}

const gives = (end: End) => end.startsWith('s:') || end.startsWith('o:')

/** Whether a line can go between two ends, whichever was picked first. */
export const canConnect = (a: End, b: End) => gives(a) !== gives(b)

/** Draws a line. A target field and an input have one line at most, so an older one gives way. */
export function connect(definition: MappingDefinition, a: End, b: End, newId: () => string): MappingDefinition {
  if (!canConnect(a, b)) return definition
  const [from, to] = gives(a) ? [originOf(a), b] : [originOf(b), a]
  if (to.startsWith('t:')) {
    const target_field_id = originOf(to)
    const others = definition.connections.filter((connection) => connection.target_field_id !== target_field_id)
    return { ...definition, connections: [...others, { id: newId(), source_field_id: from, target_field_id }] }
  }
  const { id, input } = parseEnd(to)
  const transformer = definition.transformers.find((one) => one.id === id)
  if (!transformer || transformer.output === from) return definition
  return changeTransformer(definition, id, { inputs: withInput(transformer.inputs, input, from) })
}

function withInput(inputs: readonly (string | null)[], at: number, origin: string | null): (string | null)[] {
  const next = Array.from({ length: Math.max(inputs.length, at + 1) }, (_, i) =>
    i === at ? origin : (inputs[i] ?? null),
  )
  while (next.length > 0 && next.at(-1) === null) next.pop()
  return next
}

/** Takes a line away. */
export function removeLink(definition: MappingDefinition, link: Link): MappingDefinition {
  if (link.connection)
    return { ...definition, connections: definition.connections.filter(({ id }) => id !== link.connection) }
  const { id, input } = parseEnd(link.to)
  const transformer = definition.transformers.find((one) => one.id === id)
  return transformer && !isFormula(transformer)
    ? changeTransformer(definition, id, { inputs: withInput(transformer.inputs, input, null) })
    : definition
}

/** The connections to fields inside the target of this one: they make no sense without it. */
export function childConnections(
  definition: MappingDefinition,
  connection_id: string,
  targets: ReadonlyMap<string, Row>,
): string[] {
  const connection = definition.connections.find(({ id }) => id === connection_id)
  if (!connection) return []
  const isInside = (id: string): boolean => {
    const parent = targets.get(id)?.parent
    return parent !== undefined && (parent === connection.target_field_id || isInside(parent))
  }
  return definition.connections.filter(({ target_field_id }) => isInside(target_field_id)).map(({ id }) => id)
}

export const removeConnections = (definition: MappingDefinition, ids: readonly string[]): MappingDefinition => ({
  ...definition,
  connections: definition.connections.filter(({ id }) => !ids.includes(id)),
})

/** How many ports a transformer shows: what it must have, what it has, and one more where it may have more. */
export function portsOf(transformer: Transformer | undefined, inputs: readonly (string | null)[]): number {
  // What comes into a formula is named in its text.
  if (!transformer || isFormula(transformer)) return inputs.length
  const { least, most } = arity(transformer)
  const limit = Math.min(most, mappingLimits.inputs)
  return Number.isFinite(most)
    ? most
    : Math.min(limit, Math.max(least, inputs.length + (inputs.length >= least ? 1 : 0)))
}

/** The first input without a line, to connect to a transformer as a whole. */
export const freeInput = (node: MappingTransformer, ports: number) =>
  Array.from({ length: ports }, (_, i) => i).find((i) => (node.inputs[i] ?? null) === null)

/** Where a new node stands free: the first gap, down the middle first. `height` knows how tall each node is. */
export function freePlace(
  definition: MappingDefinition,
  height: (node: MappingTransformer) => number,
  top: number,
): { x: number; y: number } {
  const isFree = (x: number, y: number) =>
    definition.transformers.every(
      (node) =>
        Math.abs(node.position.x - x) > 290 || y > node.position.y + height(node) + 12 || y + 110 < node.position.y,
    )
  for (const x of [440, 800, 100]) for (let y = top + 60; y < top + 470; y += 20) if (isFree(x, y)) return { x, y }
  return {
    x: 500,
    y: Math.max(top, ...definition.transformers.map((node) => node.position.y + height(node) + 16)),
  }
}

/** Puts a transformer on the canvas under an output name nobody has. */
export function addTransformer(
  definition: MappingDefinition,
  transformer: Transformer,
  { id, position, fields }: { id: string; position: { x: number; y: number }; fields: ReadonlySet<string> },
): MappingDefinition {
  const taken = new Set<string>([...fields, ...reservedOutputs, ...definition.transformers.map(({ output }) => output)])
  const base = transformer.key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  let number = 1
  while (taken.has(`${base}_${number}`)) number++
  const added: MappingTransformer = {
    id,
    key: transformer.key,
    label: '',
    inputs: [],
    options: {},
    output: `${base}_${number}`,
    conditions: [],
    otherwise: 'empty',
    position,
  }
  return { ...definition, transformers: [...definition.transformers, added] }
}

/** Puts a transformer between the two ends of a line. */
export function insertOn(
  definition: MappingDefinition,
  { from, to, connection }: Link,
  transformer: Transformer,
  where: { id: string; position: { x: number; y: number }; fields: ReadonlySet<string> },
): MappingDefinition {
  const added = addTransformer(definition, transformer, where)
  const { output } = added.transformers.at(-1)!
  const fed = changeTransformer(added, where.id, { inputs: [originOf(from)] })
  if (connection)
    return {
      ...fed,
      connections: fed.connections.map((one) => (one.id === connection ? { ...one, source_field_id: output } : one)),
    }
  const { id, input } = parseEnd(to)
  const taker = fed.transformers.find((one) => one.id === id)
  return taker ? changeTransformer(fed, id, { inputs: withInput(taker.inputs, input, output) }) : fed
}

/** Takes a transformer away with every line from and to it. */
export function removeTransformer(definition: MappingDefinition, id: string): MappingDefinition {
  const gone = definition.transformers.find((one) => one.id === id)
  if (!gone) return definition
  return {
    ...definition,
    connections: definition.connections.filter(({ source_field_id }) => source_field_id !== gone.output),
    transformers: definition.transformers
      .filter((one) => one.id !== id)
      .map((one) => ({
        ...one,
        inputs: one.inputs.reduce<(string | null)[]>(
          (inputs, origin, i) => (origin === gone.output ? withInput(inputs, i, null) : inputs),
          one.inputs,
        ),
        conditions: one.conditions.filter(({ field }) => field !== gone.output),
      })),
  }
}

/** Changes one transformer; whoever takes its output follows a new name. */
export function changeTransformer(
  definition: MappingDefinition,
  id: string,
  change: Partial<MappingTransformer>,
): MappingDefinition {
  const before = definition.transformers.find((one) => one.id === id)
  if (!before) return definition
  const renamed = (origin: string) =>
    change.output !== undefined && origin === before.output && !clashes(definition, before) ? change.output : origin
  const follow = change.output !== undefined && change.output !== before.output
  const transformers = definition.transformers.map((one) => (one.id === id ? { ...one, ...change } : one))
  if (!follow) return { ...definition, transformers }
  return {
    ...definition,
    connections: definition.connections.map((connection) => ({
      ...connection,
      source_field_id: renamed(connection.source_field_id),
    })),
    transformers: transformers.map((one) => ({
      ...one,
      inputs: one.inputs.map((origin) => origin && renamed(origin)),
      conditions: one.conditions.map((condition) => ({ ...condition, field: renamed(condition.field) })),
    })),
  }
}

/** While two have one name nobody knows whose lines they are, so they stay. */
const clashes = ({ transformers }: MappingDefinition, { id, output }: MappingTransformer) =>
  transformers.some((one) => one.id !== id && one.output === output)

/** How much of the target is filled: fields that hold a value, and lists. */
export function progressOf(definition: MappingDefinition, targets: readonly Row[]): { done: number; all: number } {
  const filled = new Set(definition.connections.map(({ target_field_id }) => target_field_id))
  const wholes = targets.filter(({ id, type }) => filled.has(id) && type === 'object').map(({ id }) => id)
  const counted = targets.filter(({ type, group }) => !(group && type === 'object'))
  const isDone = (row: Row): boolean => filled.has(row.id) || (row.parent !== undefined && wholes.includes(row.parent))
  return { done: counted.filter(isDone).length, all: counted.length }
}
