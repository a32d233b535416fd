import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'

export const xlsx = defineFormat({
  key: 'xlsx',
  extensions: ['xlsx'],
  media_types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  options: z.object({
    sheet: z.string().max(31).default(''),
    header: z.boolean().default(true),
    skip_rows: z.int().min(0).max(1000).default(0),
    typed_cells: z.boolean().default(true),
  }),
  labels: {
    title: { en: 'Excel (XLSX)', de: 'Excel (XLSX)' },
    fields: {
      sheet: {
        label: { en: 'Sheet', de: 'Tabellenblatt' },
        help: {
          en: 'Empty: the first visible one that holds anything.',
          de: 'Leer: das erste sichtbare, das etwas enthält.',
        },
      },
      header: { en: 'First row holds the column names', de: 'Erste Zeile enthält die Spaltennamen' },
      skip_rows: { en: 'Rows to skip at the start', de: 'Am Anfang zu überspringende Zeilen' },
      typed_cells: { en: 'Write numbers and dates as such', de: 'Zahlen und Datumsangaben als solche schreiben' },
    },
  },
})
