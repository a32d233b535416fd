import { z } from 'zod'
import { operators } from './step-context.ts'

export const condition = z.strictObject({
  field: z.string().min(1),
  operator: z.enum(operators),
  value: z.unknown().optional(),
})
/** A list of comparisons as a setting. */
export const conditions = z.array(condition)
export const matches = z.enum(['all', 'any'])
