import type { ModelField } from '@weft/kit/define/model.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'
import type { FieldCode } from '../mapping/emit/source.ts'
import type { PlannedExpression } from '../mapping/emit/plan.ts'
import { plainLength } from '../records/values/check.ts'
import type { Column, LineLayout } from '../records/writing/lines.ts'

/** The names the code is handed beside those of a mapping. */
export const handedForLines = [
  'smallOf',
  'small',
  'converts',
  'Misfit',
  'isPlainText',
  'texts',
  'missing',
  'nothing',
  'keyIn',
  'fields',
] as const

type Parts = { read: ModelField[]; mapping: FieldCode; gives: readonly Given[]; layout: LineLayout }
type Given = { name: string; value: PlannedExpression }

/**
 * Writes the function that goes from a record as a file has it to the line a database is given: it converts, maps, checks and writes
 * at once. What every ordinary value looks like is recognised in place; for all others the code asks the functions that each of the
 * three has of its own. Where one of them would refuse the value, the function answers false and the record goes the usual way.
 */
export function writeLineCode({ read, mapping, gives, layout }: Parts): string {
  const lines = [
    ...read.flatMap(convertCode),
    ...mapping.statements,
    ...mapping.fields.map(({ value }, i) => `  const g${i} = ${value}`),
    ...layout.columns.flatMap((column, i) => columnCode(column, i, { read, gives, layout })),
    ...keyCode(layout),
    ...(layout.keyed.length > 0 ? ['  keys.push(key)'] : []),
    `  lines.push([${layout.columns.map((_, i) => `t${i}`).join(', ')}].join(${JSON.stringify(layout.separator)}))`,
    '  return true',
  ]
  return `'use strict'\n${mapping.prelude.join('\n')}\nreturn (raw, lines, keys) => {\n${lines.join('\n')}\n}\n`
}

/** Which variable of the code has the value of a field that was read. */
export const variableOf = (index: number) => `s${index}`

const isText = ({ type }: { type: FieldType }) => type === 'text' || type === 'long_text' || type === 'choice'

function convertCode(field: ModelField, i: number): string[] {
  const value = variableOf(i)
  const usual = isText(field)
    ? `if (typeof ${value} === 'string' && isPlainText(${value})) plain${i} = true\n  else `
    : ''
  return [
    `  let ${value} = raw[${JSON.stringify(field.original_name)}]${isText(field) ? `, plain${i} = false` : ''}`,
    `  if (${value} == null) ${field.nullable ? `${value} = null` : 'return false'}`,
    `  else ${usual}{\n    ${value} = converts[${i}](${value})\n    if (${value} instanceof Misfit) return false\n  }`,
  ]
}

type Around = Pick<Parts, 'read' | 'gives' | 'layout'>

function columnCode(column: Column, i: number, { read, gives, layout }: Around): string[] {
  const at = gives.findIndex(({ name }) => name === column.field.name)
  if (at === -1) {
    const isLeft = column.missing() === undefined
    return isLeft
      ? [`  const t${i} = ${JSON.stringify(layout.nothing)}`]
      : [`  const t${i} = missing[${i}]()`, `  if (typeof t${i} !== 'string') return false`]
  }
  const value = `g${at}`
  const usual = usualCode(column, value, directField(gives[at]!.value, read), layout)
  return [
    `  let t${i}`,
    ...(column.isFree ? [`  if (${value} === null) t${i} = ${JSON.stringify(layout.nothing)}\n  else`] : []),
    ...(usual ? [`  if (${usual.test}) t${i} = ${usual.text}\n  else`] : []),
    `  {\n    if (${value} === undefined) return false\n    t${i} = texts[${i}](${value})\n    if (typeof t${i} !== 'string') return false\n  }`,
  ]
}

/** A field of the file that goes into the structure as it was read. */
function directField(value: PlannedExpression, read: ModelField[]): { index: number; type: FieldType } | undefined {
  if (value.is !== 'land' || value.value.is !== 'read' || value.value.path.length !== 1) return undefined
  if (value.how !== 'as_is' && value.how !== 'blank_to_null') return undefined
  const [name] = value.value.path
  const index = read.findLastIndex((field) => field.name === name)
  return index === -1 ? undefined : { index, type: read[index]!.type }
}

/** How most values of a column are told, and what is written of them. `direct` is the field it was read from unchanged. */
function usualCode(
  { field, isWrittenAsItIs, takesEmptyAsNone }: Column,
  value: string,
  direct: { index: number; type: FieldType } | undefined,
  { keepsPlainText }: LineLayout,
): { test: string; text: string } | undefined {
  const all = (...tests: (string | false)[]) => tests.filter(Boolean).join(' && ')
  if (isText(field) && field.type !== 'choice' && keepsPlainText) {
    const most = Math.min(field.length ?? Infinity, field.max ?? Infinity)
    const least = Math.max(field.min ?? 0, takesEmptyAsNone ? 1 : 0)
    const plain = `isPlainText(${value})`
    return {
      test: all(
        `typeof ${value} === 'string'`,
        most < Infinity && `${value}.length <= ${most}`,
        least > 0 && `${value}.length >= ${least}`,
        direct && isText(direct) ? `(plain${direct.index} || ${plain})` : plain,
      ),
      text: value,
    }
  }
  if (!isWrittenAsItIs) return undefined
  if (field.type === 'integer' || field.type === 'big_integer') {
    const least = Math.max(field.unsigned ? 0 : -2_147_483_648, field.min ?? -Infinity)
    const most = Math.min(2_147_483_647, field.max ?? Infinity)
    return { test: `Number.isInteger(${value}) && ${value} >= ${least} && ${value} <= ${most}`, text: `'' + ${value}` }
  }
  if (direct?.type !== field.type) return undefined
  const isString = `typeof ${value} === 'string'`
  // What reading makes of these is in the form the database takes, but for numbers that are too long and the year 0.
  if (field.type === 'decimal') return { test: `${isString} && ${value}.length < ${plainLength(field)}`, text: value }
  if (field.type === 'date') return { test: `${isString} && ${value} >= '0001'`, text: value }
  if (field.type === 'date_time')
    return { test: `${isString} && ${value}.length === 20 && ${value} >= '0001'`, text: value }
  return undefined
}

function keyCode({ keyed }: LineLayout): string[] {
  if (keyed.length === 0) return []
  const parts = keyed.map((i) => `keyIn(fields[${i}], t${i})`)
  return [
    `  if (${keyed.map((i) => `t${i} === nothing`).join(' || ')}) return false`,
    `  const key = ${parts.length === 1 ? parts[0] : parts.map((part) => `${part} + '\\t'`).join(' + ')}`,
  ]
}
