import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { TablePlan } from './table-plan.ts'

const texts = defineMessages({
  losses: {
    en: 'This change would lose values. Please look at the plan and confirm it.',
    de: 'Bei dieser Änderung gehen Werte verloren. Bitte prüfen Sie den Plan und bestätigen Sie ihn.',
  },
  obstacles: {
    en: 'The records do not allow this change.',
    de: 'Die vorhandenen Datensätze lassen diese Änderung nicht zu.',
  },
  inUse: {
    en: 'The records are being written at the moment. Please try again when the jobs have ended.',
    de: 'Die Datensätze werden gerade geschrieben. Bitte versuchen Sie es erneut, wenn die Aufträge beendet sind.',
  },
})

/** Refuses a plan that records stand against, and one that loses values nobody has accepted to lose. */
export function refuseFindings({ obstacles, losses }: TablePlan, { accept_losses }: { accept_losses: boolean }) {
  if (obstacles.length > 0) throw new Conflict('OBSTACLES', texts.obstacles(), { fields: byField(obstacles) })
  if (losses.length > 0 && !accept_losses) throw new Conflict('LOSSES', texts.losses(), { fields: byField(losses) })
}

export const lockedOut = (cause: unknown) => new Conflict('IN_USE', texts.inUse(), { cause })

const byField = (findings: TablePlan['losses']): FieldErrors =>
  Object.fromEntries(
    [...Map.groupBy(findings, ({ field }) => field)].map(([field, found]) => [field, found.map(({ text }) => text)]),
  )
