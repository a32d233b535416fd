import { holdSql, mostNamed, referredSql, refuseAbsent, refuseReferred } from '../references.ts'
import type { Reference } from '../structure.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { cancellable } from './cancel.server.ts'
import { literal, type Names } from './names.ts'
import type { MysqlAccess } from './reader.server.ts'
import { rows, type RowRequest } from './rows.server.ts'

/** So many values are asked for at once. */
const partSize = 500

/** Which of these literals, each beside the name it is known by, are no key; the records of the others stay until the transaction ends. */
export async function absentKeys(
  at: RowRequest,
  names: Names,
  { to, key }: Reference,
  named: [name: string, literal: string][],
): Promise<Set<string>> {
  const found = new Set<number>()
  for (let from = 0; from < named.length; from += partSize) {
    const asked = named
      .slice(from, from + partSize)
      .map(([, literal], i) => `select ${from + i} as n, ${literal} as value`)
      .join(' union all ')
    const there = await rows<{ n: number }>(
      at,
      // The version stands in no index of the key: without it the index alone would be held, and a record is deleted by another one.
      `select r.n, t._version from (${asked}) r join ${names.table(to)} t on t.${quoteIdentifier(key.name)} = r.value order by t._id lock in share mode`,
    )
    for (const { n } of there) found.add(Number(n))
  }
  return new Set(named.filter((_, i) => !found.has(i)).map(([name]) => name))
}

/** Refuses to take away records that others have to refer to, in a transaction `seeingAll`; those that go are held until it ends. */
export async function refuseWhereReferred(
  at: RowRequest,
  { names }: Pick<MysqlAccess, 'names'>,
  structure: Structure,
  which: (alias: string) => string,
): Promise<void> {
  const others = structure.references?.others ?? []
  if (others.length === 0) return
  const place = { table: names.table, which }
  await rows(at, holdSql({ to: structure }, place))
  for (const reference of others) refuseReferred(reference, await rows(at, referredSql(reference, place)))
}

/** Refuses records as they stand, `which` of them as `t`, where they refer to nothing. */
export async function refuseWhereDangling(
  at: RowRequest,
  { names }: Pick<MysqlAccess, 'names'>,
  structure: Structure,
  which: string,
): Promise<void> {
  for (const reference of structure.references?.own ?? []) {
    const name = quoteIdentifier(reference.field.name)
    const found = await rows<{ value: unknown }>(
      at,
      `select distinct t.${name} as value from ${names.table(structure)} t where ${which} and t.${name} is not null`,
    )
    const named = found.map(({ value }): [string, string] => [String(value), literal(String(value))])
    refuseAbsent(reference, await absentKeys(at, names, reference, named))
  }
}

/** The values that refer to nothing, and how many records hold one. */
export async function danglingValues(
  { pool, names }: MysqlAccess,
  { field, from, to, key }: Reference,
): Promise<{ count: number; values: string[] }> {
  const name = quoteIdentifier(field.name)
  const found = await cancellable<{ value: unknown; total: unknown }>(
    await pool(),
    `select c.${name} as value, sum(count(*)) over () as total from ${names.table(from)} c where c.${name} is not null and not exists (select 1 from ${names.table(to)} t where t.${quoteIdentifier(key.name)} = c.${name}) group by c.${name} order by count(*) desc, 1 limit ${mostNamed}`,
  )
  return { count: Number(found[0]?.total ?? 0), values: found.map(({ value }) => String(value)) }
}
