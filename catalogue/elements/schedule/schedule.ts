import { defineElement } from '@weft/kit/define/element.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const texts = defineMessages({
  zone: { en: 'This time zone is not known.', de: 'Diese Zeitzone ist nicht bekannt.' },
  cron: {
    en: 'Write five parts: minute, hour, day, month and weekday, such as 0 6 * * 1-5.',
    de: 'Schreiben Sie fünf Teile: Minute, Stunde, Tag, Monat und Wochentag, etwa 0 6 * * 1-5.',
  },
})

export const scheduleOptions = [
  'every_minute',
  'every_5_minutes',
  'every_10_minutes',
  'every_15_minutes',
  'every_30_minutes',
  'hourly',
  'daily',
  'twice_daily',
  'weekly',
  'monthly',
  'quarterly',
  'yearly',
  'cron',
] as const

const settings = z
  .strictObject({
    option: z.enum(scheduleOptions).default('daily'),
    /** Local time of the first run of a day; 00:00 where nothing is said, 01:00 for twice a day. */
    time: onlyWhen(
      'option',
      ['hourly', 'daily', 'twice_daily', 'weekly', 'monthly', 'quarterly', 'yearly'],
      z
        .string()
        .regex(
          inWords(/^([01]\d|2[0-3]):[0-5]\d$/, {
            en: 'Please enter a time such as 08:30.',
            de: 'Bitte eine Uhrzeit wie 08:30 eingeben.',
          }),
        )
        .optional()
        .meta({ input: 'time' }),
    ),
    weekday: onlyWhen('option', ['weekly'], z.enum(['1', '2', '3', '4', '5', '6', '0']).default('1')),
    cron: onlyWhen('option', ['cron'], z.string().trim().max(100).default('').meta({ input: 'cron' })),
    zone: z
      .string()
      .default('Europe/Berlin')
      .refine(isZone, { error: say(texts.zone(), 'en'), params: { say: texts.zone() } })
      .meta({ input: 'zone' }),
    missed: z.enum(['once', 'skip']).default('once'),
  })
  // Whatever was chosen, `cron` says when: that is what the clock reads.
  .overwrite((chosen) => ({ ...chosen, cron: cronOf(chosen) }))
  .refine(({ option, cron }) => option !== 'cron' || cron.split(/\s+/).length === 5, {
    path: ['cron'],
    error: say(texts.cron(), 'en'),
    params: { say: texts.cron() },
  })

function isZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

type Chosen = { option: (typeof scheduleOptions)[number]; time?: string | undefined; weekday: string; cron: string }

/** The cron expression of five parts that the settings mean. */
export function cronOf({ option, time, weekday, cron }: Chosen): string {
  const [hour, minute] = (time ?? (option === 'twice_daily' ? '01:00' : '00:00')).split(':').map(Number) as [
    number,
    number,
  ]
  const at = `${minute} ${hour}`
  switch (option) {
    case 'every_minute':
      return '* * * * *'
    case 'every_5_minutes':
      return '*/5 * * * *'
    case 'every_10_minutes':
      return '*/10 * * * *'
    case 'every_15_minutes':
      return '*/15 * * * *'
    case 'every_30_minutes':
      return '*/30 * * * *'
    case 'hourly':
      return `${minute} * * * *`
    case 'daily':
      return `${at} * * *`
    case 'twice_daily':
      return `${minute} ${[hour, (hour + 12) % 24].sort((a, b) => a - b).join(',')} * * *`
    case 'weekly':
      return `${at} * * ${weekday}`
    case 'monthly':
      return `${at} 1 * *`
    case 'quarterly':
      return `${at} 1 1,4,7,10 *`
    case 'yearly':
      return `${at} 1 1 *`
    case 'cron':
      return cron
  }
}

export const schedule = defineElement({
  key: 'schedule',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconCalendarClock',
  settings,
  starts: 'time',
  inputs: [],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Schedule', de: 'Zeitplan' },
    help: {
      en: 'Starts at fixed times while the workflow is active. An hour that daylight saving skips runs once right after, a repeated hour runs once.',
      de: 'Startet zu festen Zeiten, solange der Workflow aktiv ist. Eine Stunde, die bei der Umstellung auf Sommerzeit ausfällt, wird gleich danach einmal nachgeholt; eine doppelte Stunde läuft einmal.',
    },
    fields: {
      option: {
        label: { en: 'How often', de: 'Wie oft' },
        options: {
          every_minute: { en: 'Every minute', de: 'Jede Minute' },
          every_5_minutes: { en: 'Every 5 minutes', de: 'Alle 5 Minuten' },
          every_10_minutes: { en: 'Every 10 minutes', de: 'Alle 10 Minuten' },
          every_15_minutes: { en: 'Every 15 minutes', de: 'Alle 15 Minuten' },
          every_30_minutes: { en: 'Every 30 minutes', de: 'Alle 30 Minuten' },
          hourly: { en: 'Hourly', de: 'Stündlich' },
          daily: { en: 'Daily', de: 'Täglich' },
          twice_daily: { en: 'Twice daily', de: 'Zweimal täglich' },
          weekly: { en: 'Weekly', de: 'Wöchentlich' },
          monthly: { en: 'Monthly', de: 'Monatlich' },
          quarterly: { en: 'Quarterly', de: 'Vierteljährlich' },
          yearly: { en: 'Yearly', de: 'Jährlich' },
          cron: { en: 'As a cron expression says', de: 'Nach einem Cron-Ausdruck' },
        },
      },
      time: {
        label: { en: 'Time', de: 'Uhrzeit' },
        help: {
          en: 'Local time of the zone. Hourly uses its minutes only, twice daily runs again twelve hours later.',
          de: 'Ortszeit der Zeitzone. Stündlich verwendet nur die Minuten, zweimal täglich läuft zwölf Stunden später noch einmal.',
        },
      },
      weekday: {
        label: { en: 'Day of the week', de: 'Wochentag' },
        options: {
          '1': { en: 'Monday', de: 'Montag' },
          '2': { en: 'Tuesday', de: 'Dienstag' },
          '3': { en: 'Wednesday', de: 'Mittwoch' },
          '4': { en: 'Thursday', de: 'Donnerstag' },
          '5': { en: 'Friday', de: 'Freitag' },
          '6': { en: 'Saturday', de: 'Samstag' },
          '0': { en: 'Sunday', de: 'Sonntag' },
        },
      },
      cron: {
        label: { en: 'Cron expression', de: 'Cron-Ausdruck' },
        help: {
          en: 'Minute, hour, day, month, weekday: 0 6 * * 1-5 is six o’clock on working days.',
          de: 'Minute, Stunde, Tag, Monat, Wochentag: 0 6 * * 1-5 ist sechs Uhr an Werktagen.',
        },
      },
      zone: { en: 'Time zone', de: 'Zeitzone' },
      missed: {
        label: { en: 'Missed runs', de: 'Verpasste Läufe' },
        options: { once: { en: 'Catch up once', de: 'Einmal nachholen' }, skip: { en: 'Leave out', de: 'Auslassen' } },
      },
    },
  },
})
