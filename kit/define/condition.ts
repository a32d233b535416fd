import { z } from 'zod'

export const operators = [
  'equals',
  'not_equals',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'contains',
  'starts_with',
  'ends_with',
  'in',
  'empty',
  'not_empty',
  'true',
  'false',
] as const
/** One comparison; a list of them means all must hold. `field` may be a path such as `address.city`. */
export type Condition = { field: string; operator: (typeof operators)[number]; value?: unknown }

export const condition = z.strictObject({
  field: z.string().min(1).meta({ input: 'field' }),
  operator: z.enum(operators),
  value: z.unknown().optional(),
})
/** A list of comparisons as a setting. */
export const conditions = z.array(condition)
export const matches = z.enum(['all', 'any'])
