import { z } from 'zod'
import { identityOf } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, toText } from '@weft/kit/define/value.ts'

/** Letters are compared after Unicode's canonical composition (NFC), so `é` is found however it was typed. */
export const contains = defineTransformer({
  key: 'contains',
  group: 'logic',
  icon: 'IconSearch',
  takes: ['any', 'any'],
  least: 1,
  takes_empty: true,
  options: z.strictObject({ search: z.string().max(500).default(''), ignore_case: z.boolean().default(true) }),
  gives: 'boolean',
  apply: ({ search, ignore_case }) => {
    const plainly = (value: unknown) => {
      const text = identityOf(value).normalize('NFC')
      return ignore_case ? text.toLowerCase() : text
    }
    const fixed = plainly(search)
    return (where, what) => {
      if (isMissing(where)) return false
      const wanted = isMissing(what) ? fixed : plainly(what)
      if (Array.isArray(where)) return where.some((entry) => plainly(entry) === wanted)
      return plainly(toText(where)).includes(wanted)
    }
  },
  labels: {
    title: { en: 'Contains', de: 'Enthält' },
    help: {
      en: 'Whether a text contains another one, or whether a list has such an entry.',
      de: 'Ob ein Text einen anderen enthält oder eine Liste einen solchen Eintrag hat.',
    },
    inputs: [
      { en: 'text or list', de: 'Text oder Liste' },
      { en: 'what is looked for', de: 'Gesuchtes' },
    ],
    fields: {
      search: {
        label: { en: 'Looked for', de: 'Gesucht' },
        help: { en: 'Where no second input is connected.', de: 'Wenn keine zweite Eingabe verbunden ist.' },
      },
      ignore_case: { en: 'Capitals do not matter', de: 'Groß und klein ist gleich' },
    },
  },
  examples: [
    { takes: ['Großhandel Köln'], options: { search: 'köln' }, gives: true },
    { takes: ['Großhandel Köln'], options: { search: 'köln', ignore_case: false }, gives: false },
    { takes: [['red', 7], '7'], gives: true },
    { takes: [['dark red'], 'red'], gives: false },
    { takes: [null, 'red'], gives: false },
  ],
})
