import { writtenInput, writtenInputLabel } from '@weft/kit/connections/written-input.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { requestsAtOnce, requestsAtOnceLabel } from '@weft/kit/define/requests-at-once.ts'
import { named } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { textValues, textValuesLabel } from '@weft/kit/text-templates/step-texts.ts'
import { z } from 'zod'

const given = z.strictObject({
  name: named(z.string().trim().min(1).max(500), 'Name', 'Name'),
  value: named(template.default(''), 'Value', 'Wert'),
})

export const soapCall = defineElement({
  key: 'soap_call',
  group: 'connector',
  kind: 'sink',
  icon: 'IconApi',
  settings: z.strictObject({
    connection: z.string().trim().min(1).max(63).meta({ input: 'action_connection' }),
    action: z.string().trim().min(1).max(500).meta({ input: 'connection_action' }),
    input: z.array(given).max(500).default([]),
    written_input: writtenInput,
    values: textValues,
    into: z.string().trim().max(63).default('answer'),
    at_once: requestsAtOnce,
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'SOAP call', de: 'SOAP-Aufruf' },
    help: {
      en: 'Calls an operation of a web service for each record, by its WSDL, and puts the answer beside the record. What the service answers with a fault is rejected with its reason. A call whose answer was lost is made again.',
      de: 'Ruft für jeden Datensatz eine Operation eines Webdienstes nach dessen WSDL auf und legt die Antwort neben den Datensatz. Was der Dienst mit einem Fault beantwortet, wird mit dessen Begründung abgelehnt. Ein Aufruf, dessen Antwort verloren ging, wird wiederholt.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      action: { en: 'Operation', de: 'Operation' },
      input: {
        label: { en: 'What is sent', de: 'Was gesendet wird' },
        help: {
          en: 'As the WSDL names it; {{ id }} is the value itself, a name may be a path such as order.customer, attributes begin with @. Empty: the record as it is.',
          de: 'Wie die WSDL es nennt; {{ id }} ist der Wert selbst, ein Name darf ein Pfad sein wie order.customer, Attribute beginnen mit @. Leer: der Datensatz, wie er ist.',
        },
      },
      written_input: writtenInputLabel,
      values: textValuesLabel,
      into: {
        label: { en: 'Field for the answer', de: 'Feld für die Antwort' },
        help: {
          en: 'Empty: its fields beside those of the record.',
          de: 'Leer: ihre Felder neben denen des Datensatzes.',
        },
      },
      at_once: requestsAtOnceLabel,
    },
    exits: { out: { en: 'Answered', de: 'Beantwortet' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
