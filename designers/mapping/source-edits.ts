import {
  fieldOfSource,
  furtherOrigin,
  reservedOutputs,
  type FurtherSource,
  type MappingDefinition,
  type SourceReference,
} from '@weft/kit/define/mapping.ts'

/** One source more, under a name nothing else has. */
export function addSource(
  definition: MappingDefinition,
  of: SourceReference,
  wish: string,
  taken: Iterable<string>,
): MappingDefinition {
  const base = /^[a-z][a-z0-9_]*$/.test(wish) ? wish.slice(0, 28) : 'other'
  const all = new Set([...taken, ...reservedOutputs, ...definition.transformers.map(({ output }) => output)])
  let name = base
  for (let number = 2; all.has(name); number++) name = `${base}_${number}`
  const added: FurtherSource = { name, of, on: [], take: 'only', order: [], on_missing: 'empty' }
  return { ...definition, sources: [...(definition.sources ?? []), added] }
}

/** Changes a source; whoever takes its fields follows a new name. */
export function changeSource(
  definition: MappingDefinition,
  name: string,
  change: Partial<FurtherSource>,
): MappingDefinition {
  const sources = (definition.sources ?? []).map((one) => (one.name === name ? { ...one, ...change } : one))
  const next = { ...definition, sources }
  const called = change.name
  if (called === undefined || called === name) return next
  return withOrigins(next, (origin) => {
    const further = furtherOrigin(origin)
    return further?.name === name ? fieldOfSource(called, further.field) : origin
  })
}

/** Takes a source away with every line from its fields. */
export function removeSource({ sources = [], ...definition }: MappingDefinition, name: string): MappingDefinition {
  const left = sources.filter((one) => one.name !== name)
  const isOf = (origin: string) => furtherOrigin(origin)?.name === name
  return withOrigins(
    {
      ...definition,
      connections: definition.connections.filter(({ source_field_id }) => !isOf(source_field_id)),
      transformers: definition.transformers.map((one) => ({
        ...one,
        conditions: one.conditions.filter(({ field }) => !isOf(field)),
      })),
      ...(left.length > 0 && {
        sources: left.map((one) => ({ ...one, on: one.on.filter(({ source_field_id }) => !isOf(source_field_id)) })),
      }),
    },
    (origin) => (isOf(origin) ? null : origin),
  )
}

/** The same mapping with other origins; what would have none keeps its place free. */
function withOrigins(definition: MappingDefinition, other: (origin: string) => string | null): MappingDefinition {
  const kept = (origin: string) => other(origin) ?? origin
  return {
    ...definition,
    connections: definition.connections.map((one) => ({ ...one, source_field_id: kept(one.source_field_id) })),
    transformers: definition.transformers.map((one) => ({
      ...one,
      inputs: one.inputs.map((origin) => origin && other(origin)),
      conditions: one.conditions.map((condition) => ({ ...condition, field: kept(condition.field) })),
    })),
    ...(definition.sources && {
      sources: definition.sources.map((one) => ({
        ...one,
        on: one.on.map((pair) => ({ ...pair, source_field_id: kept(pair.source_field_id) })),
      })),
    }),
  }
}
