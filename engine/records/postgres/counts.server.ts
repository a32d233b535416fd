import type pg from 'pg'
import { projectSchema } from './names.ts'
import { manyRows } from '../store.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

/** How many records each structure holds: counted, or estimated where counting takes long. Structures without a table are left out. */
export async function recordCounts(
  pool: pg.Pool,
  structures: { id: string; project_id: string; table_name: string }[],
): Promise<Record<string, { total: number; about: boolean }>> {
  if (structures.length === 0) return {}
  const names = structures.map(
    (structure) => `${quoteIdentifier(projectSchema(structure.project_id))}.${quoteIdentifier(structure.table_name)}`,
  )
  const { rows } = await pool.query<{ n: number; pages: number; guess: number }>(
    `select w.n::int - 1 as n, (pg_relation_size(c.oid) / 8192)::int as pages, c.reltuples::float8 as guess from unnest($1::text[]) with ordinality w (name, n) join pg_class c on c.oid = to_regclass(w.name)`,
    [names],
  )
  const isSmall = ({ guess, pages }: { guess: number; pages: number }) => guess < manyRows && pages < 2_000
  const counts: Record<string, { total: number; about: boolean }> = {}
  for (const { n } of rows.filter((row) => !isSmall(row))) {
    const { rows: plan } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select 1 from ${names[n]}`,
    )
    counts[structures[n]!.id] = { total: plan[0]!['QUERY PLAN'][0].Plan['Plan Rows'], about: true }
  }
  const small = rows.filter(isSmall)
  if (small.length > 0) {
    const { rows: counted } = await pool.query<{ n: number; total: number }>(
      small.map(({ n }) => `select ${n} as n, count(*)::int as total from ${names[n]}`).join(' union all '),
    )
    for (const { n, total } of counted) counts[structures[n]!.id] = { total, about: false }
  }
  return counts
}
