import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { fitsKey } from './references.ts'

export const relationTexts = defineMessages({
  gone: {
    en: 'The data structure the field refers to does not exist in this project.',
    de: 'Die Datenstruktur, auf die das Feld verweist, gibt es in diesem Projekt nicht.',
  },
  unfitting: {
    en: 'This cannot be checked: the key {key} of {structure} is of another type than the field.',
    de: 'Das lässt sich nicht prüfen: Der Schlüssel {key} von {structure} hat einen anderen Typ als das Feld.',
  },
  referred: {
    en: 'The field {field} of {structure} must exist here and no longer fits the key.',
    de: 'Das Feld {field} von {structure} muss hier vorhanden sein und passt nicht mehr zum Schlüssel.',
  },
})

/** What is wrong with the checked relations of a definition: with its own, and with those others have to it. */
export async function relationProblems(
  trx: Scoped,
  draft: { label: string; fields: StructureField[] },
  id: string | undefined,
): Promise<FieldErrors> {
  const problems: FieldErrors = {}
  const wanted = draft.fields.flatMap(({ must_exist, related_structure_id: related }) =>
    must_exist && related ? [related] : [],
  )
  if (wanted.length === 0 && id === undefined) return problems
  const rows = await trx
    .selectFrom('data_structures')
    .select(['id', 'label', 'fields'])
    .where((eb) =>
      eb.or([
        ...(wanted.length > 0 ? [eb('id', 'in', wanted)] : []),
        sql<boolean>`fields @> ${JSON.stringify([{ related_structure_id: id ?? '', must_exist: true }])}::jsonb`,
      ]),
    )
    .execute()
  const others = rows.map(({ fields, ...row }) => ({ ...row, fields: fields as StructureField[] }))
  const keyOf = ({ fields }: { fields: StructureField[] }) => fields.find(({ primary_key }) => primary_key)
  for (const [i, field] of draft.fields.entries()) {
    if (!field.must_exist || !field.related_structure_id) continue
    const target =
      field.related_structure_id === id ? draft : others.find((other) => other.id === field.related_structure_id)
    const key = target && keyOf(target)
    const problem = !target
      ? relationTexts.gone()
      : key && fitsKey(field, key)
        ? undefined
        : relationTexts.unfitting({ key: key?.name ?? '–', structure: target.label })
    if (problem) problems[`fields.${i}.must_exist`] = [problem]
  }
  const own = keyOf(draft)
  for (const other of others.filter((one) => one.id !== id))
    for (const field of other.fields)
      if (field.must_exist && field.related_structure_id === id && own && !fitsKey(field, own))
        (problems['fields'] ??= []).push(relationTexts.referred({ field: field.name, structure: other.label }))
  return problems
}
