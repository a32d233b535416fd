import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

/** What a plan says in people's words. */
export const planTexts = defineMessages({
  createTable: {
    en: 'Create the table {table} with {count, plural, one {# field} other {# fields}}',
    de: 'Tabelle {table} mit {count, plural, one {# Feld} other {# Feldern}} anlegen',
  },
  renameTable: { en: 'Rename the table {from} to {to}', de: 'Tabelle {from} in {to} umbenennen' },
  addField: { en: 'Add the field {field} ({type})', de: 'Feld {field} ({type}) hinzufügen' },
  dropField: {
    en: 'Remove the field {field} with everything in it',
    de: 'Feld {field} mit seinem gesamten Inhalt entfernen',
  },
  renameField: { en: 'Rename the field {from} to {to}', de: 'Feld {from} in {to} umbenennen' },
  changeType: { en: 'Change the type of {field} from {from} to {to}', de: 'Typ von {field} von {from} in {to} ändern' },
  setDefault: { en: 'Change the default of {field}', de: 'Vorgabewert von {field} ändern' },
  mandatory: { en: 'No longer allow {field} to be empty', de: 'Leere Werte in {field} nicht mehr zulassen' },
  voluntary: { en: 'Allow {field} to be empty', de: 'Leere Werte in {field} zulassen' },
  unique: { en: 'Make {field} unique', de: '{field} eindeutig machen' },
  index: { en: 'Index {field}', de: '{field} indizieren' },
  noIndex: { en: 'Remove the index of {field}', de: 'Index von {field} entfernen' },
  hash: {
    en: 'Recompute the fingerprint that tells changed records',
    de: 'Fingerabdruck neu berechnen, der geänderte Datensätze erkennt',
  },
  keepVersions: {
    en: 'Keep earlier versions of each record from now on',
    de: 'Ab jetzt frühere Versionen jedes Datensatzes aufbewahren',
  },
  noVersions: {
    en: 'Stop keeping earlier versions; those kept so far stay',
    de: 'Keine früheren Versionen mehr aufbewahren; die bisherigen bleiben',
  },
  keepRunChanges: {
    en: 'Keep what runs change from now on, so that they can be taken back',
    de: 'Ab jetzt aufbewahren, was Läufe ändern, damit sie sich rückgängig machen lassen',
  },
  noRunChanges: {
    en: 'Stop keeping what runs change, and forget what was kept of it',
    de: 'Nicht mehr aufbewahren, was Läufe ändern, und das bisher Aufbewahrte entfernen',
  },
  lostWithField: {
    en: '{count, plural, one {# value is} other {# values are}} removed with the field {field}.',
    de: 'Mit dem Feld {field} {count, plural, one {wird # Wert} other {werden # Werte}} entfernt.',
  },
  lostInType: {
    en: '{field}: {count, plural, one {# value does} other {# values do}} not fit the type {type} and would be emptied, cut or rounded.',
    de: '{field}: {count, plural, one {# Wert passt} other {# Werte passen}} nicht zum Typ {type}; sie würden geleert, gekürzt oder gerundet.',
  },
  emptyRecords: {
    en: '{count, plural, one {# record has} other {# records have}} no value in {field}; set a default or fill them first.',
    de: '{count, plural, one {# Datensatz hat} other {# Datensätze haben}} keinen Wert in {field}; legen Sie einen Vorgabewert fest oder füllen Sie diese zuerst.',
  },
  duplicates: {
    en: '{count, plural, one {# value occurs} other {# values occur}} more than once in {field}.',
    de: '{count, plural, one {# Wert kommt} other {# Werte kommen}} in {field} mehrfach vor.',
  },
})

export type PlannedChange = {
  statement: string
  kind: keyof typeof planTexts
  field?: string
  /** How many records the statement rewrites or reads. */ rows: number
  text: Message
}
export type Finding = { field: string; count: number; samples: string[]; text: Message }
/** What a change of structure does to its table. `losses` must be accepted; `obstacles` forbid it. */
export type TablePlan = { rows: number; changes: PlannedChange[]; losses: Finding[]; obstacles: Finding[] }
