import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  missing: {
    en: 'The configuration value “{key}” does not exist, or is a secret, which mappings do not read.',
    de: 'Den Konfigurationswert „{key}“ gibt es nicht, oder er ist ein Geheimnis, das Mappings nicht lesen.',
  },
})

export const configValue = defineTransformer({
  key: 'config_value',
  group: 'logic',
  icon: 'IconVariable',
  takes: [],
  options: z.strictObject({ key: z.string().min(1).max(191).meta({ input: 'config_value' }) }),
  gives: 'any',
  configuration: ({ key }) => key,
  apply:
    ({ key }, moment) =>
    () =>
      moment.configuration.get(key) ?? refuse(texts.missing({ key })),
  labels: {
    title: { en: 'Configuration value', de: 'Konfigurationswert' },
    help: { en: 'A value from the project’s configuration.', de: 'Ein Wert aus der Konfiguration des Projekts.' },
    fields: { key: { en: 'Name', de: 'Name' } },
  },
  examples: [
    { takes: [], options: { key: 'sales_org' }, gives: 'DE01' },
    {
      takes: [],
      options: { key: 'nowhere' },
      refuses: 'The configuration value “nowhere” does not exist, or is a secret, which mappings do not read.',
    },
  ],
})
