import type { Period } from '@weft/contracts/analysis.ts'
import { sql } from 'kysely'

/** Each period in hours, and in how many equal parts its course is told. */
export const periods: Record<Period, { hours: number; slots: number }> = {
  '24h': { hours: 24, slots: 24 },
  week: { hours: 168, slots: 28 },
  month: { hours: 720, slots: 30 },
}

export const since = (which: Period) => sql`now() - make_interval(hours => ${periods[which].hours})`
