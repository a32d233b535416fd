import type { StructureField } from '@weft/kit/define/structure.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checkFor } from './values/check.ts'

const texts = defineMessages({
  badId: { en: '{id} is not the id of a record.', de: '{id} ist keine ID eines Datensatzes.' },
})

export function checkIds(ids: unknown[]) {
  for (const id of ids) if (!/^\d{1,18}$/.test(String(id))) throw invalidField('ids', texts.badId({ id: String(id) }))
}

/**
 * The values somebody looks up, by what they asked with; what cannot be a value of the field finds nothing. What a
 * value may look like matters here, not what may be stored.
 */
export function wantedTexts(field: StructureField, values: unknown[]): Map<string, string> {
  const check = checkFor({
    ...field,
    min: undefined,
    max: undefined,
    length: undefined,
    ...(field.type === 'choice' ? { type: 'text' } : {}),
  })
  const wanted = new Map<string, string>()
  for (const value of values) {
    const text = value === null || value === undefined || value === '' ? undefined : check(value)
    if (typeof text === 'string') wanted.set(String(value), text)
  }
  return wanted
}
