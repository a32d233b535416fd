import { invalidFields } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { quoteIdentifier } from './sql/quoted.ts'
import { isTextual, type Reference, type Structure } from './structure.ts'
import { reasons } from './values/reasons.ts'

const texts = defineMessages({
  referred: {
    en: 'Still referred to by {count, plural, one {# record} other {# records}} of {structure} ({field}).',
    de: 'Darauf {count, plural, one {verweist noch # Datensatz} other {verweisen noch # Datensätze}} von {structure} ({field}).',
  },
})

/** So many keys are named of those that refer to nothing, or are referred to. */
export const mostNamed = 100

/** Whether values of a field can be compared with a key. */
export const fitsKey = (field: StructureField, key: StructureField) => kindOf(field) === kindOf(key)
const kindOf = (field: StructureField) =>
  isTextual(field) ? 'text' : field.type === 'integer' || field.type === 'big_integer' ? 'whole' : field.type

/** Refuses values by hand that refer to no record. A new record may refer to itself. */
export async function refuseDangling(
  structure: Structure,
  values: ReadonlyMap<string, string | null>,
  absent: (reference: Reference, value: string) => Promise<boolean>,
): Promise<void> {
  const problems: FieldErrors = {}
  for (const reference of structure.references?.own ?? []) {
    const { field, to, key } = reference
    const value = values.get(field.name)
    if (value === undefined || value === null) continue
    if (to.id === structure.id && values.get(key.name) === value) continue
    if (await absent(reference, value)) problems[field.name] = [reasons.noRelated({ key: value, structure: to.label })]
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

export const isStillReferred = (error: unknown) => error instanceof Conflict && error.code === 'STILL_REFERRED_TO'

/** Refuses what was brought back where it refers to a record that is gone meanwhile. */
export function refuseAbsent({ field }: Reference, absent: ReadonlySet<string>): void {
  if (absent.size > 0) throw Object.assign(new Error(`${field.name} refers to nothing`), { code: '23503' })
}

/** How a kind of database asks who refers to some records. `which` says of an alias which records they are. */
export type ReferredSql = { table(place: Reference['to']): string; which(alias: string): string }

/** Those records of `to` that `which` means, held until the transaction ends; asked first, so that what is counted then is the last word. */
export const holdSql = ({ to }: Pick<Reference, 'to'>, { table, which }: ReferredSql) =>
  `select t._id from ${table(to)} t where ${which('t')} order by t._id for update`

/** The keys others refer to, each with how often; a record that goes along counts for nothing. */
export function referredSql({ from, field, to, key }: Reference, { table, which }: ReferredSql): string {
  const name = quoteIdentifier(field.name)
  return `select c.${name} as value, count(*) as count from ${table(from)} c join ${table(to)} t on t.${quoteIdentifier(key.name)} = c.${name} where ${which('t')}${from.id === to.id ? ` and not (${which('c')})` : ''} group by c.${name} order by 1`
}

/** Refuses what would leave records without what they refer to. */
export function refuseReferred({ from, field }: Reference, found: Record<string, unknown>[]): void {
  if (found.length === 0) return
  const count = found.reduce((sum, one) => sum + Number(one['count']), 0)
  throw new Conflict(
    'STILL_REFERRED_TO',
    texts.referred({ count, structure: from.label, field: field.label ?? field.name }),
    {
      meta: {
        structure_id: from.id,
        field: field.name,
        count,
        values: found.slice(0, mostNamed).map((one) => String(one['value'])),
      },
    },
  )
}
