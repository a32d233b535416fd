import type { FieldLabel } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

/** Names of the options of all rules; the same word means the same in each of them. */
export const optionLabels: Record<string, FieldLabel> = {
  several: { en: 'Several, separated by comma or semicolon', de: 'Mehrere, durch Komma oder Semikolon getrennt' },
  extensions: { en: 'Extensions', de: 'Endungen' },
  types: { en: 'Types', de: 'Typen' },
  min_files: { en: 'Fewest files', de: 'Mindestanzahl Dateien' },
  max_files: { en: 'Most files', de: 'Höchstanzahl Dateien' },
  min_size: { en: 'Smallest size (bytes)', de: 'Kleinste Größe (Bytes)' },
  max_size: { en: 'Largest size (bytes)', de: 'Größte Größe (Bytes)' },
  min_total_size: { en: 'Smallest total size (bytes)', de: 'Kleinste Gesamtgröße (Bytes)' },
  max_total_size: { en: 'Largest total size (bytes)', de: 'Größte Gesamtgröße (Bytes)' },
  min: { en: 'Minimum', de: 'Minimum' },
  max: { en: 'Maximum', de: 'Maximum' },
  inclusive: { en: 'The bound itself is allowed', de: 'Die Grenze selbst ist erlaubt' },
  other: { en: 'Other value', de: 'Anderer Wert' },
  v4: { en: 'IPv4 allowed', de: 'IPv4 erlaubt' },
  v6: { en: 'IPv6 allowed', de: 'IPv6 erlaubt' },
  trim: { en: 'Spaces at the ends do not count', de: 'Leerzeichen am Rand zählen nicht' },
  pattern: { en: 'Pattern', de: 'Muster' },
  flags: { en: 'Flags', de: 'Schalter' },
  case: {
    label: { en: 'Letter case', de: 'Schreibweise' },
    options: {
      upper: { en: 'Capital letters', de: 'Großbuchstaben' },
      lower: { en: 'Small letters', de: 'Kleinbuchstaben' },
    },
  },
  count: {
    label: { en: 'Counted in', de: 'Gezählt in' },
    options: { characters: { en: 'Characters', de: 'Zeichen' }, bytes: { en: 'Bytes', de: 'Bytes' } },
  },
  protocols: { en: 'Protocols', de: 'Protokolle' },
  allow_local: { en: 'Local addresses allowed', de: 'Lokale Adressen erlaubt' },
  values: { en: 'Choices', de: 'Auswahlmöglichkeiten' },
  format: { en: 'Format', de: 'Format' },
  precision: { en: 'Most digits', de: 'Höchstens Stellen' },
  scale: { en: 'Most decimal places', de: 'Höchstens Nachkommastellen' },
  decimal_separator: { en: 'Decimal separator', de: 'Dezimaltrennzeichen' },
  thousands_separator: {
    label: { en: 'Thousands separator', de: 'Tausendertrennzeichen' },
    options: { '': { en: 'None', de: 'Keines' }, ' ': { en: 'Space', de: 'Leerzeichen' } },
  },
}

export const verdictTexts = defineMessages({
  Valid: { en: 'Valid', de: 'Gültig' },
  Invalid: { en: 'Invalid', de: 'Ungültig' },
  NotValidated: { en: 'Not validated', de: 'Nicht geprüft' },
  Ignored: { en: 'Ignored', de: 'Übergangen' },
})

export const verdictTones = { Valid: 'green', Invalid: 'red', NotValidated: 'slate', Ignored: 'blue' } as const
