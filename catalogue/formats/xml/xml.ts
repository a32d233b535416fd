import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { defineFormat } from '@weft/kit/define/format.ts'
import { encodingLabel, encodingOption } from '@weft/kit/encoding/encodings.ts'

export const xml = defineFormat({
  key: 'xml',
  extensions: ['xml'],
  media_types: ['application/xml', 'text/xml'],
  options: z.object({
    encoding: encodingOption,
    target_tag: z.string().max(191).default(''),
    force_array: z.array(z.string().max(191)).max(200).default([]),
    root_tag: z
      .string()
      .regex(
        inWords(/^[A-Za-z_][\w.-]*$/, {
          en: 'Please enter the name of a tag: letters, digits, dots, hyphens and underscores, with a letter or an underscore first.',
          de: 'Bitte den Namen eines Tags eingeben: Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche, mit einem Buchstaben oder Unterstrich am Anfang.',
        }),
      )
      .default('records'),
  }),
  labels: {
    title: { en: 'XML', de: 'XML' },
    fields: {
      encoding: encodingLabel,
      target_tag: {
        label: { en: 'Target tag', de: 'Ziel-Tag' },
        help: {
          en: 'The tag that holds one record. Empty: each child of the root.',
          de: 'Das Tag, das einen Datensatz enthält. Leer: jedes Kind der Wurzel.',
        },
      },
      force_array: {
        label: { en: 'Tags that are always lists', de: 'Tags, die immer Listen sind' },
        help: { en: 'Even where they occur only once.', de: 'Auch dort, wo sie nur einmal vorkommen.' },
      },
      root_tag: { en: 'Root tag when writing', de: 'Wurzel-Tag beim Schreiben' },
    },
  },
})
