import { z } from 'zod'

const count = z.number()

/** What jobs came to in the last hours. */
export const jobReport = z.object({
  hours: z.number(),
  by_status: z.record(z.string(), count),
  open_errors: count,
  /** The window in equal parts, oldest first. */
  slots: z.array(
    z.object({ from: z.string(), good: count, warning: count, error: count, other: count, records: z.number() }),
  ),
  workflows: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      logo: z.string().nullable(),
      project_name: z.string(),
      jobs: count,
      good: count,
      warning: count,
      error: count,
      records: z.number(),
      rejected: z.number(),
      average_ms: z.number().nullable(),
      last_at: z.string().nullable(),
    }),
  ),
})
export type JobReport = z.output<typeof jobReport>
