import type { DataRecord } from '@weft/kit/define/record.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { fieldAtFault, isUniqueViolation } from './failures.ts'
import { fieldNamed, type Structure } from './structure.ts'
import { checkFor, isNothing } from './values/check.ts'
import { defaultText } from './values/defaults.ts'
import { reasons } from './values/reasons.ts'

const texts = defineMessages({
  unknown: { en: 'There is no field named {field}.', de: 'Es gibt kein Feld mit dem Namen {field}.' },
  moved: {
    en: 'This record has been changed in the meantime (version {version}). Please look at it again.',
    de: 'Dieser Datensatz wurde inzwischen geändert (Version {version}). Bitte sehen Sie ihn sich erneut an.',
  },
  none: { en: 'Nothing to change was given.', de: 'Es wurde keine Änderung angegeben.' },
})

/** The checked texts of a record somebody adds by hand. */
export const newValues = (structure: Structure, record: DataRecord) =>
  checkedValues(structure, record, [
    ...structure.fields
      .filter((field) => field.name in record || (isMandatory(field) && !defaultText(field)))
      .map((field) => field.name),
  ])

/** The checked texts of the fields somebody changes. */
export function changedValues(structure: Structure, changes: DataRecord) {
  const values = checkedValues(structure, changes, Object.keys(changes))
  if (values.size === 0) throw invalidField('changes', texts.none())
  return values
}

export const versionConflict = (now: DataRecord) =>
  new Conflict('VERSION_CONFLICT', texts.moved({ version: String(now['_version']) }))

/** What somebody reads whose record the database refuses. */
export const refused = (error: unknown, structure: Structure) =>
  invalidField(
    fieldAtFault(error, structure) ?? '_id',
    isUniqueViolation(error) ? reasons.taken() : reasons.refused({ detail: messageOf(error) }),
  )

const isMandatory = (field: Structure['fields'][number]) => !field.nullable || field.required || field.primary_key

function checkedValues(structure: Structure, record: DataRecord, names: string[]): Map<string, string | null> {
  const problems: FieldErrors = {}
  const values = new Map<string, string | null>()
  for (const name of names) {
    const field = fieldNamed(structure, name)
    if (!field) {
      problems[name] = [texts.unknown({ field: name })]
      continue
    }
    const value = record[name]
    const empty = isNothing(field, value) || (value === '' && field.required)
    if (empty && isMandatory(field)) problems[name] = [reasons.required()]
    else if (empty) values.set(name, null)
    else {
      const text = checkFor(field)(value)
      if (typeof text === 'string') values.set(name, text)
      else problems[name] = [text]
    }
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return values
}
