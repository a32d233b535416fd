import { Cron } from 'croner'

/**
 * When a cron expression is due next after a moment, in local time of its zone. An hour that summer time skips runs once right
 * after it, a repeated hour runs once. Nothing when it never comes due.
 */
export const nextRun = (cron: string, zone: string, after: Date): Date | undefined =>
  new Cron(cron, { timezone: zone, paused: true }).nextRun(after) ?? undefined
