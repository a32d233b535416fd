import {
  AndFilter,
  EqualityFilter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
  type Filter,
} from 'ldapts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { typeOf, type Schema } from './schema.ts'
import { writtenText } from './values.ts'

/** A comparison as the directory makes it. Values travel beside the filter and never in a text of it. */
export function filterOf(schema: Schema, { field, operator, value }: Condition): Filter {
  // A name of an entry is an attribute of it, too.
  const attribute = field === 'dn' ? nameAttribute(schema) : field
  const kind = typeOf(schema, attribute)
  const written = (one: unknown) => writtenText(kind, one)
  const equals = (one: unknown) => new EqualityFilter({ attribute, value: written(one) })
  const present = new PresenceFilter({ attribute })
  const not = (filter: Filter) => new NotFilter({ filter })
  const isNothing = value === null || value === undefined || value === ''
  switch (operator) {
    case 'equals':
      return isNothing ? not(present) : equals(value)
    case 'not_equals':
      return isNothing ? present : not(equals(value))
    case 'greater_or_equal':
      return new GreaterThanEqualsFilter({ attribute, value: written(value) })
    case 'less_or_equal':
      return new LessThanEqualsFilter({ attribute, value: written(value) })
    case 'greater':
      return new AndFilter({
        filters: [new GreaterThanEqualsFilter({ attribute, value: written(value) }), not(equals(value))],
      })
    case 'less':
      return new AndFilter({
        filters: [new LessThanEqualsFilter({ attribute, value: written(value) }), not(equals(value))],
      })
    case 'contains':
      return isNothing ? present : new SubstringFilter({ attribute, any: [written(value)] })
    case 'starts_with':
      return isNothing ? present : new SubstringFilter({ attribute, initial: written(value) })
    case 'ends_with':
      return isNothing ? present : new SubstringFilter({ attribute, final: written(value) })
    case 'in':
      return new OrFilter({ filters: entriesOf(value).map(equals) })
    case 'empty':
      return not(present)
    case 'not_empty':
      return present
    case 'true':
      return new EqualityFilter({ attribute, value: 'TRUE' })
    case 'false':
      return new EqualityFilter({ attribute, value: 'FALSE' })
  }
}

/** What Active Directory and the others call it. */
const nameAttribute = ({ attributes }: Schema) => (attributes.has('entrydn') ? 'entryDN' : 'distinguishedName')

const entriesOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? (value as unknown[])
    : String(value ?? '')
        .split(',')
        .map((one) => one.trim())
