import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  key: { en: 'Small letters, digits, dots and underscores, beginning with a letter.', de: 'Kleinbuchstaben, Ziffern, Punkte und Unterstriche, beginnend mit einem Buchstaben.' },
})

export const configValue = defineResource({
  table: 'config_values',
  path: 'config_values',
  scope: 'project',
  fields: {
    name: z.string().trim().min(1).max(64).refine((name) => /^[a-z][a-z0-9_.]*$/.test(name), { error: say(texts.key(), 'en'), params: { say: texts.key() } }),
    value: z.string().max(20_000).default('').meta({ input: 'longText' }),
    description: z.string().trim().max(2_000).default(''),
  },
  list: { columns: ['name', 'value', 'description'], search: ['name', 'description'], sort: 'name' },
  form: [['name'], ['value'], ['description']],
  may: 'tokens',
  labels: {
    one: { en: 'Configuration value', de: 'Konfigurationswert' },
    many: { en: 'Configuration values', de: 'Konfigurationswerte' },
    fields: {
      name: { label: { en: 'Technical name', de: 'Technischer Name' }, help: { en: 'Workflows and mappings read the value by this name.', de: 'Workflows und Mappings lesen den Wert über diesen Namen.' } },
      value: { en: 'Value', de: 'Wert' },
      description: { en: 'Description', de: 'Beschreibung' },
    },
  },
})
