import { textOf } from '@weft/kit/define/compare.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { EntitySet } from './metadata.ts'
import { literal, type Version } from './values.ts'

type Place = { set: EntitySet; version: Version }
const fieldIn = ({ set }: Place, name: string) => set.fields.find((field) => field.name === name)
const pathOf = (name: string) => name.replaceAll('.', '/')
const lit = (place: Place, name: string, value: unknown) => literal(fieldIn(place, name), place.version, value)

/** A comparison in the language of the service. */
export function conditionText(place: Place, { field, operator, value }: Condition): string {
  const name = pathOf(field)
  const compared = (sign: string, to: unknown = value) => `${name} ${sign} ${lit(place, field, to)}`
  const text = `'${textOf(value ?? '').replaceAll("'", "''")}'`
  switch (operator) {
    case 'equals':
      return value === null || value === undefined || value === '' ? isEmpty(place, field) : compared('eq')
    case 'not_equals':
      return value === null || value === undefined || value === '' ? `not (${isEmpty(place, field)})` : compared('ne')
    case 'greater':
      return compared('gt')
    case 'greater_or_equal':
      return compared('ge')
    case 'less':
      return compared('lt')
    case 'less_or_equal':
      return compared('le')
    case 'contains':
      return place.version === 'v4' ? `contains(${name},${text})` : `substringof(${text},${name}) eq true`
    case 'starts_with':
      return `startswith(${name},${text})${place.version === 'v4' ? '' : ' eq true'}`
    case 'ends_with':
      return `endswith(${name},${text})${place.version === 'v4' ? '' : ' eq true'}`
    case 'in': {
      const list = Array.isArray(value)
        ? value
        : textOf(value ?? '')
            .split(',')
            .map((one) => one.trim())
      return `(${list.map((one) => compared('eq', one)).join(' or ') || 'false'})`
    }
    case 'empty':
      return isEmpty(place, field)
    case 'not_empty':
      return `not (${isEmpty(place, field)})`
    case 'true':
    case 'false':
      return `${name} eq ${operator}`
  }
}

const isEmpty = (place: Place, name: string) =>
  fieldIn(place, name)?.edm === 'Edm.String'
    ? `(${pathOf(name)} eq null or ${pathOf(name)} eq '')`
    : `${pathOf(name)} eq null`

/** All records behind one, in the order of the key. */
export const behindText = (place: Place, key: readonly string[], last: DataRecord): string =>
  key
    .map((name, i) =>
      [
        ...key.slice(0, i).map((one) => `${one} eq ${lit(place, one, last[one])}`),
        `${name} gt ${lit(place, name, last[name])}`,
      ].join(' and '),
    )
    .map((part) => `(${part})`)
    .join(' or ')

/** The records with one of these keys. */
export const keysText = (place: Place, by: readonly string[], keys: readonly DataRecord[]): string =>
  keys.map((key) => `(${by.map((name) => `${name} eq ${lit(place, name, key[name])}`).join(' and ')})`).join(' or ')

/** The address of one record behind its entity set: `(7)`, or `(Order=7,Line=1)`. */
export function keyPredicate(place: Place, key: readonly string[], record: DataRecord): string {
  const values = key.map((name) => encodeURIComponent(lit(place, name, record[name])))
  return key.length === 1 ? `(${values[0]})` : `(${key.map((name, i) => `${name}=${values[i]}`).join(',')})`
}
