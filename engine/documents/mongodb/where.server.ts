import type { Document, Filter } from 'mongodb'
import type { DocumentFilter, FieldCondition } from '../document-store.ts'
import type { JsonObject, JsonScalar } from '../json.ts'
import { searchWords } from '../search-words.ts'
import { refuseUnstorable } from '../written.server.ts'
import { encodedName } from './field-names.ts'

/** A document as it lies in MongoDB. */
export type MongoRow = {
  _id: string
  project_id: string | null
  job_id: string | null
  workflow_id: string | null
  created_at: Date
  expires_at: Date | null
  document: JsonObject
  text: string | null
}

/** What MongoDB is asked for a filter; expired documents never match. */
export function whereOf(filter: DocumentFilter, now = new Date()): Filter<MongoRow> {
  refuseUnstorable(filter)
  const { ids, project_id, job_id, workflow_id, from, before, conditions = [], search } = filter
  const is = (field: keyof MongoRow, wanted: string | undefined) =>
    wanted === undefined ? [] : [{ [field]: { $eq: wanted.toLowerCase() } }]
  const parts: Document[] = [
    { $or: [{ expires_at: null }, { expires_at: { $gt: now } }] },
    ...(ids ? [{ _id: { $in: ids.map((id) => id.toLowerCase()) } }] : []),
    ...is('project_id', project_id),
    ...is('job_id', job_id),
    ...is('workflow_id', workflow_id),
    ...(from === undefined ? [] : [{ created_at: { $gte: new Date(from) } }]),
    ...(before === undefined ? [] : [{ created_at: { $lt: new Date(before) } }]),
    ...conditions.map(holds),
    ...searchWords(search).map((word) => ({ text: { $regex: literally(word) } })),
  ]
  return { $and: parts } as Filter<MongoRow>
}

function holds({ field, operator, value }: FieldCondition): Document {
  const names = (typeof field === 'string' ? [field] : field).map(encodedName)
  const paths = names.map((_, i) => ['document', ...names.slice(0, i + 1)].join('.'))
  const path = paths.at(-1)!
  // MongoDB looks into lists by itself; here a list is a value of another kind, and has no fields.
  const isSure = (comparison: Document): Document => ({
    $and: [{ [path]: comparison }, ...paths.map((one) => ({ [one]: { $not: { $type: 'array' } } }))],
  })
  const equals = (wanted: JsonScalar): Document =>
    wanted === null
      ? { $or: [...paths.slice(0, -1).map((one) => ({ [one]: { $type: 'array' } })), isMissing(path)] }
      : isSure({ $eq: wanted })
  switch (operator) {
    case 'equals':
      return equals(value)
    case 'not_equals':
      return { $nor: [equals(value)] }
    case 'in':
      return value.length === 0 ? { _id: { $in: [] } } : { $or: value.map(equals) }
    case 'starts_with':
      return isSure({ $regex: `^${literally(value)}` })
    case 'contains':
      return isSure({ $regex: literally(value) })
    default:
      return isSure({ [signs[operator]]: value })
  }
}

const signs = { less: '$lt', less_or_equal: '$lte', greater: '$gt', greater_or_equal: '$gte' }

const isMissing = (path: string): Document => ({
  $and: [{ [path]: { $eq: null } }, { [path]: { $not: { $type: 'array' } } }],
})

const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
