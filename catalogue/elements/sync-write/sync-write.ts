import { defineElement } from '@weft/kit/define/element.ts'
import {
  cursorField,
  exactlyOnceLabel,
  field,
  onlyWhen,
  sourceField,
  sourceFields,
  syncedSide,
  syncedSideLabel,
  tableOf,
  writtenConnection,
} from '@weft/kit/define/settings.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  timesNeeded: {
    en: 'To tell which change is newer, name the field with its time on both sides.',
    de: 'Um zu sagen, welche Änderung neuer ist, nennen Sie auf beiden Seiten das Feld mit ihrem Zeitpunkt.',
  },
})

export const syncWrite = defineElement({
  key: 'sync_write',
  group: 'connector',
  kind: 'sink',
  icon: 'IconArrowsExchange',
  settings: z
    .strictObject({
      connection: writtenConnection,
      table: tableOf,
      reference: snakeName(100),
      side: syncedSide,
      reference_field: field,
      key: sourceField.optional(),
      match: sourceFields(10).default([]),
      conflict: z.enum(['ask', 'left', 'right', 'newest']).default('ask'),
      changed_here: onlyWhen('conflict', ['newest'], field.optional()),
      changed_there: onlyWhen('conflict', ['newest'], cursorField.optional()),
      exactly_once: z.boolean().default(false),
    })
    .refine(
      ({ conflict, changed_here, changed_there }) =>
        conflict !== 'newest' || (changed_here !== undefined && changed_there !== undefined),
      { path: ['changed_here'], error: say(texts.timesNeeded(), 'en'), params: { say: texts.timesNeeded() } },
    ),
  inputs: ['in'],
  exits: ['synced', 'rejected'],
  effect: ({ exactly_once }) => (exactly_once ? 'exactly_once' : 'at_least_once'),
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Two-way sync: write', de: 'Zwei-Wege-Abgleich: schreiben' },
    help: {
      en: 'Writes what has come through “Two-way sync: changes” and a mapping into the other system: what is not there is inserted and becomes a cross-reference, of what is there only the fields are changed that have changed here. A field that both sides have changed since they agreed is decided by the rule. Deletions are not synchronised.',
      de: 'Schreibt, was durch „Zwei-Wege-Abgleich: Änderungen“ und ein Mapping gekommen ist, in das andere System: Was dort fehlt, wird eingefügt und wird eine Zuordnung; bei dem, was dort ist, werden nur die Felder geändert, die sich hier geändert haben. Über ein Feld, das beide Seiten geändert haben, seit sie übereinstimmten, entscheidet die Regel. Löschungen werden nicht abgeglichen.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      reference: {
        label: { en: 'Cross-references', de: 'Zuordnungen' },
        help: {
          en: 'The pair of systems. Both directions name the same one.',
          de: 'Das Paar der Systeme. Beide Richtungen nennen dasselbe.',
        },
      },
      side: syncedSideLabel,
      reference_field: {
        label: { en: 'Id of here', de: 'Id von hier' },
        help: {
          en: 'The field with the id of the system that the records come from. Where the table has no such field it is not written.',
          de: 'Das Feld mit der Id des Systems, aus dem die Datensätze kommen. Hat die Tabelle kein solches Feld, wird es nicht geschrieben.',
        },
      },
      key: {
        label: { en: 'Id of there', de: 'Id von dort' },
        help: { en: 'Empty: the key of the table.', de: 'Leer: der Schlüssel der Tabelle.' },
      },
      match: {
        label: { en: 'Recognise by', de: 'Erkennen an' },
        help: {
          en: 'Fields by which a record that has no cross-reference yet is looked for there before it is inserted, such as the mail address.',
          de: 'Felder, über die ein Datensatz ohne Zuordnung dort gesucht wird, bevor er eingefügt wird, etwa die Mailadresse.',
        },
      },
      conflict: {
        label: { en: 'Changed on both sides', de: 'Auf beiden Seiten geändert' },
        help: {
          en: 'Both directions say the same here. Who is to be asked finds the record among the rejected ones of the run: retried, as it is or corrected, it holds on both sides.',
          de: 'Beide Richtungen sagen hier dasselbe. Beim Nachfragen steht der Datensatz unter den abgelehnten des Laufs: Wird er wiederholt, so wie er ist oder berichtigt, gilt er auf beiden Seiten.',
        },
        options: {
          ask: { en: 'Ask', de: 'Nachfragen' },
          left: { en: 'The first system wins', de: 'Das erste System gewinnt' },
          right: { en: 'The second system wins', de: 'Das zweite System gewinnt' },
          newest: { en: 'The newer change wins', de: 'Die neuere Änderung gewinnt' },
        },
      },
      changed_here: { en: 'Changed at, in the record', de: 'Geändert am, im Datensatz' },
      changed_there: { en: 'Changed at, in the table', de: 'Geändert am, in der Tabelle' },
      exactly_once: exactlyOnceLabel,
    },
    exits: { synced: { en: 'Synchronised', de: 'Abgeglichen' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
})
