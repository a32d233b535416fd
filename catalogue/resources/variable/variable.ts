import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  key: { en: 'Small letters, digits, dots and underscores, beginning with a letter.', de: 'Kleinbuchstaben, Ziffern, Punkte und Unterstriche, beginnend mit einem Buchstaben.' },
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
    name: z.string().trim().min(1).max(64).refine((name) => /^[a-z][a-z0-9_.]*$/.test(name), { error: say(texts.key(), 'en'), params: { say: texts.key() } }),
    label: z.string().trim().min(1).max(191),
    type: z.enum(['text', 'number', 'boolean', 'date', 'json']).default('text'),
    value: z.string().max(20_000).default('').meta({ input: 'longText' }),
  },
  list: { columns: ['name', 'label', 'type', 'value'], search: ['name', 'label'], sort: 'name' },
  form: [['name', 'type'], ['label'], ['value']],
  may: 'tokens',
  labels: {
    one: { en: 'Variable', de: 'Variable' },
    many: { en: 'Variables', de: 'Variablen' },
    fields: {
      name: { label: { en: 'Technical name', de: 'Technischer Name' }, help: { en: 'Workflows and mappings of every project read the value by this name; a configuration value of the project goes before.', de: 'Workflows und Mappings aller Projekte lesen den Wert über diesen Namen; ein Konfigurationswert des Projekts geht vor.' } },
      label: { en: 'Label', de: 'Bezeichnung' },
      type: { label: { en: 'Type', de: 'Typ' }, options: { text: { en: 'Text', de: 'Text' }, number: { en: 'Number', de: 'Zahl' }, boolean: { en: 'Yes or no', de: 'Ja oder nein' }, date: { en: 'Date', de: 'Datum' }, json: { en: 'JSON', de: 'JSON' } } },
      value: { en: 'Value', de: 'Wert' },
    },
  },
})

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
export const valueProblem = (type: Type, value: string): Message | undefined => (type === 'text' || rules[type](value) ? undefined : texts[type]())
