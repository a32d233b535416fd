import { z } from 'zod'

/** How often a trigger looks for something new, as cron. */
export const pollCrons = {
  every_minute: '* * * * *',
  every_5_minutes: '*/5 * * * *',
  every_15_minutes: '*/15 * * * *',
  every_30_minutes: '*/30 * * * *',
  hourly: '0 * * * *',
  daily: '0 0 * * *',
} as const

/** The setting of a trigger that starts by looking; its label. */
export const every = z.enum(Object.keys(pollCrons) as (keyof typeof pollCrons)[]).default('every_5_minutes')
export const everyLabel = {
  label: { en: 'Look', de: 'Nachsehen' },
  options: {
    every_minute: { en: 'Every minute', de: 'Jede Minute' },
    every_5_minutes: { en: 'Every 5 minutes', de: 'Alle 5 Minuten' },
    every_15_minutes: { en: 'Every 15 minutes', de: 'Alle 15 Minuten' },
    every_30_minutes: { en: 'Every 30 minutes', de: 'Alle 30 Minuten' },
    hourly: { en: 'Hourly', de: 'Stündlich' },
    daily: { en: 'Daily', de: 'Täglich' },
  },
} as const
