import type { JsonObject, JsonValue } from '../json.ts'

/**
 * MongoDB reads dots as paths and dollars as operators, and some servers refuse both in names: in the database they stand as
 * percent-encoded, as does an empty name.
 */
export const encodedName = (name: string) =>
  name === '' ? '%' : name.replaceAll(/[%.$]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const decodedName = (name: string) =>
  name === '%' ? '' : name.replaceAll(/%(25|2E|24)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

/** Not every server takes a list directly in a list: such a one lies in an object under this name, which no field has. */
const inList = '%[]'

export function encodedNames(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [encodedName(name), encoded(value)]))
}

function encoded(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((one) => (Array.isArray(one) ? { [inList]: encoded(one) } : encoded(one)))
  return typeof value === 'object' && value !== null ? encodedNames(value) : value
}

export function decodedNames(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [decodedName(name), decoded(value)]))
}

function decoded(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(decoded)
  if (typeof value !== 'object' || value === null) return value
  return inList in value ? decoded(value[inList]!) : decodedNames(value)
}
