import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'

export const xlsx = defineFormat({
  key: 'xlsx',
  extensions: ['xlsx'],
  media_types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  options: z.object({ sheet: z.string().max(31).default(''), header: z.boolean().default(true), typed_cells: z.boolean().default(true) }),
  labels: {
    title: { en: 'Excel (XLSX)', de: 'Excel (XLSX)' },
    fields: {
      sheet: { label: { en: 'Sheet', de: 'Tabellenblatt' }, help: { en: 'Empty: the first one.', de: 'Leer: das erste.' } },
      header: { en: 'First row holds the column names', de: 'Erste Zeile enthält die Spaltennamen' },
      typed_cells: { en: 'Write numbers and dates as such', de: 'Zahlen und Datumsangaben als solche schreiben' },
    },
  },
})
