import { Decimal } from 'decimal.js'
import { Binary, BSON, Decimal128, Double, Int32, Long, ObjectId, UUID } from 'mongodb'

/** Values as they lie there: what becomes of them in a record is decided here, and not by the driver, which rounds. */
export const asTheyAre = { promoteValues: false } as const

/** What a value is called by `$type`: https://www.mongodb.com/docs/manual/reference/bson-types/ */
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  if (value instanceof RegExp) return 'regex'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'double'
  const kind = (value as { _bsontype?: string })._bsontype
  if (kind === 'Binary') return (value as Binary).sub_type === Binary.SUBTYPE_UUID ? 'uuid' : 'binData'
  return kind === undefined ? 'object' : (names[kind] ?? kind)
}
const names: Record<string, string> = {
  ObjectId: 'objectId',
  Int32: 'int',
  Long: 'long',
  Double: 'double',
  Decimal128: 'decimal',
  Timestamp: 'timestamp',
  BSONRegExp: 'regex',
}

/** A value as a record carries it. */
export function fromBson(value: unknown): unknown {
  switch (typeOf(value)) {
    case 'null':
      return null
    case 'int':
      return Number(value)
    case 'double':
      return String(Number(value))
    case 'decimal':
      return plain(String(value))
    case 'object':
    case 'array':
      return nested(value)
    default:
      return simple(value)
  }
}

/** Inside of documents and lists numbers are numbers where one of JavaScript holds them, as in any JSON. */
function nested(value: unknown): unknown {
  switch (typeOf(value)) {
    case 'null':
      return null
    case 'int':
    case 'double':
      return Number(value)
    case 'long': {
      const number = Number(String(value))
      return Number.isSafeInteger(number) ? number : String(value)
    }
    case 'decimal':
      return plain(String(value))
    case 'array':
      return (value as unknown[]).map(nested)
    case 'object':
      return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, nested(inner)]))
    default:
      return simple(value)
  }
}

function simple(value: unknown): unknown {
  switch (typeOf(value)) {
    case 'string':
    case 'bool':
      return value
    case 'date':
      return isoOf(value as Date)
    case 'long':
    case 'timestamp':
    case 'objectId':
    case 'uuid':
      return String(value)
    case 'binData':
      return Buffer.from((value as Binary).value()).toString('base64')
    default:
      return BSON.EJSON.serialize(value, { relaxed: false })
  }
}

const isoOf = (date: Date) =>
  Number.isNaN(date.getTime())
    ? null
    : date.toISOString().replace(/\.(\d*?)0+Z$/, (_, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`))

/** `1.20E+3` as `1200`; not a number, and endless, as they are called. */
const plain = (text: string) => (/^-?\d.*E/i.test(text) ? new Decimal(text).toFixed() : text)

/** A value of a record as it is kept in a field of these types, `int|long` or none known. */
export function toBson(value: unknown, native: string): unknown {
  if (value === null || value === undefined) return null
  for (const type of native.split('|')) {
    const made = made_of[type]?.(value)
    if (made !== undefined) return made
  }
  return unknown(value)
}

const whole = /^[+-]?\d+$/
const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
/** Undefined where the value is none of this type. */
const made_of: Record<string, ((value: unknown) => unknown) | undefined> = {
  objectId: (value) =>
    /^[0-9a-f]{24}$/i.test(String(value)) ? ObjectId.createFromHexString(String(value)) : undefined,
  int: (value) =>
    whole.test(String(value)) && fitsInto(32, BigInt(String(value))) ? new Int32(Number(value)) : undefined,
  long: (value) =>
    whole.test(String(value)) && fitsInto(64, BigInt(String(value)))
      ? Long.fromBigInt(BigInt(String(value)))
      : undefined,
  // What a double would round is kept with all its digits.
  double: (value) => (isExact(String(value)) ? new Double(Number(value)) : undefined),
  decimal: (value) => (number.test(String(value)) ? Decimal128.fromString(String(value)) : undefined),
  bool: (value) => (/^(true|false)$/.test(String(value)) ? String(value) === 'true' : undefined),
  date: (value) => dateOf(String(value)),
  string: (value) => (typeof value === 'object' ? undefined : String(value)),
  uuid: (value) => (UUID.isValid(String(value)) ? new UUID(String(value)).toBinary() : undefined),
  binData: (value) => (typeof value === 'string' ? new Binary(Buffer.from(value, 'base64')) : undefined),
  object: (value) => (typeof value === 'object' && !Array.isArray(value) ? nestedBson(value) : undefined),
  array: (value) => (Array.isArray(value) ? nestedBson(value) : undefined),
}

const fitsInto = (bits: number, value: bigint) => BigInt.asIntN(bits, value) === value
const isExact = (text: string) => number.test(text) && new Decimal(text).equals(new Decimal(Number(text)))
const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/
/** A clock on the wall is taken for one in UTC; what is less than a millisecond does not fit. */
function dateOf(text: string): Date | undefined {
  const short = text.replace(/(\.\d{3})0+(?=Z|[+-]|$)/, '$1')
  if (!moment.test(short)) return undefined
  const date = new Date(/T/.test(short) && !/(Z|[+-]\d\d:\d\d)$/.test(short) ? `${short}Z` : short)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function unknown(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) ? (made_of['int']!(value) ?? new Double(value)) : new Double(value)
  return typeof value === 'object' ? nestedBson(value) : value
}

/** Names that begin with `$` would be taken for what the server is to do; the driver and the server refuse them inside of documents. */
function nestedBson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nestedBson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, nestedBson(inner)]))
  return typeof value === 'number' ? unknown(value) : value
}
