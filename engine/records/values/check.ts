import { parseJson } from '@weft/kit/define/parse-json.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import { inserted, type Message } from '@weft/kit/messages/messages.ts'
import { dateTimeText, dateText, timeText } from './moments.ts'
import { reasons } from './reasons.ts'

/** The text a value is stored as, or why it cannot be. Never null: emptiness is the caller's affair. */
type Checked = string | Message
export type Check = (value: unknown) => Checked

/** Whether a value counts as none: text keeps its empty string, every other type reads it as nothing. */
export const isNothing = (field: StructureField, value: unknown) =>
  value === null || value === undefined || (value === '' && field.type !== 'text' && field.type !== 'long_text')

/** Builds the function that turns a present value into the text the database is given. */
export function checkFor(field: StructureField): Check {
  switch (field.type) {
    case 'text':
    case 'long_text':
      return textCheck(field)
    case 'integer':
      return integerCheck(field, field.unsigned ? [0n, 4_294_967_295n] : [-2_147_483_648n, 2_147_483_647n])
    case 'big_integer':
      return integerCheck(
        field,
        field.unsigned ? [0n, 18_446_744_073_709_551_615n] : [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
      )
    case 'decimal':
      return decimalCheck(field)
    case 'boolean':
      return booleanText
    case 'date':
      return dateText
    case 'date_time':
      return dateTimeText
    case 'time':
      return timeText
    case 'uuid':
      return (value) => (typeof value === 'string' && isUuid(value) ? value.toLowerCase() : reasons.notUuid())
    case 'choice':
      return choiceCheck(field)
    case 'json':
      return (value) => (typeof value === 'string' && isJson(value) ? storable(value) : jsonText(value))
    case 'object':
    case 'list':
      return nestedCheck(field)
  }
}

function textCheck({ length, min = 0, max = Infinity }: StructureField): Check {
  const limit = Math.min(length ?? Infinity, max)
  return (value) => {
    const text =
      typeof value === 'string'
        ? value
        : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
          ? String(value)
          : undefined
    if (text === undefined) return reasons.notText()
    if (text.length > limit || text.length < min) {
      const actual = [...text].length
      if (actual > limit) return reasons.tooLong({ length: limit, actual })
      if (actual < min) return reasons.tooShort({ length: min, actual })
    }
    return text.includes('\0') || !text.isWellFormed() ? reasons.badCharacter() : text
  }
}

// What nearly every record holds, recognised without taking it apart.
const plainWhole = /^(?:0|-?[1-9]\d{0,8})$/
const plainDecimal = /^-?\d{1,15}(?:\.\d{1,15})?$/

const wholeNumber = /^\s*([+-]?)0*(\d+)\s*$/
function integerCheck({ min, max, unsigned }: StructureField, [lowest, highest]: [bigint, bigint]): Check {
  const low = Number(lowest)
  const high = Number(highest)
  const within = (value: number) =>
    min !== undefined && value < min
      ? reasons.tooSmall({ min })
      : max !== undefined && value > max
        ? reasons.tooLarge({ max })
        : undefined
  const below = () => (unsigned ? reasons.negative() : reasons.outOfRange())
  return (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      if (value < low) return below()
      if (value > high) return reasons.outOfRange()
      return within(value) ?? String(value)
    }
    if (typeof value === 'string' && plainWhole.test(value) && Number(value) >= low)
      return within(Number(value)) ?? value
    const found = wholeNumber.exec(typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value : '')
    if (!found) return reasons.notInteger()
    const text = found[1] === '-' && found[2] !== '0' ? `-${found[2]}` : found[2]!
    if (text.length > 9) {
      const exact = BigInt(text)
      if (exact < lowest) return below()
      if (exact > highest) return reasons.outOfRange()
    } else if (Number(text) < low) return below()
    return within(Number(text)) ?? text
  }
}

/** A decimal written in digits, maybe with a fraction, fits a field for certain if it is shorter than this. */
export function plainLength({ precision, scale = 0, min, max, unsigned }: StructureField): number {
  if (unsigned || min !== undefined || max !== undefined) return 0
  return Math.min(precision === undefined ? Infinity : precision - scale, 15) + 1
}

