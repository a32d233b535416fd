import { defineElement } from '@weft/kit/define/element.ts'
import { field } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const dedupe = defineElement({
  key: 'dedupe',
  group: 'data',
  kind: 'barrier',
  icon: 'IconCopyOff',
  settings: z.strictObject({ key: z.array(field).min(1).max(20), keep: z.enum(['first', 'last']).default('first') }),
  inputs: ['in'],
  exits: ['unique', 'duplicate'],
  in_test_run: 'runs',
  passes: true,
  labels: {
    title: { en: 'Remove duplicates', de: 'Dubletten entfernen' },
    help: {
      en: 'Lets one record of each key through, within one run; the others leave by Duplicates. The order stays.',
      de: 'Lässt innerhalb eines Laufs je Schlüssel einen Datensatz durch; die übrigen gehen über „Dubletten“ weiter. Die Reihenfolge bleibt.',
    },
    fields: {
      key: {
        label: { en: 'Key fields', de: 'Schlüsselfelder' },
        help: {
          en: 'Records with the same values in these fields are duplicates; empty counts as a value.',
          de: 'Datensätze mit denselben Werten in diesen Feldern sind Dubletten; leer gilt als Wert.',
        },
      },
      keep: {
        label: { en: 'Keep', de: 'Behalten' },
        options: { first: { en: 'The first', de: 'Den ersten' }, last: { en: 'The last', de: 'Den letzten' } },
      },
    },
    exits: { unique: { en: 'Unique', de: 'Eindeutig' }, duplicate: { en: 'Duplicates', de: 'Dubletten' } },
  },
})
