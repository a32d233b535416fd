import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { withReferences } from '../records/references.server.ts'
import { recordStore } from '../records/store.server.ts'
import { structureFrom } from '../records/structures.server.ts'
import { keepingOf, type Structure } from '../records/structure.ts'
import { sql } from 'kysely'
import type { UndoPlan } from '../records/undo/undo.ts'

/** Why what a run wrote into a structure cannot be taken back: nothing is kept, not without a gap since the run began, or not any more. */
type Hindrance = 'no_versions' | 'versions_later' | 'forgotten'
type WrittenStructure = { structure: Structure; steps: string[]; hindrance: Hindrance | null }
export type StructureUndo = WrittenStructure & { plan: UndoPlan }

const nothing: UndoPlan = { remove: 0, put_back: 0, bring_back: 0, stands: 0, samples: [] }

/** Into which structures a job has written, by its steps. */
export async function writtenStructures(trx: Scoped, job_id: string): Promise<WrittenStructure[]> {
  const rows = await trx
    .selectFrom('data_structures as d')
    .innerJoin('job_structures as w', 'w.structure_id', 'd.id')
    .leftJoin('traced_structures as t', 't.structure_id', 'd.id')
    .where('w.job_id', '=', job_id)
    .selectAll('d')
    .select((eb) => [
      'w.step',
      eb('t.since', '<=', eb.ref('w.opened_at')).as('is_traced'),
      sql<boolean>`w.opened_at < now() - make_interval(days => d.run_changes_days)`.as('is_old'),
    ])
    .orderBy('d.label')
    .orderBy('w.opened_at')
    .execute()
  const written: WrittenStructure[] = []
  for (const some of Map.groupBy(rows, ({ id }) => id).values()) {
    const structure = await withReferences(trx, structureFrom(some[0]!))
    written.push({
      structure,
      steps: some.map(({ step }) => step),
      hindrance: hindranceOf(structure, some),
    })
  }
  return written
}

function hindranceOf(structure: Structure, steps: { is_traced: unknown; is_old: unknown }[]): Hindrance | null {
  const keeps = keepingOf(structure)
  if (keeps === 'nothing') return 'no_versions'
  if (!steps.every(({ is_traced }) => is_traced)) return 'versions_later'
  return keeps === 'run_changes' && steps.some(({ is_old }) => is_old) ? 'forgotten' : null
}

/** What taking back a job would do, by structure. Nothing is changed. */
export async function planUndo(
  { db, databases }: { db: Database; databases: Pick<TenantDatabases, 'relational'> },
  scope: Scope,
  job: { id: string; tenant_id: string },
): Promise<StructureUndo[]> {
  const written = await inScope(db, scope, (trx) => writtenStructures(trx, job.id))
  const store = await recordStore(databases, job.tenant_id)
  const plans: StructureUndo[] = []
  for (const one of written)
    plans.push({ ...one, plan: one.hindrance ? nothing : await store.undo.plan(one.structure, job.id) })
  return plans
}
