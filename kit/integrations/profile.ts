import { isEmpty, textOf } from '../define/compare.ts'
import type { DescribedTable, FoundField } from '../define/connector-session.ts'
import { masked, personalKindOf, type PersonalKind } from '../define/personal.ts'
import type { DataRecord } from '../define/record.ts'
import type { FieldType } from '../define/structure.ts'
import { longestShown, withoutPeople } from './shown-records.ts'

/** A type of a structure with its sizes. */
export type SizedType = {
  type: FieldType
  length?: number | undefined
  precision?: number | undefined
  scale?: number | undefined
}

/** What a look through a table has found out about a field. */
export type FieldProfile = FoundField & {
  filled: number
  /** Different values, up to a bound; `more` says that there are others. */
  distinct: number
  more: boolean
  longest: number
  /** Masked where it tells of a person. */
  example: string | null
  personal: PersonalKind | null
  /** What the values are, where that is more than the source says of them. */
  found: SizedType | null
}

export type TableProfile = {
  table: DescribedTable
  /** Whether the system says how far a field has come, without which changes cannot be read. */
  tells_changes: boolean
  read: number
  /** Every record of the table was looked at. */
  whole: boolean
  fields: FieldProfile[]
  /** A few records, masked as the examples are. */
  sample: DataRecord[]
}

const mostDistinct = 10_000
const valuesJudged = 200
const samples = 3

/** Takes records in and says in the end what is in them. Memory is bounded by the fields, not by the records. */
export function profileOf(table: DescribedTable) {
  const distinctPerField = Math.max(1_000, Math.floor((mostDistinct * 50) / Math.max(table.fields.length, 50)))
  const known = table.fields.map((field) => ({
    field,
    filled: 0,
    longest: 0,
    distinct: new Set<number>(),
    more: false,
    judged: [] as unknown[],
    shapes: isText(field.type) ? new Set(Object.keys(looks) as Look[]) : new Set<Look>(),
    digits: { before: 0, behind: 0 },
  }))
  const first: DataRecord[] = []
  let read = 0

  return {
    take(records: readonly DataRecord[]) {
      read += records.length
      for (const record of records) {
        if (first.length < samples) first.push(record)
        for (const one of known) {
          const value = record[one.field.name]
          if (isEmpty(value)) continue
          const text = textOf(value)
          one.filled += 1
          one.longest = Math.max(one.longest, text.length)
          if (one.judged.length < valuesJudged) one.judged.push(value)
          if (one.distinct.size < distinctPerField) one.distinct.add(hashOf(text))
          else if (!one.distinct.has(hashOf(text))) one.more = true
          for (const look of one.shapes) if (!looks[look](text)) one.shapes.delete(look)
          if (one.shapes.has('decimal')) learnDigits(one.digits, text)
        }
      }
    },
    told(tells_changes: boolean, whole: boolean): TableProfile {
      const fields = known.map(({ field, filled, longest, distinct, more, judged, shapes, digits }): FieldProfile => {
        const personal = isText(field.type) || field.type === 'date' ? personalKindOf(field.name, judged) : null
        const example = judged.length === 0 ? null : textOf(judged[0]).slice(0, longestShown)
        return {
          ...field,
          filled,
          distinct: distinct.size,
          more,
          longest,
          personal,
          example: example !== null && personal ? masked(example) : example,
          found: filled > 0 ? typeOf(shapes, longest, digits) : null,
        }
      })
      const hidden = fields.filter(({ personal }) => personal).map(({ name }) => name)
      return { table, tells_changes, read, whole, fields, sample: first.map((record) => withoutPeople(record, hidden)) }
    },
  }
}

const isText = (type: FieldType) => type === 'text' || type === 'long_text'

const looks = {
  uuid: (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  date: (text: string) => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && !Number.isNaN(Date.parse(text)),
  date_time: (text: string) =>
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]\d\d:?\d\d)?$/.test(
      text,
    ) && !Number.isNaN(Date.parse(text.replace(' ', 'T'))),
  boolean: (text: string) => text === 'true' || text === 'false',
  // Zeros in front belong to numbers of articles and postcodes, which are no numbers to calculate with.
  integer: (text: string) => /^(0|-?[1-9]\d{0,17})$/.test(text),
  decimal: (text: string) => /^-?(0|[1-9]\d{0,17})(\.\d{1,10})?$/.test(text),
} satisfies Partial<Record<FieldType, (text: string) => boolean>>
type Look = keyof typeof looks

function learnDigits(digits: { before: number; behind: number }, text: string) {
  const [before = '', behind = ''] = text.replace('-', '').split('.')
  digits.before = Math.max(digits.before, before.length)
  digits.behind = Math.max(digits.behind, behind.length)
}

function typeOf(shapes: Set<Look>, longest: number, digits: { before: number; behind: number }): SizedType | null {
  for (const type of ['uuid', 'date', 'date_time', 'boolean'] as const) if (shapes.has(type)) return { type }
  if (shapes.has('integer')) return { type: longest > 9 ? 'big_integer' : 'integer' }
  if (shapes.has('decimal')) return { type: 'decimal', precision: digits.before + digits.behind, scale: digits.behind }
  return null
}

/** Of 53 bits: two values that meet are counted as one, which an estimate bears. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
