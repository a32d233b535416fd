import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { someIds } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const compared = z.object({
  figure: oneOf(['duration', 'records', 'rejected', 'throughput']),
  /** Milliseconds, records, or records a second. */
  value: z.number(),
  median: z.number(),
  /** The median absolute deviation. */
  spread: z.number(),
  /** How many past runs these are of. */
  runs: z.number(),
  /** 1 for Monday to 7 for Sunday where they are of the same day of the week. */
  weekday: z.number().nullable(),
  unusual: oneOf(['more', 'less']).nullable(),
})
export type ComparedFigure = z.input<typeof compared>

const view = { scope: 'tenant', may: ['jobs', 'view'] } as const

/** Runs beside the past of their workflow. */
export const jobComparisonContract = defineRoutes({
  'GET /jobs/:id/comparison': {
    operationId: 'compareJob',
    summary: 'A run that ended well beside the usual figures of its workflow; none where too few runs can be compared',
    ...view,
    answers: {
      200: itemOf(
        z.object({
          /** Whether it can be compared at all: it ended well, is no test, and repeats nothing in part. */
          comparable: z.boolean(),
          /** Runs before it that can be compared, and how many it takes. */
          past: z.number(),
          needed: z.number(),
          figures: z.array(compared),
        }),
      ),
    },
  },
  'GET /job_comparisons': {
    operationId: 'compareJobs',
    summary: 'What is unusual about runs, at most 100 by their ids',
    ...view,
    query: z.strictObject({ ids: someIds.max(3_800) }),
    answers: { 200: itemOf(z.array(z.object({ job_id: z.string(), unusual: z.array(compared) }))) },
  },
})