const number = /^\s*[+-]?(\d+)?(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/
function decimalCheck(field: StructureField): Check {
  const { precision, scale = 0, min, max, unsigned } = field
  const room = precision === undefined ? Infinity : precision - scale
  const safe = plainLength(field)
  return (value) => {
    const text =
      typeof value === 'number' || typeof value === 'bigint'
        ? String(value)
        : typeof value === 'string'
          ? value.trim()
          : ''
    if (text.length < safe && plainDecimal.test(text)) return text
    const found = number.exec(text)
    if (!found || (found[1] === undefined && !found[2])) return reasons.notDecimal()
    const size = Number(text)
    if (unsigned && size < 0) return reasons.negative()
    if (Math.abs(size) >= 10 ** room || (found[3] !== undefined && Math.abs(Number(found[3])) > 1000))
      return reasons.outOfRange()
    if (min !== undefined && size < min) return reasons.tooSmall({ min })
    if (max !== undefined && size > max) return reasons.tooLarge({ max })
    return text
  }
}

const truth = new Map<unknown, string>([
  [true, 'true'],
  [1, 'true'],
  ['true', 'true'],
  ['1', 'true'],
  ['t', 'true'],
  ['y', 'true'],
  ['yes', 'true'],
  ['j', 'true'],
  ['ja', 'true'],
  ['on', 'true'],
  [false, 'false'],
  [0, 'false'],
  ['false', 'false'],
  ['0', 'false'],
  ['f', 'false'],
  ['n', 'false'],
  ['no', 'false'],
  ['nein', 'false'],
  ['off', 'false'],
])
const booleanText: Check = (value) =>
  truth.get(value) ?? truth.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? reasons.notBoolean()

function choiceCheck({ values = [] }: StructureField): Check {
  const allowed = new Set(values)
  return (value) => {
    const text = typeof value === 'string' ? value : String(value)
    return allowed.has(text) ? text : reasons.notChoice({ values: values.join(', ') })
  }
}

function jsonText(value: unknown): Checked {
  try {
    const text = JSON.stringify(value) as string | undefined
    return text === undefined ? reasons.notJson() : storable(text)
  } catch {
    return reasons.notJson()
  }
}

const escape = /\\u(?:0000|[dD][89a-fA-F])/
/** JSON as PostgreSQL takes it; what cannot move there must not come to MariaDB. */
const storable = (text: string): Checked =>
  !text.isWellFormed() || (escape.test(text) && !isStorable(JSON.stringify(JSON.parse(text))))
    ? reasons.badCharacter()
    : text

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function nestedCheck(field: StructureField): Check {
  const inner = (field.fields ?? []).map((f) => ({ field: f, check: checkFor(f) }))
  const isList = field.type === 'list'
  return (given) => {
    let value = given
    if (typeof given === 'string') {
      if (!isJson(given)) return isList ? reasons.notList() : reasons.notObject()
      value = parseJson(given)
    }
    if (!isList) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return reasons.notObject()
      return insideOf(inner, value as Record<string, unknown>, '') ?? textFor(given, value)
    }
    if (!Array.isArray(value)) return reasons.notList()
    if (field.min !== undefined && value.length < field.min) return reasons.tooFew({ min: field.min })
    if (field.max !== undefined && value.length > field.max) return reasons.tooMany({ max: field.max })
    if (inner.length > 0)
      for (const [i, entry] of value.entries()) {
        if (typeof entry !== 'object' || entry === null) return within(String(i), reasons.notObject())
        const problem = insideOf(inner, entry as Record<string, unknown>, `${i}.`)
        if (problem) return problem
      }
    return textFor(given, value)
  }
}

/** What was given as text stays as it is: numbers in it may have more digits than JSON made of them again would. */
const textFor = (given: unknown, value: unknown) => (typeof given === 'string' ? storable(given) : jsonText(value))

function insideOf(
  inner: { field: StructureField; check: Check }[],
  value: Record<string, unknown>,
  path: string,
): Message | undefined {
  for (const { field, check } of inner) {
    const entry = value[field.name]
    const reason = isNothing(field, entry) ? (field.required ? reasons.required() : undefined) : check(entry)
    if (typeof reason === 'object') return within(`${path}${field.name}`, reason)
  }
  return undefined
}

/** A reason with the place in front, in each language. */
const within = (path: string, reason: Message): Message =>
  inserted(reasons.inside({ path, reason: '' }), 'reason', reason)
