import { fieldTypes, type StructureField } from '@weft/kit/define/structure.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'
import { isReservedWord } from '@weft/kit/define/reserved-words.ts'
import type { Structure } from './structure.ts'
import { checkFor } from './values/check.ts'

export const structureTexts = defineMessages({
  className: {
    en: 'The class name must be in Pascal case without white space, such as SalesOrder.',
    de: 'Der Klassenname muss in Pascal-Schreibweise ohne Leerzeichen stehen, etwa SalesOrder.',
  },
  tableName: {
    en: 'The table name must be in snake case without spaces, such as sales_order.',
    de: 'Der Tabellenname muss in Snake-Schreibweise ohne Leerzeichen stehen, etwa sales_order.',
  },
  fieldName: {
    en: 'The name must be in snake case, such as order_date.',
    de: 'Der Name muss in Snake-Schreibweise stehen, etwa order_date.',
  },
  reserved: {
    en: '{name} is a reserved word of SQL. Please choose another name.',
    de: '{name} ist ein reserviertes Wort von SQL. Bitte wählen Sie einen anderen Namen.',
  },
  noFields: {
    en: 'The data structure needs at least one field.',
    de: 'Die Datenstruktur benötigt mindestens ein Feld.',
  },
  noKey: { en: 'No primary key is set.', de: 'Es ist kein Primärschlüssel festgelegt.' },
  invalidKey: {
    en: 'The primary key is not valid: it must be exactly one field that holds a single value.',
    de: 'Der Primärschlüssel ist ungültig: Es muss genau ein Feld sein, das einen einzelnen Wert enthält.',
  },
  fieldTwice: { en: 'There is another field with this name.', de: 'Es gibt ein weiteres Feld mit diesem Namen.' },
  badDefault: {
    en: 'The default does not fit the type of the field.',
    de: 'Der Vorgabewert passt nicht zum Typ des Feldes.',
  },
  minAboveMax: {
    en: 'The minimum must not be greater than the maximum.',
    de: 'Das Minimum darf nicht größer als das Maximum sein.',
  },
  noValues: { en: 'A choice needs at least one value.', de: 'Eine Auswahl benötigt mindestens einen Wert.' },
  scale: {
    en: 'There cannot be more digits behind the point than in all.',
    de: 'Es kann nicht mehr Nachkommastellen als Stellen insgesamt geben.',
  },
  noRelation: {
    en: 'Choose first which data structure the field refers to. Only a field of the record itself can be checked.',
    de: 'Wählen Sie zuerst, auf welche Datenstruktur das Feld verweist. Geprüft wird nur ein Feld des Datensatzes selbst.',
  },
  checkedDefault: {
    en: 'A field whose values must exist elsewhere has no default.',
    de: 'Ein Feld, dessen Werte anderswo vorhanden sein müssen, hat keine Vorgabe.',
  },
  classTaken: { en: 'This class name is already in use.', de: 'Dieser Klassenname wird bereits verwendet.' },
  tableTaken: { en: 'This table name is already in use.', de: 'Dieser Tabellenname wird bereits verwendet.' },
})

const snakeCase = /^[a-z][a-z0-9_]{0,62}$/

/** Everything that is wrong with a definition, by dotted path (`fields.2.name`); empty when it can be used. */
export function validateStructure(
  structure: Pick<Structure, 'class_name' | 'table_name' | 'label' | 'fields'>,
): FieldErrors {
  const problems: FieldErrors = {}
  const add = (path: string, message: Message) => (problems[path] ??= []).push(message)
  if (!/^[A-Z][A-Za-z0-9]{0,63}$/.test(structure.class_name)) add('class_name', structureTexts.className())
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(structure.table_name)) add('table_name', structureTexts.tableName())
  else if (isReservedWord(structure.table_name))
    add('table_name', structureTexts.reserved({ name: structure.table_name }))
  if (structure.label.trim() === '') add('label', required({ en: 'Label', de: 'Bezeichnung' }))
  if (structure.fields.length === 0) add('fields', structureTexts.noFields())
  else keyProblems(structure.fields, add)
  fieldProblems(structure.fields, 'fields', add)
  return problems
}

function keyProblems(fields: StructureField[], add: (path: string, message: Message) => void) {
  const keys = fields.filter((field) => field.primary_key)
  if (keys.length === 0) add('fields', structureTexts.noKey())
  else if (keys.length > 1 || ['json', 'object', 'list'].includes(keys[0]!.type))
    add('fields', structureTexts.invalidKey())
}

function fieldProblems(fields: StructureField[], path: string, add: (path: string, message: Message) => void) {
  const seen = new Set<string>()
  for (const [i, field] of fields.entries()) {
    const at = `${path}.${i}`
    if (!snakeCase.test(field.name)) add(`${at}.name`, structureTexts.fieldName())
    else if (path === 'fields' && isReservedWord(field.name))
      add(`${at}.name`, structureTexts.reserved({ name: field.name }))
    if (seen.has(field.name)) add(`${at}.name`, structureTexts.fieldTwice())
    seen.add(field.name)
    if (field.min !== undefined && field.max !== undefined && field.min > field.max)
      add(`${at}.min`, structureTexts.minAboveMax())
    if (field.type === 'choice' && !field.values?.length) add(`${at}.values`, structureTexts.noValues())
    if (field.precision !== undefined && (field.scale ?? 0) > field.precision)
      add(`${at}.scale`, structureTexts.scale())
    if (fieldTypes.includes(field.type) && !hasGoodDefault(field)) add(`${at}.default`, structureTexts.badDefault())
    if (field.must_exist && (!field.related_structure_id || path !== 'fields'))
      add(`${at}.must_exist`, structureTexts.noRelation())
    if (field.must_exist && (field.default ?? null) !== null) add(`${at}.default`, structureTexts.checkedDefault())
    if (field.fields) fieldProblems(field.fields, `${at}.fields`, add)
  }
}

const living: Partial<Record<StructureField['type'], string>> = { date_time: 'now', date: 'today', uuid: 'uuid' }

function hasGoodDefault(field: StructureField) {
  const given = field.default
  return (
    given === undefined || given === null || living[field.type] === given || typeof checkFor(field)(given) === 'string'
  )
}
