import type { DataRecord } from '@weft/kit/define/record.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { BSON, type AbstractCursor, type Db, type Document } from 'mongodb'
import { asTheyAre, toBson } from './values.server.ts'

const texts = defineMessages({
  noJson: { en: 'The question is no JSON: {reason}', de: 'Die Abfrage ist kein JSON: {reason}' },
  neither: {
    en: 'Ask with "find" and "filter", or with "aggregate" and "pipeline".',
    de: 'Fragen Sie mit "find" und "filter" oder mit "aggregate" und "pipeline".',
  },
})

/**
 * `{ "find": "orders", "filter": { "total": { "$gt": "$1" } }, "sort": { "at": -1 }, "limit": 10 }` or
 * `{ "aggregate": "orders", "pipeline": [ … ] }`, as the server's own commands are written. Extended JSON says of what type a value is;
 * `"$1"` stands for the first parameter.
 */
export function cursorOf(db: Db, text: string, parameters: readonly unknown[]): AbstractCursor<Document> {
  const question = filled(parsed(text), parameters) as Document
  const { find, filter = {}, sort, projection, limit, skip, aggregate, pipeline } = question
  if (typeof aggregate === 'string' && Array.isArray(pipeline))
    return db.collection(aggregate).aggregate(pipeline as Document[], asTheyAre)
  if (typeof find !== 'string') throw new Invalid('STATEMENT_REFUSED', texts.neither())
  const cursor = db.collection(find).find(filter as Document, asTheyAre)
  if (sort) cursor.sort(sort as Document as Record<string, 1 | -1>)
  if (projection) cursor.project(projection as Document)
  if (limit !== undefined) cursor.limit(Number(limit))
  if (skip !== undefined) cursor.skip(Number(skip))
  return cursor
}

function parsed(text: string): unknown {
  try {
    const question = parseJson(text)
    if (typeof question !== 'object' || question === null) throw new Error('{ … }')
    return BSON.EJSON.deserialize(question, { relaxed: false }) as unknown
  } catch (cause) {
    throw new Invalid('STATEMENT_REFUSED', texts.noJson({ reason: (cause as Error).message }), { cause })
  }
}

function filled(value: unknown, parameters: readonly unknown[]): unknown {
  if (typeof value === 'string') {
    const place = /^\$(\d+)$/.exec(value)?.[1]
    return place === undefined ? value : toBson(parameters[Number(place) - 1], '')
  }
  if (Array.isArray(value)) return value.map((inner) => filled(inner, parameters))
  if (typeof value !== 'object' || value === null || '_bsontype' in value || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filled(inner, parameters)]),
  ) as DataRecord
}
