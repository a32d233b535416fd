import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { FieldType } from '@weft/kit/define/structure.ts'

/** What a column is declared as; a value of any kind may stand in it all the same: https://sqlite.org/datatype3.html */
export function typeOf(declared: string): FieldType {
  const said = declared.trim().toLowerCase()
  if (/^json/.test(said)) return 'json'
  if (/^bool/.test(said)) return 'boolean'
  if (/^date$/.test(said)) return 'date'
  if (/^(datetime|timestamp)/.test(said)) return 'date_time'
  if (/^time$/.test(said)) return 'time'
  // Whatever contains these letters is kept as a whole number, of 64 bits.
  if (/^(int|smallint|mediumint|tinyint|int2|int4)\b/.test(said)) return 'integer'
  if (said.includes('int')) return 'big_integer'
  if (/char|varying/.test(said)) return 'text'
  if (/real|floa|doub|num|dec/.test(said)) return 'decimal'
  return 'long_text'
}

export const isBytes = (native: string) => /blob/i.test(native) && !/int|char|clob|text/i.test(native)

/** A value as it is kept, whole numbers as such, as records carry it. */
export function valueOf(value: unknown, type: FieldType): unknown {
  if (typeof value === 'bigint') return wholeOf(value, type)
  if (typeof value === 'number') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')
  return type === 'json' && typeof value === 'string' ? jsonOf(value) : value
}

function wholeOf(value: bigint, type: FieldType): unknown {
  if (type === 'boolean' && (value === 0n || value === 1n)) return value === 1n
  return type === 'integer' && BigInt.asIntN(32, value) === value ? Number(value) : String(value)
}

/** What is declared as JSON may be any text. */
function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** A value of a record as it is compared with what is kept. */
export function keptAs(value: unknown, type: FieldType, native: string): string | number | bigint | Uint8Array | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1n : 0n
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (isBytes(native)) return Buffer.from(text, 'base64')
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true' ? 1n : 0n
  if (type === 'text' || type === 'date' || type === 'date_time' || type === 'time') return text
  // As a number where it is told by all its digits: a text is turned into one less exactly.
  if (/^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text) && type !== 'long_text')
    return BigInt(text)
  return type === 'decimal' && String(Number(text)) === text ? Number(text) : text
}
