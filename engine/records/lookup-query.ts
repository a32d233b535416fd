import { datedName } from '@weft/kit/define/dated.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { wantedTexts } from './asked-values.ts'

/** With `valid`, whose days stand beside the values: of all rows of a value the newest that holds on the day. */
export type LookupQuery = {
  field: string
  values: unknown[]
  fields?: string[]
  valid?: { from: string; days: string[] }
}

const texts = defineMessages({
  dated: {
    en: '“{field}” holds no dates, so it cannot say from when on a record holds.',
    de: '„{field}“ enthält kein Datum und kann deshalb nicht sagen, ab wann ein Datensatz gilt.',
  },
})

/** What is asked for: the name of each answer, the value as the field keeps it, and the day where rows hold from one on. */
export function askedRows(
  field: StructureField,
  { values, valid }: LookupQuery,
): { name: string; value: string; day: string | null }[] {
  const known = wantedTexts(field, values)
  if (!valid) return [...known].map(([name, value]) => ({ name, value, day: null }))
  return values.flatMap((value, i) => {
    const [text, day] = [known.get(String(value)), valid.days[i]]
    return text === undefined || day === undefined ? [] : [{ name: datedName(day, String(value)), value: text, day }]
  })
}

/** Refuses a field whose values are no days. */
export function checkDated({ name, type }: StructureField): void {
  if (type !== 'date' && type !== 'date_time') throw invalidField('valid_from', texts.dated({ field: name }))
}
