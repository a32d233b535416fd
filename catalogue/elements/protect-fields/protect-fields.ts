import { defineElement } from '@weft/kit/define/element.ts'
import { field, named } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const protectedField = z.strictObject({
  field: named(field, 'Field', 'Feld'),
  how: named(z.enum(['hash', 'mask']).default('mask'), 'How', 'Wie', {
    hash: { en: 'Hash', de: 'Hash' },
    mask: { en: 'Mask', de: 'Maskieren' },
  }),
})

export const protectFields = defineElement({
  key: 'protect_fields',
  group: 'transform',
  kind: 'transform',
  icon: 'IconEyeOff',
  settings: z.strictObject({
    fields: z.array(protectedField).min(1).max(500),
    key: z.string().min(1).max(1_000).meta({ input: 'plain' }),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Protect personal data', de: 'Personendaten schützen' },
    help: {
      en: 'Replaces what tells of a person: by a hash that is the same for the same value, or by a mask of which only a first sign is left.',
      de: 'Ersetzt, was von einer Person erzählt: durch einen Hash, der für denselben Wert derselbe ist, oder durch eine Maske, von der nur ein erstes Zeichen bleibt.',
    },
    fields: {
      fields: { en: 'Fields', de: 'Felder' },
      key: {
        label: { en: 'Key', de: 'Schlüssel' },
        help: {
          en: 'A secret of the project, such as {{ config.personal_data_key }}: without it nobody can try which value a hash belongs to. Another key gives other hashes.',
          de: 'Ein Geheimnis des Projekts, etwa {{ config.personal_data_key }}: Ohne ihn kann niemand ausprobieren, zu welchem Wert ein Hash gehört. Ein anderer Schlüssel ergibt andere Hashes.',
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
})
