import type { Ignoring } from './actions.ts'

/** Why a cause is to be left alone, as far as somebody has filled it in. */
export type IgnoreDraft = { reason: string; until: 'opened' | 'date' | 'many'; day: string; above: number }
export const emptyDraft: IgnoreDraft = { reason: '', until: 'opened', day: '', above: 100 }

/** What is sent of it: a day ends where whoever chose it lives. */
export const ignoringOf = ({ reason, until, day, above }: IgnoreDraft): Ignoring => ({
  reason,
  until: until === 'date' && day ? new Date(`${day}T23:59:59`).toISOString() : null,
  above: until === 'many' ? above : null,
})
export const isComplete = ({ reason, until, day }: IgnoreDraft) =>
  reason.trim() !== '' && (until !== 'date' || day !== '')
