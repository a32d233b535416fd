import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'
import { encodingLabel, encodingOption } from '@weft/kit/encoding/encodings.ts'

export const json = defineFormat({
  key: 'json',
  extensions: ['json'],
  media_types: ['application/json'],
  options: z.object({
    encoding: encodingOption,
    path: z.string().max(500).default(''),
    indent: z.boolean().default(false),
  }),
  labels: {
    title: { en: 'JSON', de: 'JSON' },
    fields: {
      encoding: encodingLabel,
      path: {
        label: { en: 'Path of the list', de: 'Pfad der Liste' },
        help: {
          en: 'Such as result.orders. Empty: the file itself is the list, or one single record.',
          de: 'Zum Beispiel result.orders. Leer: Die Datei selbst ist die Liste oder ein einzelner Datensatz.',
        },
      },
      indent: { en: 'Indent when writing', de: 'Beim Schreiben einrücken' },
    },
  },
})
