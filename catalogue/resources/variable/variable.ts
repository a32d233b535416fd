import { defineResource } from '@weft/kit/define/resource.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { secretState } from '@weft/kit/secrets/secret-value.ts'
import { z } from 'zod'

const texts = defineMessages({
  key: {
    en: 'Small letters, digits, dots and underscores, beginning with a letter.',
    de: 'Kleinbuchstaben, Ziffern, Punkte und Unterstriche, beginnend mit einem Buchstaben.',
  },
  number: { en: 'Please enter a number such as 12.5.', de: 'Bitte geben Sie eine Zahl wie 12.5 ein.' },
  boolean: { en: 'Please enter true or false.', de: 'Bitte geben Sie true oder false ein.' },
  date: { en: 'Please enter a date such as 2026-05-31.', de: 'Bitte geben Sie ein Datum wie 2026-05-31 ein.' },
  json: { en: 'This is not valid JSON.', de: 'Das ist kein gültiges JSON.' },
})

export const variable = defineResource({
  table: 'variables',
  path: 'variables',
  scope: 'tenant',
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
    label: z.string().trim().min(1).max(191),
    kind: z.enum(['text', 'secret']).default('text'),
    type: onlyWhen('kind', ['text'], z.enum(['text', 'number', 'boolean', 'date', 'json']).default('text')),
    value: onlyWhen('kind', ['text'], z.string().max(20_000).default('').meta({ input: 'longText' })),
    secret: onlyWhen('kind', ['secret'], z.string().max(20_000).default('').meta({ input: 'secret' })),
  },
  list: { columns: ['name', 'label', 'kind', 'type', 'value'], search: ['name', 'label'], sort: 'name' },
  form: [['name', 'label'], ['kind', 'type'], ['value'], ['secret']],
  may: 'tokens',
  labels: {
    one: { en: 'Variable', de: 'Variable' },
    many: { en: 'Variables', de: 'Variablen' },
    fields: {
      name: {
        label: { en: 'Technical name', de: 'Technischer Name' },
        help: {
          en: 'Workflows and mappings of every project read the value by this name; a configuration value of the project goes before.',
          de: 'Workflows und Mappings aller Projekte lesen den Wert über diesen Namen; ein Konfigurationswert des Projekts geht vor.',
        },
      },
      label: { en: 'Label', de: 'Bezeichnung' },
      kind: {
        label: { en: 'Kind', de: 'Art' },
        help: {
          en: 'A secret, such as an API key or a password, is stored encrypted and never shown again. Only steps of workflows read it.',
          de: 'Ein Geheimnis, etwa ein API-Schlüssel oder ein Passwort, wird verschlüsselt gespeichert und nie wieder angezeigt. Nur Schritte von Workflows lesen es.',
        },
        options: { text: { en: 'Readable value', de: 'Lesbarer Wert' }, secret: { en: 'Secret', de: 'Geheimnis' } },
      },
      type: {
        label: { en: 'Type', de: 'Typ' },
        options: {
          text: { en: 'Text', de: 'Text' },
          number: { en: 'Number', de: 'Zahl' },
          boolean: { en: 'Yes or no', de: 'Ja oder nein' },
          date: { en: 'Date', de: 'Datum' },
          json: { en: 'JSON', de: 'JSON' },
        },
      },
      value: { en: 'Value', de: 'Wert' },
      secret: {
        label: { en: 'Secret', de: 'Geheimnis' },
        help: { en: 'Empty: it stays as it is.', de: 'Leer: Es bleibt, wie es ist.' },
      },
    },
  },
})

/** As it is answered: a secret itself is empty. */
export const variableRow = variable.row.extend(secretState)
export type Variable = z.output<typeof variableRow>

type Type = z.output<typeof variable.fields.type>
const rules: Record<Exclude<Type, 'text'>, (value: string) => boolean> = {
  number: (value) => /^-?\d+(\.\d+)?$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  date: (value) => z.iso.date().safeParse(value).success,
  json: (value) => {
    try {
      JSON.parse(value)
      return true
    } catch {
      return false
    }
  },
}

/** What is wrong with a value of a type. */
export const valueProblem = (type: Type, value: string): Message | undefined =>
  type === 'text' || rules[type](value) ? undefined : texts[type]()
