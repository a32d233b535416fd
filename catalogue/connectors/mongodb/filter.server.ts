import type { Condition } from '@weft/kit/define/condition.ts'
import type { DescribedTable, TableQuery } from '@weft/kit/define/connector-session.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { BSON, type Document, type Filter, type Sort } from 'mongodb'
import { toBson, typeOf } from './values.server.ts'

const texts = defineMessages({
  badName: { en: 'No field is named {field} here.', de: 'Kein Feld heißt hier {field}.' },
})

/** The types of a field by what was seen of it; none known where nothing was. */
const nativeOf = (table: DescribedTable, name: string) =>
  table.fields.find((field) => field.name === name)?.native ?? ''

/** What a table is asked for as a filter of the server. Values always stand behind an operator, so that none is taken for one. */
export function filterOf(table: DescribedTable, query: Pick<TableQuery, 'filter' | 'changed'>): Filter<Document> {
  for (const { field } of query.filter ?? [])
    if (field.startsWith('$')) throw invalidField(field, texts.badName({ field }))
  const all = (query.filter ?? []).map((condition) => conditionOf(condition, nativeOf(table, condition.field)))
  if (query.changed) {
    const { field, from, until } = query.changed
    const native = nativeOf(table, field)
    all.push({ [field]: { $gte: toBson(from, native), $lte: toBson(until, native) } })
  }
  return all.length === 0 ? {} : { $and: all }
}

const comparisons = { greater: '$gt', greater_or_equal: '$gte', less: '$lt', less_or_equal: '$lte' } as const
const nothing = { _id: { $in: [] } }
const escaped = (value: unknown) => String(value ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const like = (pattern: string) => ({ $regex: pattern, $options: 'i' })

function conditionOf({ field, operator, value }: Condition, native: string): Filter<Document> {
  switch (operator) {
    case 'equals':
      return value === undefined || value === null ? nothing : { [field]: { $in: meanings(value, native) } }
    case 'not_equals':
      return value === undefined || value === null
        ? { [field]: { $ne: null } }
        : { [field]: { $nin: meanings(value, native) } }
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal':
      return value === undefined || value === null
        ? nothing
        : { [field]: { [comparisons[operator]]: toBson(value, native) } }
    case 'contains':
      return { [field]: like(escaped(value)) }
    case 'starts_with':
      return { [field]: like(`^${escaped(value)}`) }
    case 'ends_with':
      return { [field]: like(`${escaped(value)}$`) }
    case 'in': {
      const list = Array.isArray(value)
        ? (value as unknown[])
        : String(value ?? '')
            .split(',')
            .map((part) => part.trim())
      return { [field]: { $in: list.flatMap((one) => meanings(one, native)) } }
    }
    case 'empty':
      return { [field]: { $in: [null, ''] } }
    case 'not_empty':
      return { [field]: { $nin: [null, ''] } }
    case 'true':
    case 'false':
      return { [field]: { $eq: operator === 'true' } }
  }
}

/** What a value may be where a field holds values of several types, or none is known. */
export function meanings(value: unknown, native: string): unknown[] {
  const types = native === '' ? ['string', 'int', 'decimal', 'bool', 'objectId'] : native.split('|')
  const all = types.map((type) => toBson(value, type)).filter((one, i) => typeOf(one) === types[i])
  return all.length > 0 ? all : [toBson(value, '')]
}

/** In the order in which the server sorts values of different types; numbers are one. */
const order = [
  ['null'],
  ['int', 'long', 'double', 'decimal'],
  ['string'],
  ['object'],
  ['array'],
  ['binData', 'uuid'],
  ['objectId'],
  ['bool'],
  ['date'],
  ['timestamp'],
  ['regex'],
]

/** Larger than a value, whatever its type: a comparison of the server meets only values of the same one. */
function beyond(field: string, value: unknown): Filter<Document> {
  const at = order.findIndex((types) => types.includes(typeOf(value)))
  const above = order
    .slice(at + 1)
    .flat()
    .filter((type) => type !== 'uuid')
  return { $or: [{ [field]: { $gt: value } }, { [field]: { $type: above } }] } as Filter<Document>
}

/** Where a reading stands: the last record's values of the fields it is sorted by, with their types, and how many were read. */
export type KeyCursor = { after: string; count: number }

export const sortOf = ({ changed, order: wanted }: TableQuery): Sort => {
  if (wanted !== undefined) return wanted.startsWith('-') ? { [wanted.slice(1)]: -1, _id: -1 } : { [wanted]: 1, _id: 1 }
  return changed && changed.field !== '_id' ? { [changed.field]: 1, _id: 1 } : { _id: 1 }
}

export const cursorBehind = (last: Document, { changed }: TableQuery): string =>
  BSON.EJSON.stringify({ _id: last['_id'], ...(changed && { value: last[changed.field] }) }, { relaxed: false })

export function behind({ after }: KeyCursor, { changed }: TableQuery): Filter<Document> {
  const { _id, value } = BSON.EJSON.parse(after, { relaxed: false }) as Document
  if (!changed || changed.field === '_id') return beyond('_id', _id)
  const { field } = changed
  return { $or: [{ [field]: { $gt: value } }, { $and: [{ [field]: { $eq: value } }, beyond('_id', _id)] }] }
}
