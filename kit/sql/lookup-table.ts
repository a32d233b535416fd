import type { DescribedTable, FoundField, LookupQuery } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { fieldIn, selectByKeys, type SqlKind, type Statement } from './statement.ts'

const texts = defineMessages({
  noKey: {
    en: 'Nothing tells the records of {table} apart; please name the fields to look up by.',
    de: 'Nichts unterscheidet die Datensätze von {table}; bitte nennen Sie die Felder, nach denen gesucht wird.',
  },
})

/** A statement gets slow to prepare with more, and answers have to fit into memory. */
const most_keys = 500

type Database = {
  kind: SqlKind
  /** Runs a statement and answers its rows as records carry them. */
  rows(statement: Statement): Promise<DataRecord[]>
}

/** The records with these keys, many in one statement. */
export async function lookupTable(
  { kind, rows }: Database,
  table: DescribedTable,
  { by: wanted, keys, fields }: LookupQuery,
): Promise<DataRecord[]> {
  const by = wanted && wanted.length > 0 ? wanted : table.key
  if (by.length === 0) throw new Invalid('NO_KEY', texts.noKey({ table: table.name }))
  const own = by.map((name) => fieldIn(table, name))
  const combination = (record: DataRecord) => JSON.stringify(by.map((name) => record[name]))
  const asked = new Map(
    keys.filter((key) => own.every((field) => canBe(field, key[field.name]))).map((key) => [combination(key), key]),
  )
  const size = Math.max(1, Math.min(most_keys, kind.most_keys?.(own) ?? most_keys))
  const found: DataRecord[] = []
  const known = new Set<string>()
  for (const some of chunks([...asked.values()], size)) {
    const records = await rows(selectByKeys(kind, table, { by, fields }, some))
    // Where a database takes two keys for one, such as `A` and `a`, another part of them has met the same records.
    const fresh = records.filter((record) => !known.has(combination(record)))
    for (const record of fresh) known.add(combination(record))
    found.push(...fresh)
  }
  return found
}

const whole = /^[+-]?\d+$/
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/
const largest = { integer: 2n ** 32n, big_integer: 2n ** 63n }

/** What no value of the field can be is not there: some databases refuse to compare it, others take any word for zero. */
function canBe({ type, unsigned, length, scale }: FoundField, value: unknown): boolean {
  if (value === undefined || value === null) return false
  const text = String(value)
  switch (type) {
    case 'integer':
    case 'big_integer': {
      if (!whole.test(text)) return false
      const most = largest[type] * (unsigned ? 2n : 1n)
      return BigInt(text) < most && BigInt(text) >= -most
    }
    case 'decimal':
      return number.test(text) && (scale === undefined || fractionOf(text) <= scale)
    case 'text':
      return length === undefined || text.length <= length || [...text].length <= length
    case 'uuid':
      return /^\{?[0-9a-f]{4}(-?[0-9a-f]{4}){7}\}?$/i.test(text)
    default:
      return true
  }
}

/** How many digits a number needs behind the point; one with an exponent may be any. */
const fractionOf = (text: string) => (/[eE]/.test(text) ? 0 : text.replace(/^[^.]*\.?|0+$/g, '').length)

function* chunks<T>(all: readonly T[], size: number) {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
