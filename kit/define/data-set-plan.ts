import { z } from 'zod'

/** What a step of a database's plan does: reads everything, reads by an index, brings rows together … */
const planKinds = ['scan', 'index', 'join', 'group', 'sort', 'limit', 'stage', 'other'] as const

/** One step of how a database would answer a question; what it needs stands below it, a depth further. */
export const planStep = z.object({
  depth: z.number(),
  kind: z.enum(planKinds),
  /** What the database calls it. */
  operation: z.string(),
  /** What it reads: a structure as people call it, or the name of a stage. */
  table: z.string().optional(),
  index: z.string().optional(),
  /** As the database estimates. */
  rows: z.number().optional(),
  /** By which condition, order or groups. */
  detail: z.string().optional(),
})
export type PlanStep = z.output<typeof planStep>
