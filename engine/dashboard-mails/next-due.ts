import type { DashboardMail } from '@weft/kit/define/dashboard-mail.ts'
import { nextRun } from '../scheduler/next-run.ts'

/** When a mail is due next after a moment, by the clock of its zone. */
export function nextDue(
  { every, day, at, zone }: Pick<DashboardMail, 'every' | 'day' | 'at' | 'zone'>,
  after: Date,
): Date {
  const [hour, minute] = at.split(':').map(Number)
  const days = { day: '* * *', week: `* * ${((day - 1) % 7) + 1}`, month: `${day} * *` }[every]
  return nextRun(`${minute} ${hour} ${days}`, zone, after)!
}
