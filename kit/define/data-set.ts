import { z } from 'zod'
import { operators } from './condition.ts'
import { snakeName } from './snake-name.ts'

// A data set is a stored question to data structures, to other data sets, and to questions asked before it, its stages. Each place records come from has a short name (`orders`, `lines`) that fields,
// joins and filters speak of; the first is the base, the others are joined to it, or unfold a list inside one of them.

const shortName = snakeName(31)
export const outputName = snakeName(63)
const fieldPath = z.string().min(1).max(200)
/** A field at one of the places: `{ of: 'orders', field: 'address.city' }`. */
const fieldAt = { of: shortName, field: fieldPath }

export const aggregates = ['sum', 'count', 'count_distinct', 'avg', 'min', 'max'] as const
export const truncations = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const
export const parameterTypes = ['text', 'integer', 'decimal', 'boolean', 'date', 'date_time'] as const

/** How the conditions of a group belong together: all hold, any holds, or not all of them hold. */
export const filterGroups = ['and', 'or', 'not'] as const
/** Groups inside groups, as deep as anybody reads. */
export const deepestGroup = 4

type Group<Comparison> = { group: (typeof filterGroups)[number]; filters: Filter<Comparison>[] }
/** A comparison, or a group of them. */
export type Filter<Comparison> = Comparison | Group<Comparison>

export const isGroup = <Comparison extends object>(filter: Filter<Comparison>): filter is Group<Comparison> =>
  'group' in filter

/** Comparisons that all hold; `parameter` takes the value from the one who asks. */
function filtersOf<Shape extends z.ZodRawShape>(at: Shape) {
  const comparison = z.strictObject({
    ...at,
    operator: z.enum(operators),
    value: z.unknown().optional(),
    parameter: outputName.optional(),
  })
  type Comparison = z.output<typeof comparison>
  const within = (depth: number): z.ZodType<Filter<Comparison>> =>
    depth === 0
      ? (comparison as unknown as z.ZodType<Filter<Comparison>>)
      : (z.union([
          comparison,
          z.strictObject({
            group: z.enum(filterGroups),
            filters: z
              .array(within(depth - 1))
              .min(1)
              .max(50),
          }),
        ]) as unknown as z.ZodType<Filter<Comparison>>)
  return z.array(within(deepestGroup)).max(50).default([])
}

/** Where records come from: exactly one of a structure, another data set, or an earlier stage. */
const origins = ['structure_id', 'data_set_id', 'parent_id'] as const
export type Origin = (typeof origins)[number]
export const originOf = (source: { [key in Origin]?: string | undefined }): Origin =>
  origins.find((key) => source[key] !== undefined) ?? 'structure_id'

const question = {
  /** What the records come from. */
  structures: z
    .array(
      z
        .strictObject({
          as: shortName,
          structure_id: z.uuid().optional(),
          /** The answer of another data set; parameters of the same name are handed on to it. */
          data_set_id: z.uuid().optional(),
          /** The rows of an earlier stage. */
          parent_id: shortName.optional(),
          /** How it is joined to one that stands before it; absent on the base. Without a partner: `left` keeps the record, `inner` drops it. */
          join: z
            .strictObject({
              kind: z.enum(['left', 'inner']).default('left'),
              on: z
                .array(z.strictObject({ of: shortName, local_field: fieldPath, foreign_field: fieldPath }))
                .min(1)
                .max(8),
            })
            .optional(),
        })
        .refine((source) => origins.filter((key) => source[key] !== undefined).length === 1, {
          path: ['structure_id'],
        }),
    )
    .min(1)
    .max(12),
  /** Lists inside records, one row for each entry. */
  lists: z
    .array(z.strictObject({ as: shortName, ...fieldAt, keep_empty: z.boolean().default(true) }))
    .max(6)
    .default([]),
  /** What comes out: fields, and formulas over them. Where any has a function, the others are what is grouped by. */
  fields: z
    .array(
      z
        .strictObject({
          name: outputName,
          of: shortName.optional(),
          field: fieldPath.optional(),
          /** Computed instead: `orders.quantity * price`. */
          formula: z.string().trim().min(1).max(2_000).optional(),
          /** What is done to the value, one after the other. */
          transformers: z
            .array(
              z.strictObject({
                key: z.string().min(1).max(191),
                options: z.record(z.string(), z.unknown()).default({}),
              }),
            )
            .min(1)
            .max(10)
            .optional(),
          label: z.string().max(191).optional(),
          function: z.enum(aggregates).optional(),
          truncate: z.enum(truncations).optional(),
        })
        .refine((one) => (one.formula === undefined) === (one.of !== undefined && one.field !== undefined), {
          path: ['field'],
        }),
    )
    .min(1)
    .max(200),
  /** Only rows where all of these hold. */
  filters: filtersOf(fieldAt),
  /** Conditions on what comes out, such as a sum above a bound. */
  having: filtersOf({ field: outputName }),
  sort: z
    .array(z.strictObject({ field: outputName, descending: z.boolean().default(false) }))
    .max(10)
    .default([]),
}

/** A question that later ones read, by its `id` as their `parent_id`. Without a limit all its rows go on. */
const stage = z.strictObject({ id: shortName, ...question, limit: z.int().min(1).max(1_000_000).optional() })

export const dataSetDefinition = z.strictObject({
  ...question,
  limit: z.int().min(1).max(1_000_000).default(10_000),
  /** What has been asked before, in its order: the question itself is the last stage. */
  stages: z.array(stage).max(12).optional(),
  parameters: z
    .array(
      z.strictObject({
        name: outputName,
        label: z.string().max(191).default(''),
        type: z.enum(parameterTypes).default('text'),
        required: z.boolean().default(false),
        default: z.string().max(1_000).nullish(),
      }),
    )
    .max(30)
    .default([]),
  /** Where days begin when points in time are truncated. */
  zone: z.string().max(64).default('Europe/Berlin'),
})
export type DataSetDefinition = z.output<typeof dataSetDefinition>
export type DataSetStage = z.output<typeof stage>
/** What the stages and the data set itself have in common. */
export type DataSetQuestion = Omit<DataSetStage, 'id'>
export type DataSetSourceDefinition = DataSetQuestion['structures'][number]
export type DataSetField = DataSetQuestion['fields'][number]

/** The definition that answers what one of its stages does. */
export function atStage(definition: DataSetDefinition, id: string): DataSetDefinition | undefined {
  const { stages = [], parameters, zone } = definition
  const at = stages.findIndex((one) => one.id === id)
  if (at < 0) return undefined
  const { id: _, limit = 1_000_000, ...asked } = stages[at]!
  return { ...asked, limit, parameters, zone, ...(at > 0 && { stages: stages.slice(0, at) }) }
}

/** What a column of the answer holds. */
export type DataSetColumn = {
  name: string
  label: string
  type: import('./structure.ts').FieldType
  aggregated: boolean
}
