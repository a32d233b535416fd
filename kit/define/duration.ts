import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  wrong: {
    en: 'Write a duration such as 2d 5h 30m: days, then hours from 0 to 23, then minutes from 0 to 59, then seconds from 0 to 59.',
    de: 'Schreiben Sie eine Dauer wie 2d 5h 30m: Tage, dann Stunden von 0 bis 23, dann Minuten von 0 bis 59, dann Sekunden von 0 bis 59.',
  },
})

const shape = /^(?:(\d{1,4})d)?\s*(?:(\d{1,2})h)?\s*(?:(\d{1,2})m)?\s*(?:(\d{1,2})s)?$/

/** Milliseconds of `2d 5h 30m`, `90m` standing alone included; undefined when it is not a duration. */
export function durationOf(text: string): number | undefined {
  const trimmed = text.trim()
  const single = /^(\d{1,6})([dhms])$/.exec(trimmed)
  if (single) return Number(single[1]) * unit[single[2] as 'd']
  const match = shape.exec(trimmed)
  if (!match || trimmed === '') return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return days * unit.d + hours * unit.h + minutes * unit.m + seconds * unit.s
}

const unit = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

/** A field that holds a duration. */
export const duration = z
  .string()
  .refine((text) => durationOf(text) !== undefined, { error: say(texts.wrong(), 'en'), params: { say: texts.wrong() } })
  .meta({ input: 'duration' })
export const durationWrong = texts.wrong
