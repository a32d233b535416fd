import { defineElement } from '@weft/kit/define/element.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const webhook = defineElement({
  key: 'webhook',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconWebhook',
  settings: z.strictObject({
    token_id: reference('workflow_token').optional(),
    answer: z.enum(['now', 'at_end']).default('now'),
    dedupe_key: z.string().trim().max(500).default('').meta({ input: 'field' }),
  }),
  starts: 'call',
  inputs: [],
  exits: ['out'],
  labels: {
    title: { en: 'Webhook', de: 'Webhook' },
    help: {
      en: 'Starts when another system calls the address of a token. The body of the call arrives as one record; it is kept before the call is answered.',
      de: 'Startet, wenn ein anderes System die Adresse eines Tokens aufruft. Der Inhalt des Aufrufs kommt als ein Datensatz an; er ist gesichert, bevor der Aufruf beantwortet wird.',
    },
    fields: {
      token_id: {
        label: { en: 'Token', de: 'Token' },
        help: {
          en: 'Only calls with this token; empty: with any token of the workflow.',
          de: 'Nur Aufrufe mit diesem Token; leer: mit jedem Token des Workflows.',
        },
      },
      answer: {
        label: { en: 'Answer', de: 'Antwort' },
        options: {
          now: { en: 'At once, with the job’s id', de: 'Sofort, mit der Kennung des Jobs' },
          at_end: { en: 'At the end, with the return values', de: 'Am Ende, mit den Rückgabewerten' },
        },
      },
      dedupe_key: {
        label: { en: 'Key against repetition', de: 'Schlüssel gegen Wiederholung' },
        help: {
          en: 'A field of the body such as order.id. A second call with the same value starts nothing and is answered as the first.',
          de: 'Ein Feld des Inhalts wie order.id. Ein zweiter Aufruf mit demselben Wert startet nichts und wird wie der erste beantwortet.',
        },
      },
    },
  },
})
