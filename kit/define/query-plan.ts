import { z } from 'zod'

const planDetails = ['condition', 'filter', 'group', 'index', 'join', 'sort'] as const

/** One step of how a database would answer a question: what it does, with which table, and what it expects. */
export type PlanStep = {
  /** The database's own word: `Seq Scan`, `ref`. */
  does: string
  table: string | null
  rows: number | null
  /** In the database's own unit, with all below it. */
  cost: number | null
  details: { about: (typeof planDetails)[number]; text: string }[]
  steps: PlanStep[]
}

export const planStep: z.ZodType<PlanStep> = z
  .lazy(() =>
    z.object({
      does: z.string(),
      table: z.string().nullable(),
      rows: z.number().nullable(),
      cost: z.number().nullable(),
      details: z.array(z.object({ about: z.enum(planDetails), text: z.string() })),
      steps: z.array(planStep),
    }),
  )
  .meta({ id: 'QueryPlanStep' })
