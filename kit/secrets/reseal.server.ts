import { sql, type RawBuilder } from 'kysely'
import { inScope, systemScope, type Database, type Scoped } from '../database/connect.server.ts'
import type { Keyring } from './keyring.server.ts'
import { keyIdOf, seal, unseal } from './seal.server.ts'
import { placeIn, sealedColumns, type SealedColumn } from './sealed-columns.ts'

/** How many secrets of a column were sealed anew, and how many no known key opens. */
export type Resealed = { table: string; column: string; turned: number; closed: number }

/** Rows are read and turned in one short transaction of so many. */
const batch = 50

/**
 * Seals every secret anew that is not sealed with the current key and bound to its place, in small batches while others read and
 * write. A value somebody changes meanwhile is theirs; stopped in between, the next run goes on where something is left. Whoever
 * wrote with the older key while this ran is found by the last round, which finds nothing.
 */
export async function resealAll(db: Database, keys: Keyring, signal?: AbortSignal): Promise<Resealed[]> {
  const total = new Map<string, Resealed>()
  for (;;) {
    let turned = 0
    for (const column of Object.values<SealedColumn>(sealedColumns)) {
      const done = await resealColumn(db, keys, column, signal)
      const before = total.get(`${done.table}.${done.column}`)
      total.set(`${done.table}.${done.column}`, { ...done, turned: done.turned + (before?.turned ?? 0) })
      turned += done.turned
    }
    if (signal?.aborted) break
    if (turned === 0) {
      await noteWhole(db, keys, [...total.values()])
      break
    }
  }
  return [...total.values()].filter((one) => one.turned > 0 || one.closed > 0)
}

/** Whether a run has found everything sealed with the current key. */
export async function isAllSealed(db: Database, keys: Keyring): Promise<boolean> {
  const row = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('key_check').select('all_sealed_with').executeTakeFirst(),
  )
  return row?.all_sealed_with === keys.current().id
}

const noteWhole = (db: Database, keys: Keyring, found: Resealed[]) =>
  inScope(db, systemScope, (trx) =>
    trx
      .updateTable('key_check')
      .set({ all_sealed_with: found.every(({ closed }) => closed === 0) ? keys.current().id : '' })
      .execute(),
  )

async function resealColumn(
  db: Database,
  keys: Keyring,
  column: SealedColumn,
  signal?: AbortSignal,
): Promise<Resealed> {
  let [turned, closed] = [0, 0]
  let last: string[] | undefined
  while (!signal?.aborted) {
    const rows = await inScope(db, systemScope, async (trx) => {
      await sql`select set_config('weft.resealing', 'on', true)`.execute(trx)
      const found = await rowsAfter(trx, column, last)
      for (const row of found) {
        for (const { path, sealed } of secretsIn(column, row.value)) {
          if (keyIdOf(sealed) === keys.current().id) continue
          const outcome = await turn(trx, keys, column, row, path, sealed)
          if (outcome === 'turned') turned++
          if (outcome === 'closed') closed++
        }
      }
      return found
    })
    if (rows.length < batch) break
    last = rows.at(-1)!.names
  }
  return { table: column.table, column: column.column, turned, closed }
}

type Row = { names: string[]; tenant_id: string | null; value: unknown }

async function rowsAfter(trx: Scoped, column: SealedColumn, last: string[] | undefined): Promise<Row[]> {
  const names = order(column).map((name) => sql`${sql.ref(name)}::text`)
  const list = sql.join(names)
  const { rows } = await sql<Row>`
    select array[${list}] as names, ${column.tenant ? sql.ref('tenant_id') : sql`null`} as tenant_id, ${sql.ref(column.column)} as value from ${sql.table(column.table)}
    where ${sql.ref(column.column)} is not null and ${last ? sql`array[${list}] > ${last}::text[]` : sql`true`} order by array[${list}] limit ${batch}`.execute(
    trx,
  )
  return rows
}

/** What tells a row from all others: where its own names only hold within a tenant, the tenant before them. */
const order = (column: SealedColumn) =>
  column.tenant && !column.row.includes('tenant_id') ? ['tenant_id', ...column.row] : column.row

function* secretsIn(
  { type }: SealedColumn,
  value: unknown,
  path: string[] = [],
): Generator<{ path: string[]; sealed: Buffer }> {
  if (type === 'bytea') yield { path, sealed: value as Buffer }
  else if (typeof value === 'string') {
    if (/^[A-Za-z0-9+/]{38,}={0,2}$/.test(value)) yield { path, sealed: Buffer.from(value, 'base64') }
  } else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      yield* secretsIn({ type } as SealedColumn, inner, [...path, name])
}

/** Of texts and JSON only what opens is a secret; what says that it is sealed and does not open is reported. */
async function turn(
  trx: Scoped,
  keys: Keyring,
  column: SealedColumn,
  row: Row,
  path: string[],
  sealed: Buffer,
): Promise<'turned' | 'closed' | 'none'> {
  const values = Object.fromEntries(order(column).map((name, i) => [name, row.names[i]!]))
  const place = placeIn(column, values as never, path)
  let plain: string
  try {
    plain = unseal(keys, place, sealed)
  } catch {
    return column.type === 'bytea' || keyIdOf(sealed) !== undefined ? 'closed' : 'none'
  }
  const fresh = seal(keys, place, plain)
  const [old, next] =
    column.type === 'bytea'
      ? [sql`${sealed}::bytea`, sql`${fresh}::bytea`]
      : [sql`${sealed.toString('base64')}::text`, sql`${fresh.toString('base64')}::text`]
  const at = sql.ref(column.column)
  const stands: RawBuilder<unknown> =
    column.type === 'jsonb' ? sql`${at} #>> ${path}::text[] = ${old}` : sql`${at} = ${old}`
  const changed: RawBuilder<unknown> =
    column.type === 'jsonb' ? sql`jsonb_set(${at}, ${path}::text[], to_jsonb(${next}))` : next
  const same = sql.join(
    Object.entries(values).map(([name, value]) => sql`${sql.ref(name)}::text = ${value}`),
    sql` and `,
  )
  const { numAffectedRows } =
    await sql`update ${sql.table(column.table)} set ${at} = ${changed} where ${same} and ${stands}`.execute(trx)
  return numAffectedRows === 0n ? 'none' : 'turned'
}
