import { isObject } from '@weft/kit/define/is-object.ts'
import type { WorkflowParameter } from '@weft/engine/workflow-model/document.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { invalidField, invalidFields } from '@weft/kit/errors/common.ts'
import { Invalid, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { refuseLargeJson } from '@weft/kit/http/json-limits.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'

const texts = defineMessages({
  integer: { en: 'Please enter a whole number.', de: 'Bitte geben Sie eine ganze Zahl ein.' },
  decimal: { en: 'Please enter a number such as 12.50.', de: 'Bitte geben Sie eine Zahl wie 12.50 ein.' },
  boolean: { en: 'Please choose yes or no.', de: 'Bitte wählen Sie ja oder nein.' },
  date: { en: 'Please enter a date such as 2026-11-21.', de: 'Bitte geben Sie ein Datum wie 2026-11-21 an.' },
  dateTime: {
    en: 'Please enter date and time such as 2026-11-21T08:00:00Z.',
    de: 'Bitte geben Sie Datum und Uhrzeit wie 2026-11-21T08:00:00Z an.',
  },
  choice: { en: 'Please choose one of: {values}.', de: 'Bitte wählen Sie eines von: {values}.' },
  unknown: {
    en: 'The workflow has no parameter of this name.',
    de: 'Der Workflow hat keinen Parameter dieses Namens.',
  },
  json: { en: 'Invalid JSON', de: 'Ungültiges JSON' },
  jsonList: {
    en: 'A sample is a list of up to {most} records: objects in braces.',
    de: 'Ein Beispiel ist eine Liste von bis zu {most} Datensätzen: Objekten in geschweiften Klammern.',
  },
  jsonObject: {
    en: 'Test data are one record: an object in braces.',
    de: 'Testdaten sind ein Datensatz: ein Objekt in geschweiften Klammern.',
  },
})

/** The parameters of a run as the workflow declares them: defaults filled in, everything else refused with its field. */
export function parametersOf(declared: readonly WorkflowParameter[], given: DataRecord): DataRecord {
  const fields: FieldErrors = {}
  const values: DataRecord = {}
  for (const name of Object.keys(given))
    if (!declared.some((parameter) => parameter.name === name)) fields[`parameters.${name}`] = [texts.unknown()]
  for (const parameter of declared) {
    const value = isEmpty(given[parameter.name]) ? (parameter.default ?? undefined) : given[parameter.name]
    const wrong = isEmpty(value) ? (parameter.required ? required() : undefined) : faultOf(parameter, value)
    if (wrong) fields[`parameters.${parameter.name}`] = [wrong]
    else values[parameter.name] = isEmpty(value) ? null : value
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return values
}

/** What a step that is tried alone finds as parameters. */
export const defaultsOf = (declared: readonly WorkflowParameter[]): DataRecord =>
  Object.fromEntries(declared.map((parameter) => [parameter.name, parameter.default ?? null]))

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function faultOf({ type, values = [] }: WorkflowParameter, value: unknown): Message | undefined {
  const text = String(value)
  switch (type) {
    case 'integer':
      return /^-?\d{1,18}$/.test(text) ? undefined : texts.integer()
    case 'decimal':
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? undefined : texts.decimal()
    case 'boolean':
      return typeof value === 'boolean' ? undefined : texts.boolean()
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? undefined : texts.date()
    case 'date_time':
      return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? undefined : texts.dateTime()
    case 'choice':
      return values.length === 0 || values.includes(text) ? undefined : texts.choice({ values: values.join(', ') })
    default:
      return undefined
  }
}

/** Test data typed by hand: the record the trigger hands on. */
export function testRecord(text: string | undefined): DataRecord | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const value = parsed('test_data', text)
  if (!isObject(value)) throw invalidField('test_data', texts.jsonObject())
  return value
}

/** The records with which a step is tried. */
export function sampleRecords(text = '', field = 'sample'): DataRecord[] {
  const value = parsed(field, text)
  const records = Array.isArray(value) ? (value as unknown[]) : [value]
  if (records.length === 0 || records.length > mostSamples || !records.every(isObject))
    throw invalidField(field, texts.jsonList({ most: mostSamples }))
  return records
}

const mostSamples = 100

function parsed(field: string, text: string): unknown {
  refuseLargeJson(Buffer.from(text))
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Invalid('INVALID_JSON', texts.json(), { fields: { [field]: [texts.json()] }, cause })
  }
}
