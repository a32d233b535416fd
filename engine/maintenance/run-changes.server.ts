import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { recordStore } from '../records/store.server.ts'
import { findStructure } from '../records/structures.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

type Deps = { pool: pg.Pool; db: Database; databases: Pick<TenantDatabases, 'relational'> }

const everyHour = 3_600_000

/** Forgets what runs have changed longer ago than their structures keep it. */
export const startForgettingRunChanges = (deps: Deps) =>
  runExclusiveInterval(deps.pool, 'run changes', everyHour, () => forgetRunChanges(deps))

/** Answers how much was forgotten. A tenant whose database cannot be reached does not keep others from it. */
export async function forgetRunChanges({ pool, db, databases }: Deps): Promise<number> {
  const { rows } = await pool.query<{ id: string; tenant_id: string }>(
    `select id, tenant_id from data_structures where run_changes_days is not null and not data_versioning order by tenant_id, id`,
  )
  let forgotten = 0
  for (const { id, tenant_id } of rows)
    try {
      const structure = await inScope(db, { level: 'tenant', tenant_id }, (trx) => findStructure(trx, id))
      if (structure.data_versioning || structure.run_changes_days === null) continue
      const store = await recordStore(databases, tenant_id)
      // A day more, so that no run that may be taken back misses some of it because two clocks differ.
      for (let some = 1; some > 0; forgotten += some)
        some = await store.undo.forget(structure, structure.run_changes_days + 1)
    } catch (error) {
      log.warn({ err: error, tenant_id, structure_id: id }, 'what runs have changed could not be forgotten')
    }
  return forgotten
}
