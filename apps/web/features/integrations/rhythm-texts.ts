import type { rhythms } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

export const rhythmTexts = defineMessages({
  none: { en: 'By hand only', de: 'Nur von Hand' },
  every_5_minutes: { en: 'Every 5 minutes', de: 'Alle 5 Minuten' },
  every_15_minutes: { en: 'Every 15 minutes', de: 'Alle 15 Minuten' },
  every_30_minutes: { en: 'Every 30 minutes', de: 'Alle 30 Minuten' },
  hourly: { en: 'Hourly', de: 'Stündlich' },
  daily: { en: 'Daily', de: 'Täglich' },
  weekly: { en: 'Weekly, on Monday', de: 'Wöchentlich, am Montag' },
} satisfies Record<(typeof rhythms)[number], object>)
