import { validateStructure } from '@weft/engine/records/structure-rules.ts'
import { classNameOf } from '@weft/kit/define/technical-name.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import type { IntegrationDraft, DraftTable } from '@weft/kit/integrations/draft.ts'
import type { TableProfile } from '@weft/kit/integrations/profile.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'
import { isComparable, storedFields } from './keys.ts'
import { targetFields } from './structures.ts'

const texts = defineMessages({
  noTables: { en: 'Please choose at least one table.', de: 'Bitte wählen Sie mindestens eine Tabelle aus.' },
  notAnalysed: {
    en: '{table} has not been looked through yet.',
    de: '{table} wurde noch nicht durchgesehen.',
  },
  nothing: {
    en: 'At least one field of {table} has to be stored.',
    de: 'Mindestens ein Feld von {table} muss gespeichert werden.',
  },
  nameTwice: { en: 'Two tables would be stored as {name}.', de: 'Zwei Tabellen würden als {name} gespeichert.' },
  fieldTwice: {
    en: 'Two fields of {table} would be stored as {name}.',
    de: 'Zwei Felder von {table} würden als {name} gespeichert.',
  },
  key: {
    en: '{field} tells the records of {table} apart: it can be kept or hashed, not masked or left out.',
    de: '{field} unterscheidet die Datensätze von {table}: Es kann behalten oder gehasht, nicht maskiert oder weggelassen werden.',
  },
  purpose: {
    en: 'Please say what {field} of {table} is kept in the clear for.',
    de: 'Bitte geben Sie an, wofür {field} von {table} im Klartext behalten wird.',
  },
  noCursor: {
    en: 'No field tells what has changed in {table}: it can only be read whole.',
    de: 'Kein Feld sagt, was sich in {table} geändert hat: Sie lässt sich nur ganz lesen.',
  },
  noComparison: {
    en: 'The keys of {table} are not stored in the clear, so nobody could tell what was deleted.',
    de: 'Die Schlüssel von {table} werden nicht im Klartext gespeichert; niemand könnte sagen, was gelöscht wurde.',
  },
  deletedField: {
    en: 'The field that says what was deleted in {table} has to be kept.',
    de: 'Das Feld, das in {table} sagt, was gelöscht wurde, muss behalten werden.',
  },
})

type Profiles = Readonly<Record<string, TableProfile | undefined>>

/** Everything that stands against saving, by dotted place in the draft; empty where nothing does. */
export function draftProblems(draft: IntegrationDraft, profiles: Profiles): FieldErrors {
  const problems: FieldErrors = {}
  const add = (place: string, message: Message) => (problems[place] ??= []).push(message)
  if (draft.label === '') add('label', required({ en: 'Name', de: 'Name' }))
  if (draft.tables.length === 0) add('tables', texts.noTables())
  const names = new Set<string>()
  for (const [i, table] of draft.tables.entries()) {
    const at = `tables.${i}`
    if (names.has(table.stored_as)) add(`${at}.stored_as`, texts.nameTwice({ name: table.stored_as }))
    names.add(table.stored_as)
    const profile = profiles[table.name]
    if (!profile || table.fields.length === 0) add(at, texts.notAnalysed({ table: table.name }))
    else tableProblems(table, profile, (place, message) => add(place === '' ? at : `${at}.${place}`, message))
  }
  return problems
}

function tableProblems(table: DraftTable, profile: TableProfile, add: (place: string, message: Message) => void) {
  const { name, read, cursor_field, deletions, deleted_field } = table
  const stored = storedFields(table)
  if (stored.length === 0) return add('fields', texts.nothing({ table: name }))
  const used = new Set<string>()
  for (const [i, field] of table.fields.entries()) {
    const found = profile.fields.find((one) => one.name === field.name)
    const isKey = profile.table.key.includes(field.name)
    if (isKey && (field.treatment === 'mask' || field.treatment === 'leave_out'))
      add(`fields.${i}.treatment`, texts.key({ field: field.name, table: name }))
    if (found?.personal && field.treatment === 'keep' && field.purpose === '')
      add(`fields.${i}.purpose`, texts.purpose({ field: field.name, table: name }))
    if (field.treatment === 'leave_out') continue
    if (used.has(field.stored_as))
      add(`fields.${i}.stored_as`, texts.fieldTwice({ table: name, name: field.stored_as }))
    used.add(field.stored_as)
  }
  const isTold =
    cursor_field !== null && profile.tells_changes && profile.fields.some((one) => one.name === cursor_field)
  if (read === 'changed' && !isTold) add('cursor_field', texts.noCursor({ table: name }))
  if (deletions !== 'keep' && deleted_field === null && !isComparable(table, profile.table.key))
    add('deletions', texts.noComparison({ table: name }))
  if (
    deletions !== 'keep' &&
    deleted_field !== null &&
    !stored.some((one) => one.name === deleted_field && one.treatment === 'keep')
  )
    add('deleted_field', texts.deletedField({ table: name }))
  if (used.size === stored.length) structureProblems(table, profile, add)
}

/** What the rules of data structures say about it, at its places here. */
function structureProblems(table: DraftTable, profile: TableProfile, add: (place: string, message: Message) => void) {
  const fields = targetFields(table, profile)
  const named = { class_name: classNameOf(table.stored_as), table_name: table.stored_as, label: table.stored_as }
  for (const [place, messages] of Object.entries(validateStructure({ ...named, fields }))) {
    const [, number, what] = /^fields\.(\d+)\.(\w+)/.exec(place) ?? []
    const i = table.fields.findIndex(
      ({ name }) => number !== undefined && name === fields[Number(number)]?.original_name,
    )
    const at = i >= 0 ? `fields.${i}.${what === 'name' ? 'stored_as' : 'type'}` : 'stored_as'
    for (const message of messages) add(at, message)
  }
}
