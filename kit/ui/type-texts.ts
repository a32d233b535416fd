import { defineMessages } from '../messages/messages.ts'

/** What a field holds, by its type. */
export const typeTexts = defineMessages({
  text: { en: 'Text', de: 'Text' },
  long_text: { en: 'Long text', de: 'Langer Text' },
  integer: { en: 'Whole number', de: 'Ganze Zahl' },
  big_integer: { en: 'Large whole number', de: 'Große ganze Zahl' },
  decimal: { en: 'Decimal', de: 'Dezimalzahl' },
  boolean: { en: 'Yes or no', de: 'Ja oder nein' },
  date: { en: 'Date', de: 'Datum' },
  date_time: { en: 'Date and time', de: 'Datum und Uhrzeit' },
  time: { en: 'Time', de: 'Uhrzeit' },
  uuid: { en: 'UUID', de: 'UUID' },
  choice: { en: 'Choice', de: 'Auswahl' },
  json: { en: 'JSON', de: 'JSON' },
  object: { en: 'Object', de: 'Objekt' },
  list: { en: 'List', de: 'Liste' },
  any: { en: 'Any value', de: 'Beliebiger Wert' },
})
