import { defineMessages } from '@weft/kit/messages/messages.ts'

export const tableTexts = defineMessages({
  fields: { en: 'Fields of the target', de: 'Felder des Ziels' },
  comesFrom: { en: 'Comes from', de: 'Entsteht aus' },
  sample: { en: 'Sample', de: 'Beispiel' },
  before: { en: 'The record before', de: 'Vorheriger Datensatz' },
  next: { en: 'The next record', de: 'Nächster Datensatz' },
  ofAll: { en: '{number, number} of {count, number}', de: '{number, number} von {count, number}' },
  nothing: { en: 'not filled', de: 'nicht gefüllt' },
  required: { en: 'required', de: 'Pflichtfeld' },
  boxes: { en: 'boxes with conditions: see Lines', de: 'Kästen mit Bedingungen: siehe Linien' },
  open: { en: '{name} comes from: {text}', de: '{name} entsteht aus: {text}' },
  formula: { en: 'Formula of {name}', de: 'Formel von {name}' },
  title: { en: 'Formula', de: 'Formel' },
  take: { en: 'take', de: 'übernehmen' },
  leave: { en: 'leave', de: 'verlassen' },
  lastValid: { en: 'Last valid result', de: 'Letztes gültiges Ergebnis' },
  entries: {
    en: '{count, plural, one {# entry} other {# entries}}',
    de: '{count, plural, one {# Eintrag} other {# Einträge}}',
  },
})
