import { defineElement } from '@weft/kit/define/element.ts'
import {
  connectionName,
  sourceField,
  sourceFields,
  syncedSide,
  syncedSideLabel,
  tableOf,
} from '@weft/kit/define/settings.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { z } from 'zod'

export const syncChanges = defineElement({
  key: 'sync_changes',
  group: 'connector',
  kind: 'transform',
  icon: 'IconArrowsExchange',
  settings: z.strictObject({
    connection: connectionName,
    table: tableOf,
    reference: snakeName(100),
    side: syncedSide,
    key: sourceField.optional(),
    fields: sourceFields(500).default([]),
  }),
  inputs: ['in'],
  exits: ['changed', 'unchanged', 'rejected'],
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Two-way sync: changes', de: 'Zwei-Wege-Abgleich: Änderungen' },
    help: {
      en: 'Lets through what has changed since both systems agreed: not what the other direction has written itself, and not what somebody is being asked about. Stands right behind the step that reads, where the fields still have their names.',
      de: 'Lässt durch, was sich geändert hat, seit beide Systeme übereinstimmten: nicht, was die Gegenrichtung selbst geschrieben hat, und nicht, wonach gerade jemand gefragt wird. Steht gleich hinter dem Schritt, der liest, wo die Felder noch ihre Namen haben.',
    },
    fields: {
      connection: { en: 'Connection the records come from', de: 'Verbindung, aus der die Datensätze kommen' },
      table: { en: 'Table', de: 'Tabelle' },
      reference: {
        label: { en: 'Cross-references', de: 'Zuordnungen' },
        help: {
          en: 'The pair of systems. Both directions name the same one.',
          de: 'Das Paar der Systeme. Beide Richtungen nennen dasselbe.',
        },
      },
      side: syncedSideLabel,
      key: {
        label: { en: 'Id', de: 'Id' },
        help: { en: 'Empty: the key of the table.', de: 'Leer: der Schlüssel der Tabelle.' },
      },
      fields: {
        label: { en: 'Fields that count', de: 'Felder, die zählen' },
        help: {
          en: 'A record has changed where one of these has. Empty: all but those that are called as the time of the last change.',
          de: 'Ein Datensatz hat sich geändert, wenn sich eines davon geändert hat. Leer: alle außer denen, die wie der Zeitpunkt der letzten Änderung heißen.',
        },
      },
    },
    exits: {
      changed: { en: 'Changed', de: 'Geändert' },
      unchanged: { en: 'Unchanged', de: 'Unverändert' },
      rejected: { en: 'Rejected', de: 'Abgelehnt' },
    },
  },
})
