import { z } from 'zod'

/** What a lookup does where it finds nothing, and with what it finds. */
export const missingOptions = {
  on_missing: z.enum(['empty', 'reject']).default('empty'),
  cache: z.boolean().default(true),
}
export const missingLabels = {
  on_missing: {
    label: { en: 'If nothing is found', de: 'Wenn nichts gefunden wird' },
    options: {
      empty: { en: 'Leave empty', de: 'Leer lassen' },
      reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
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
