import { calendarDay } from '@weft/kit/define/day.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'
import { accountQuery } from './billing-account.ts'

const counted = z.object({
  runs: z.number(),
  records: z.number(),
  excluded_runs: z.number(),
  excluded_records: z.number(),
})
const part = counted.extend({ id: z.string(), name: z.string().nullable() })

/** What runs have used and storage has taken up, by day, by tenant and by project. */
export const usageContract = defineRoutes({
  'GET /usage': {
    operationId: 'readUsage',
    summary: 'Read the usage of some days',
    scope: 'branch',
    may: ['billing', 'view'],
    query: z.object({ ...accountQuery, from: calendarDay.optional(), to: calendarDay.optional() }),
    answers: {
      200: itemOf(
        z.object({
          from: z.string(),
          to: z.string(),
          days: z.array(counted.extend({ day: z.string(), storage_bytes: z.number().nullable() })),
          tenants: z.array(part.extend({ storage_bytes: z.number().nullable() })),
          projects: z.array(part),
        }),
      ),
    },
  },
})
