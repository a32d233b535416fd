import { z } from 'zod'
import { operators } from './condition.ts'
import { snakeName } from './snake-name.ts'

// A data set is a stored question to data structures. Each place records come from has a short name (`orders`, `lines`) that fields,
// joins and filters speak of; the first is the base, the others are joined to it, or unfold a list inside one of them.

const shortName = snakeName(31)
export const outputName = snakeName(63)
const fieldPath = z.string().min(1).max(200)
/** A field at one of the places: `{ of: 'orders', field: 'address.city' }`. */
const fieldAt = { of: shortName, field: fieldPath }

export const aggregates = ['sum', 'count', 'count_distinct', 'avg', 'min', 'max'] as const
export const truncations = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const
export const parameterTypes = ['text', 'integer', 'decimal', 'boolean', 'date', 'date_time'] as const

export const dataSetDefinition = z.strictObject({
  /** What the records come from. */
  structures: z
    .array(
      z.strictObject({
        as: shortName,
        structure_id: z.uuid(),
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
      }),
    )
    .min(1)
    .max(12),
  /** Lists inside records, one row for each entry. */
  lists: z
    .array(z.strictObject({ as: shortName, ...fieldAt, keep_empty: z.boolean().default(true) }))
    .max(6)
    .default([]),
  /** What comes out. Where any has a function, the others are what is grouped by. */
  fields: z
    .array(
      z.strictObject({
        name: outputName,
        ...fieldAt,
        label: z.string().max(191).optional(),
        function: z.enum(aggregates).optional(),
        truncate: z.enum(truncations).optional(),
      }),
    )
    .min(1)
    .max(200),
  /** Only rows where all of these hold; `parameter` takes the value from the one who asks. */
  filters: z
    .array(
      z.strictObject({
        ...fieldAt,
        operator: z.enum(operators),
        value: z.unknown().optional(),
        parameter: outputName.optional(),
      }),
    )
    .max(50)
    .default([]),
  /** Conditions on what comes out, such as a sum above a bound. */
  having: z
    .array(
      z.strictObject({
        field: outputName,
        operator: z.enum(operators),
        value: z.unknown().optional(),
        parameter: outputName.optional(),
      }),
    )
    .max(50)
    .default([]),
  sort: z
    .array(z.strictObject({ field: outputName, descending: z.boolean().default(false) }))
    .max(10)
    .default([]),
  limit: z.int().min(1).max(1_000_000).default(10_000),
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

/** What a column of the answer holds. */
export type DataSetColumn = {
  name: string
  label: string
  type: import('./structure.ts').FieldType
  aggregated: boolean
}
