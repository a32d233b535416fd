import { defineResource } from '@weft/kit/define/resource.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { secretState } from '@weft/kit/secrets/secret-value.ts'
import { z } from 'zod'

const texts = defineMessages({
  key: {
    en: 'Small letters, digits, dots and underscores, beginning with a letter.',
    de: 'Kleinbuchstaben, Ziffern, Punkte und Unterstriche, beginnend mit einem Buchstaben.',
  },
})

export const configValue = defineResource({
  table: 'config_values',
  path: 'config_values',
  scope: 'project',
  fields: {
    name: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .refine((name) => /^[a-z][a-z0-9_.]*$/.test(name), {
        error: say(texts.key(), 'en'),
        params: { say: texts.key() },
      }),
    kind: z.enum(['text', 'secret']).default('text'),
    value: onlyWhen('kind', ['text'], z.string().max(20_000).default('').meta({ input: 'longText' })),
    secret: onlyWhen('kind', ['secret'], z.string().max(20_000).default('').meta({ input: 'secret' })),
    description: z.string().trim().max(2_000).default(''),
  },
  list: { columns: ['name', 'kind', 'value', 'description'], search: ['name', 'description'], sort: 'name' },
  form: [['name', 'kind'], ['value'], ['secret'], ['description']],
  may: 'tokens',
  labels: {
    one: { en: 'Configuration value', de: 'Konfigurationswert' },
    many: { en: 'Configuration values', de: 'Konfigurationswerte' },
    fields: {
      name: {
        label: { en: 'Technical name', de: 'Technischer Name' },
        help: {
          en: 'Steps of workflows read the value as {{ config.name }}, mappings by this name.',
          de: 'Schritte von Workflows lesen den Wert als {{ config.name }}, Mappings über diesen Namen.',
        },
      },
      kind: {
        label: { en: 'Kind', de: 'Art' },
        help: {
          en: 'A secret, such as an API key or a password, is stored encrypted and never shown again. Only steps of workflows read it; logs show •••• in its place.',
          de: 'Ein Geheimnis, etwa ein API-Schlüssel oder ein Passwort, wird verschlüsselt gespeichert und nie wieder angezeigt. Nur Schritte von Workflows lesen es; in Protokollen steht dafür ••••.',
        },
        options: { text: { en: 'Text', de: 'Text' }, secret: { en: 'Secret', de: 'Geheimnis' } },
      },
      value: { en: 'Value', de: 'Wert' },
      secret: {
        label: { en: 'Secret', de: 'Geheimnis' },
        help: { en: 'Empty: it stays as it is.', de: 'Leer: Es bleibt, wie es ist.' },
      },
      description: { en: 'Description', de: 'Beschreibung' },
    },
  },
})

/** As it is answered: a secret itself is empty. */
export const configValueRow = configValue.row.extend(secretState)
export type ConfigValue = z.output<typeof configValueRow>
