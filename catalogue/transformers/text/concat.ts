import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const concat = defineTransformer({
  key: 'concat',
  group: 'text',
  icon: 'IconTextPlus',
  takes: { all: 'text', least: 2 },
  takes_empty: true,
  options: z.strictObject({ separator: z.string().max(100).default(' '), skip_empty: z.boolean().default(true) }),
  gives: 'text',
  apply:
    ({ separator, skip_empty }) =>
    (...texts) => {
      if (!texts.includes(null)) return texts.length === 0 ? null : texts.join(separator)
      const parts = skip_empty ? texts.filter((text) => text !== null) : texts.map((text) => text ?? '')
      return parts.length === 0 ? null : parts.join(separator)
    },
  labels: {
    title: { en: 'Join text', de: 'Text verbinden' },
    help: { en: 'Puts texts one behind the other.', de: 'Setzt Texte hintereinander.' },
    fields: {
      separator: { en: 'Between them', de: 'Dazwischen' },
      skip_empty: { en: 'Leave out empty ones', de: 'Leere auslassen' },
    },
  },
  examples: [
    { takes: ['Anke', 'Petersen'], gives: 'Anke Petersen' },
    { takes: ['Elbchaussee 14', null, '22765'], options: { separator: ', ' }, gives: 'Elbchaussee 14, 22765' },
    { takes: ['a', '', 'b'], options: { separator: '|', skip_empty: false }, gives: 'a||b' },
    { takes: [null, ''], gives: null },
  ],
})
