import { sql } from 'kysely'
import { z } from 'zod'

export const period = z.enum(['24h', 'week', 'month']).default('24h')
export type Period = z.output<typeof period>

/** Each period in hours, and in how many equal parts its course is told. */
export const periods: Record<Period, { hours: number; slots: number }> = {
  '24h': { hours: 24, slots: 24 },
  week: { hours: 168, slots: 28 },
  month: { hours: 720, slots: 30 },
}

export const since = (which: Period) => sql`now() - make_interval(hours => ${periods[which].hours})`
