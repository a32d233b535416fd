import type pg from 'pg'
import { referredSql, holdSql, refuseAbsent, refuseReferred, mostNamed } from '../references.ts'
import type { Reference } from '../structure.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import { cancellable } from './cancel.server.ts'
import { columnType } from './columns.ts'
import { tableOf } from './names.ts'

type Client = Pick<pg.PoolClient, 'query'>

/** Which of these values, each beside the name it is known by, are no key; the records of the others stay until the transaction ends. */
export async function absentKeys(
  client: Client,
  { field, to, key }: Reference,
  named: [name: string, value: string][],
): Promise<Set<string>> {
  const { rows } = await client.query<{ n: number }>(
    `select r.n::int as n from unnest($1::text[]) with ordinality r(value, n) join ${tableOf(to)} t on t.${quoteIdentifier(key.name)} = r.value::${columnType(field)} order by t._id for key share of t`,
    [named.map(([, value]) => value)],
  )
  const found = new Set(rows.map(({ n }) => n - 1))
  return new Set(named.filter((_, i) => !found.has(i)).map(([name]) => name))
}

/** Refuses to take away records that others have to refer to; those that go are held until the transaction ends. */
export async function refuseWhereReferred(
  client: Client,
  structure: Structure,
  which: (alias: string) => string,
  values: unknown[] = [],
): Promise<void> {
  const others = structure.references?.others ?? []
  if (others.length === 0) return
  await client.query(holdSql({ to: structure }, { table: tableOf, which }), values)
  for (const reference of others)
    refuseReferred(reference, (await client.query(referredSql(reference, { table: tableOf, which }), values)).rows)
}

/** Refuses records as they stand, `which` of them as `t`, where they refer to nothing. */
export async function refuseWhereDangling(client: Client, structure: Structure, which: string): Promise<void> {
  for (const reference of structure.references?.own ?? []) {
    const name = quoteIdentifier(reference.field.name)
    const { rows } = await client.query<{ value: string }>(
      `select distinct t.${name}::text as value from ${tableOf(structure)} t where ${which} and t.${name} is not null`,
    )
    refuseAbsent(
      reference,
      await absentKeys(
        client,
        reference,
        rows.map(({ value }) => [value, value]),
      ),
    )
  }
}

/** The values that refer to nothing, and how many records hold one. */
export async function danglingValues(
  pool: () => Promise<pg.Pool>,
  reference: Reference,
): Promise<{ count: number; values: string[] }> {
  const { field, from, to, key } = reference
  const name = quoteIdentifier(field.name)
  const rows = await cancellable<{ value: string; total: string }>(
    await pool(),
    `select c.${name}::text as value, sum(count(*)) over () as total from ${tableOf(from)} c where c.${name} is not null and not exists (select from ${tableOf(to)} t where t.${quoteIdentifier(key.name)} = c.${name}) group by c.${name} order by count(*) desc, 1 limit ${mostNamed}`,
    [],
  )
  return { count: Number(rows[0]?.total ?? 0), values: rows.map(({ value }) => value) }
}
