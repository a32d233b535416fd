import type { DynamicField, ModelField } from '@weft/kit/define/model.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  noKey: { en: 'Please select a primary key.', de: 'Bitte wählen Sie einen Primärschlüssel aus.' },
  unknownKey: { en: 'The primary key is none of the fields.', de: 'Der Primärschlüssel ist keines der Felder.' },
  nestedKey: {
    en: 'The primary key must hold a single value.',
    de: 'Der Primärschlüssel muss einen einzelnen Wert enthalten.',
  },
  noFields: {
    en: 'The model has no fields. Analyse a file first.',
    de: 'Das Modell hat keine Felder. Analysieren Sie zuerst eine Datei.',
  },
  twice: { en: 'There is another field with this name.', de: 'Es gibt ein weiteres Feld mit diesem Namen.' },
  unknownPart: { en: 'There is no field "{name}".', de: 'Es gibt kein Feld „{name}“.' },
})

/** What is wrong with a model's fields and key, by dotted path; empty when it can be used. */
export function modelProblems({
  fields,
  dynamic_fields,
  primary_key,
}: {
  fields: readonly ModelField[]
  dynamic_fields: readonly DynamicField[]
  primary_key?: string | null | undefined
}): FieldErrors {
  const problems: FieldErrors = {}
  const add = (path: string, message: Message) => (problems[path] ??= []).push(message)
  const used = fields.filter(({ include }) => include)
  if (used.length === 0) add('fields', texts.noFields())
  const names = new Set<string>()
  for (const [i, field] of fields.entries()) {
    if (field.include && names.has(field.name)) add(`fields.${i}.name`, texts.twice())
    if (field.include) names.add(field.name)
  }
  for (const [i, { name, values }] of dynamic_fields.entries()) {
    if (names.has(name)) add(`dynamic_fields.${i}.name`, texts.twice())
    for (const part of values)
      if (!used.some((field) => field.name === part))
        add(`dynamic_fields.${i}.values`, texts.unknownPart({ name: part }))
  }
  const key = used.find(({ name }) => name === primary_key)
  if (!primary_key) add('primary_key', texts.noKey())
  else if (
    key ? ['object', 'list', 'json'].includes(key.type) : !dynamic_fields.some(({ name }) => name === primary_key)
  )
    add('primary_key', key ? texts.nestedKey() : texts.unknownKey())
  return problems
}
