import { z } from 'zod'
import type { Message } from '../messages/messages.ts'
import type { Repair } from '../formula/formula.ts'
import { operators } from './condition.ts'

/** Limits of one mapping. */
export const mappingLimits = {
  inputs: 10,
  transformers: 1_000,
  transformers_per_target: 20,
  depth: 10,
  connections: 2_000,
  pattern_states: 10_000,
} as const

/** Names no transformer's output may have, beside those of both structures' fields. */
export const reservedOutputs = ['source', 'target', 'item', 'index', 'parent', 'now', 'config', 'job'] as const

/** Where a value comes from: the id of a source field, or the name of a transformer's output. */
const origin = z.string().min(1).max(100)

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
})

export type MappingDefinition = z.output<typeof mappingDefinition>
export type MappingConnection = MappingDefinition['connections'][number]
export type MappingTransformer = MappingDefinition['transformers'][number]

/** `error`: a rule is broken. `open`: not finished, so it can be saved but not run. `warning`: it runs, but perhaps not as meant. */
export type Severity = 'error' | 'open' | 'warning'
export type ProblemPlace =
  | { on: 'mapping' }
  | { on: 'connection' | 'source_field' | 'target_field'; id: string }
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
