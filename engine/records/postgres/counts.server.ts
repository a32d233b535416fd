import type pg from 'pg'
import { quoted, schemaOf } from './names.ts'
import { manyRows } from './search-index.server.ts'

/** How many records each structure holds: counted, or estimated where counting takes long. Structures without a table are left out. */
export async function recordCounts(pool: pg.Pool, structures: { id: string; project_id: string; table_name: string }[]): Promise<Record<string, { total: number; about: boolean }>> {
  if (structures.length === 0) return {}
  const names = structures.map((structure) => `${quoted(schemaOf(structure.project_id))}.${quoted(structure.table_name)}`)
  // What the planner thinks: the density of the last analysis times the pages of now.
  const { rows } = await pool.query<{ n: number; guess: number; pages: number }>(
    `select w.n::int - 1 as n, c.reltuples::float8 as guess, (pg_relation_size(c.oid) / 8192)::int as pages from unnest($1::text[]) with ordinality w (name, n) join pg_class c on c.oid = to_regclass(w.name)`,
    [names],
  )
  const counts: Record<string, { total: number; about: boolean }> = {}
  const small = rows.filter(({ guess, pages }) => Math.max(guess, 0) < manyRows && pages < 2_000)
  for (const { n, guess } of rows.filter((row) => !small.includes(row))) counts[structures[n]!.id] = { total: Math.max(0, Math.round(guess)), about: true }
  if (small.length > 0) {
    const { rows: counted } = await pool.query<{ n: number; total: number }>(small.map(({ n }) => `select ${n} as n, count(*)::int as total from ${names[n]}`).join(' union all '))
    for (const { n, total } of counted) counts[structures[n]!.id] = { total, about: false }
  }
  return counts
}
