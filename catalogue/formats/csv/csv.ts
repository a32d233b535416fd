import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'
import { encodingLabel, encodingOption } from '@weft/kit/encoding/encodings.ts'

export const csv = defineFormat({
  key: 'csv',
  extensions: ['csv', 'tsv', 'tab', 'txt'],
  media_types: ['text/csv', 'text/tab-separated-values', 'text/plain'],
  options: z.object({
    encoding: encodingOption,
    delimiter: z
      .string()
      .regex(
        inWords(/^([^\r\n]|\\t)$/, {
          en: 'Please enter one character; for a tab, a backslash and a t.',
          de: 'Bitte ein Zeichen eingeben; für einen Tabulator einen umgekehrten Schrägstrich und ein t.',
        }),
      )
      .default(','),
    enclosure: z.string().max(1).default('"'),
    header: z.boolean().default(true),
    skip_lines: z.int().min(0).max(100).default(0),
    null_text: z.string().max(50).default('NULL'),
    empty_as_null: z.boolean().default(true),
    uneven_rows: z.enum(['reject', 'mend']).default('reject'),
    stray_quotes: z.enum(['refuse', 'text']).default('refuse'),
    decimal_comma: z.boolean().default(false),
    guard_formulas: z.boolean().default(false),
  }),
  labels: {
    title: { en: 'CSV', de: 'CSV' },
    fields: {
      encoding: encodingLabel,
      delimiter: {
        label: { en: 'Separator', de: 'Trennzeichen' },
        help: { en: 'One character; \\t is the tab.', de: 'Ein Zeichen; \\t steht für den Tabulator.' },
      },
      enclosure: {
        label: { en: 'Quote', de: 'Anführungszeichen' },
        help: {
          en: 'Stands around values that contain the separator. Empty: none.',
          de: 'Umschließt Werte, die das Trennzeichen enthalten. Leer: keines.',
        },
      },
      header: { en: 'First row holds the column names', de: 'Erste Zeile enthält die Spaltennamen' },
      skip_lines: { en: 'Lines to skip at the start', de: 'Am Anfang zu überspringende Zeilen' },
      null_text: {
        label: { en: 'Text that means "no value"', de: 'Text, der „kein Wert“ bedeutet' },
        help: { en: 'Only where it is not quoted.', de: 'Nur, wo er nicht in Anführungszeichen steht.' },
      },
      empty_as_null: { en: 'An empty cell means "no value"', de: 'Eine leere Zelle bedeutet „kein Wert“' },
      uneven_rows: {
        label: { en: 'Rows with too many or too few cells', de: 'Zeilen mit zu vielen oder zu wenigen Zellen' },
        options: {
          reject: { en: 'Reject them', de: 'Zurückweisen' },
          mend: {
            en: 'Mend them: a separator followed by a space belongs to the text, missing cells are empty',
            de: 'Ausbessern: ein Trennzeichen mit folgendem Leerzeichen gehört zum Text, fehlende Zellen sind leer',
          },
        },
      },
      stray_quotes: {
        label: {
          en: 'A quote inside an unquoted value',
          de: 'Ein Anführungszeichen in einem nicht umschlossenen Wert',
        },
        options: { refuse: { en: 'Refuse the file', de: 'Datei ablehnen' }, text: { en: 'Is text', de: 'Ist Text' } },
      },
      decimal_comma: {
        label: { en: 'Decimal comma', de: 'Dezimalkomma' },
        help: {
          en: '1.234,50 is read as 1234.50, and numbers are written this way.',
          de: '1.234,50 wird als 1234.50 gelesen, und Zahlen werden so geschrieben.',
        },
      },
      guard_formulas: {
        label: { en: 'Guard against formulas when writing', de: 'Beim Schreiben vor Formeln schützen' },
        help: {
          en: 'Text beginning with = + - @ gets an apostrophe in front, so that no spreadsheet program runs it. For files that people open; a program would read the apostrophe as part of the text.',
          de: 'Text, der mit = + - @ beginnt, bekommt einen Apostroph vorangestellt, damit kein Tabellenprogramm ihn ausführt. Für Dateien, die Menschen öffnen; ein Programm läse den Apostroph als Teil des Textes.',
        },
      },
    },
  },
})
