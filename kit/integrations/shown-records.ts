import { isEmpty, textOf } from '../define/compare.ts'
import type { FoundField } from '../define/connector-session.ts'
import { masked, personalKindOf } from '../define/personal.ts'
import type { DataRecord } from '../define/record.ts'

export const longestShown = 200

/** Records as they are looked at: what tells of a person is masked, what is long is cut. Types are judged where they are known. */
export function shownRecords(records: readonly DataRecord[], fields: readonly FoundField[] = []): DataRecord[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const hidden = names.filter((name) => {
    const type = types.get(name)
    const mayTell = type === undefined || tellsOfPeople.includes(type)
    return (
      mayTell &&
      personalKindOf(
        name,
        records.map((record) => record[name]).filter((value) => !isEmpty(value)),
      )
    )
  })
  return records.map((record) => withoutPeople(record, hidden))
}

const tellsOfPeople: readonly string[] = ['text', 'long_text', 'date']

export const withoutPeople = (record: DataRecord, hidden: readonly string[]): DataRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isEmpty(value) ? (value ?? null) : hidden.includes(name) ? masked(textOf(value)) : shortened(inside(name, value)),
    ]),
  )

/** Lists and objects are looked through, by the names and values within. */
function inside(name: string, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'string' ? hiddenAs(name, one) : inside(name, one)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? hiddenAs(key, one) : inside(key, one)]),
  )
}
const hiddenAs = (name: string, text: string) => (personalKindOf(name, [text]) ? masked(text) : text)

const shortened = (value: unknown) => {
  const text = textOf(value)
  return typeof value === 'object' || text.length > longestShown ? text.slice(0, longestShown) : value
}
