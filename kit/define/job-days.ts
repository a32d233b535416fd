import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  tooFew: {
    en: 'Reports look back over a month: please enter at least 30 days, or 0 to keep them for good.',
    de: 'Berichte blicken einen Monat zurück: Bitte mindestens 30 Tage angeben, oder 0, um sie dauerhaft aufzubewahren.',
  },
})

/** How many days finished jobs are kept; 0: for good. */
export const jobDays = z
  .int()
  .min(0)
  .max(3_650)
  .refine((days) => days === 0 || days >= 30, {
    error: say(texts.tooFew(), 'en'),
    params: { say: texts.tooFew() },
  })
