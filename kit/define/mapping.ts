import { z } from 'zod'
import type { Message } from '../messages/messages.ts'
import type { Repair } from '../formula/formula.ts'
import { operators } from './condition.ts'
import { snakeName } from './snake-name.ts'

/** Limits of one mapping. */
export const mappingLimits = {
  inputs: 10,
  transformers: 1_000,
  transformers_per_target: 20,
  depth: 10,
  connections: 2_000,
  pattern_states: 10_000,
  further_sources: 8,
  /** Partners of one record, where all of them are taken. */
  partners: 1_000,
} as const

/** Names no transformer's output may have, beside those of both structures' fields. */
export const reservedOutputs = ['source', 'target', 'item', 'index', 'parent', 'now', 'config', 'job'] as const

/** Where a value comes from: the id of a source field, or the name of a transformer's output. */
const origin = z.string().min(1).max(300)

/** Where records come from: a data structure, or the answer of a data set. */
export const sourceReference = z.union([
  z.strictObject({ structure_id: z.uuid() }),
  z.strictObject({ data_set_id: z.uuid() }),
])
export type SourceReference = z.output<typeof sourceReference>
export const referredId = (of: SourceReference) => ('structure_id' in of ? of.structure_id : of.data_set_id)

/**
 * A source beside the main one, under whose name its fields stand in each record. Its fields are called by their id, or the name of a
 * column, wherever they are spoken of; as an origin `fieldOfSource` says whose they are.
 */
const furtherSource = z.strictObject({
  name: snakeName(31),
  of: sourceReference,
  /** All of these are equal: a field of the main source, or of a further one before, and one of this source. */
  on: z
    .array(z.strictObject({ source_field_id: origin, field: z.string().min(1).max(200) }))
    .max(8)
    .default([]),
  /** The only partner, the first one in an order, or all of them as a list. */
  take: z.enum(['only', 'first', 'all']).default('only'),
  order: z
    .array(z.strictObject({ field: z.string().min(1).max(200), descending: z.boolean().default(false) }))
    .max(4)
    .default([]),
  on_missing: z.enum(['empty', 'reject']).default('empty'),
})
export type FurtherSource = z.output<typeof furtherSource>

/** The origin of a field of a further source; without a field that of the source as a whole. */
export const fieldOfSource = (name: string, field = '') => `${name}@${field}`
/** Whose field an origin is, where it is one of a further source. */
export function furtherOrigin(origin: string): { name: string; field: string } | undefined {
  const at = origin.indexOf('@')
  return at < 0 ? undefined : { name: origin.slice(0, at), field: origin.slice(at + 1) }
}

const mappingConnection = z.strictObject({ id: z.uuid(), source_field_id: origin, target_field_id: z.uuid() })

const mappingCondition = z.strictObject({ field: origin, operator: z.enum(operators), value: z.unknown().optional() })

const mappingTransformer = z.strictObject({
  id: z.uuid(),
  key: z.string().min(1).max(100),
  label: z.string().max(191).default(''),
  inputs: z.array(origin.nullable()).max(50),
  options: z.record(z.string(), z.unknown()).default({}),
  output: z.string().min(1).max(100),
  /** All must hold, or the transformer is left out: its output is then empty, or its first input passes through. */
  conditions: z.array(mappingCondition).max(20).default([]),
  otherwise: z.enum(['empty', 'pass']).default('empty'),
  position: z.strictObject({ x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) }),
})

/**
 * What a mapping stores. A connection whose target is a list or an object has as children the connections to the fields
 * inside that target; so nested lists need no mapping of their own.
 */
export const mappingDefinition = z.strictObject({
  connections: z.array(mappingConnection).max(mappingLimits.connections).default([]),
  transformers: z.array(mappingTransformer).max(mappingLimits.transformers).default([]),
  /** Left out where there is none, so that mappings without read as they always did. */
  sources: z.array(furtherSource).max(mappingLimits.further_sources).optional(),
})

export type MappingDefinition = z.output<typeof mappingDefinition>
export type MappingConnection = MappingDefinition['connections'][number]
export type MappingTransformer = MappingDefinition['transformers'][number]

/** `error`: a rule is broken. `open`: not finished, so it can be saved but not run. `warning`: it runs, but perhaps not as meant. */
export type Severity = 'error' | 'open' | 'warning'
export type ProblemPlace =
  | { on: 'mapping' }
  | { on: 'connection' | 'source_field' | 'target_field'; id: string }
  /** A further source by its name. */
  | { on: 'further_source'; id: string }
  /** Of a formula also the place in its text. */
  | { on: 'transformer'; id: string; input?: number; option?: string; from?: number; to?: number }
export type MappingProblem = {
  severity: Severity
  code: string
  message: Message
  at: ProblemPlace
  /** Of a formula: what mends it. */
  repairs?: readonly Repair[]
}

/** Every value a record's way through a mapping had, for the debug mode and the live results. */
export type MappingTrace = {
  out?: Record<string, unknown>
  /** The record with what its further sources have for it, where there are any. */
  joined?: Record<string, unknown>
  rejected?: { field?: string; value?: unknown; reason: Message }
  /** One entry for each time a transformer was used; `entries` are the positions in the lists it stood in. */
  values: {
    transformer_id: string
    entries: number[]
    inputs: unknown[]
    value?: unknown
    failed?: Message
    skipped?: true
  }[]
}
