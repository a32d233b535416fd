import { z } from 'zod'
import { toTimestamp } from '@weft/kit/define/compare.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { isMissing, refuse } from '@weft/kit/define/value.ts'
import type { Message } from '@weft/kit/messages/messages.ts'

export const structureField = z.string().min(1).max(63).meta({ input: 'structure_field' })
/** A table of the tenant whose rows hold from a day on. */
export const datedOptions = {
  structure: reference('data_structure'),
  key: structureField,
  valid_from: structureField,
}
export const missingOptions = {
  on_missing: z.enum(['reject', 'empty']).default('reject'),
  cache: z.boolean().default(true),
}
export const datedLabels = {
  structure: { en: 'Structure', de: 'Struktur' },
  valid_from: {
    label: { en: 'Valid from', de: 'Gültig ab' },
    help: {
      en: 'The field with the day from which a record holds; of several the newest counts.',
      de: 'Das Feld mit dem Tag, ab dem ein Datensatz gilt; von mehreren zählt der neueste.',
    },
  },
  on_missing: {
    label: { en: 'If nothing holds on that day', de: 'Wenn an dem Tag nichts gilt' },
    options: {
      reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
      empty: { en: 'Leave empty', de: 'Leer lassen' },
    },
  },
  cache: {
    label: { en: 'Remember what was found', de: 'Gefundenes merken' },
    help: {
      en: 'Faster; a record that changes while the job runs is not read again.',
      de: 'Schneller; ein Datensatz, der sich während des Jobs ändert, wird nicht erneut gelesen.',
    },
  },
}

/** What is found for a value on the day of a date, as it is written; nothing where one of them is missing. */
export function wantedOn(value: unknown, moment: unknown) {
  const day = typeof moment === 'string' ? moment.slice(0, 10) : ''
  return isMissing(value) || !isDay(day) ? undefined : { value, day }
}

/** Whether it is on the calendar: what is not would be refused by the database, and with it the whole batch. */
function isDay(text: string): boolean {
  const time = toTimestamp(text)
  return time !== undefined && text >= '0001' && new Date(time).toISOString().slice(0, 10) === text
}

export const refuseOrEmpty = (on_missing: 'reject' | 'empty', reason: Message) =>
  on_missing === 'reject' ? refuse(reason) : null

/** Codes such as EUR and DE, however they were typed. */
export const codeOf = (value: unknown) => (typeof value === 'string' ? value.trim().toUpperCase() : value)
