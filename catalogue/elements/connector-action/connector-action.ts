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

export const connectorAction = defineElement({
  key: 'connector_action',
  group: 'connector',
  kind: 'sink',
  icon: 'IconBolt',
  settings: z.strictObject({
    connection: z.string().trim().min(1).max(63).meta({ input: 'action_connection' }),
    action: z.string().trim().min(1).max(500).meta({ input: 'connection_action' }),
    input: z.array(given).max(500).default([]),
    written_input: writtenInput,
    values: textValues,
    into: z.string().trim().max(63).default('result'),
    at_once: requestsAtOnce,
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Call an action', de: 'Aktion aufrufen' },
    help: {
      en: 'Lets another system do something for each record, and puts what it answers beside the record. What it refuses is rejected with its reason. A call whose answer was lost is made again with the same key: systems that heed it do nothing twice.',
      de: 'Lässt ein anderes System für jeden Datensatz etwas tun und legt dessen Antwort neben den Datensatz. Was es ablehnt, wird mit seiner Begründung abgelehnt. Ein Aufruf, dessen Antwort verloren ging, wird mit demselben Schlüssel wiederholt: Systeme, die ihn beachten, tun nichts doppelt.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      action: { en: 'Action', de: 'Aktion' },
      input: {
        label: { en: 'What is handed over', de: 'Was übergeben wird' },
        help: {
          en: '{{ id }} is the value itself; a name may be a path such as order.lines. Empty: the record as it is.',
          de: '{{ id }} ist der Wert selbst; ein Name darf ein Pfad sein wie order.lines. Leer: der Datensatz, wie er ist.',
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
    exits: { out: { en: 'Done', de: 'Erledigt' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
