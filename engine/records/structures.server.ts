import { inScope, type Database, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Selectable } from 'kysely'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { refuseUsed } from '../history/uses.server.ts'
import { findDependents, type Dependent } from './dependents.server.ts'
import { relationProblems } from './relation-rules.server.ts'
import { recordStore } from './store.server.ts'
import { validateStructure, structureTexts } from './structure-rules.ts'
import type { Structure } from './structure.ts'
import type { TablePlan } from './table-plan.ts'

const texts = defineMessages({
  locked: {
    en: 'The data structure is locked. Unlock it before you change it.',
    de: 'Die Datenstruktur ist gesperrt. Entsperren Sie sie, bevor Sie sie ändern.',
  },
  dependents: {
    en: 'The data structure is still used: {names}.',
    de: 'Die Datenstruktur wird noch verwendet: {names}.',
  },
  moved: {
    en: 'The data structure has been changed in the meantime (version {version}).',
    de: 'Die Datenstruktur wurde inzwischen geändert (Version {version}).',
  },
})

/** Where definitions live, and where their tables do. */
export type Ground = { db: Database; databases: TenantDatabases }
export type StructureDraft = Omit<Structure, 'id' | 'project_id' | 'version' | 'locked'> & {
  description?: string
  published?: boolean
  content_identifier?: string
}
export type StructurePlan = TablePlan & { dependents: Dependent[] }

type StoredRow = Selectable<Tables['data_structures']>
export const structureFrom = (row: StoredRow): Structure => ({
  id: row.id,
  project_id: row.project_id,
  class_name: row.class_name,
  table_name: row.table_name,
  label: row.label,
  version: row.version,
  locked: row.locked,
  data_versioning: row.data_versioning,
  run_changes_days: row.run_changes_days,
  structural_versioning: row.structural_versioning,
  structure_check: row.structure_check,
  on_empty_import: row.on_empty_import as Structure['on_empty_import'],
  fields: row.fields as Structure['fields'],
})

export async function findStructure(trx: Scoped, id: string): Promise<Structure> {
  const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return structureFrom(row)
}

/** What creating or changing a structure would do. Nothing is changed. */
export async function planStructure(
  { db, databases }: Ground,
  scope: ProjectScope,
  wanted: StructureDraft,
  id?: string,
): Promise<StructurePlan> {
  const { next, dependents } = await inScope(db, scope, async (trx) => {
    const current = id === undefined ? undefined : await findStructure(trx, id)
    await checkDraft(trx, wanted, id)
    return { next: nextOf(wanted, scope, current), dependents: id === undefined ? [] : await findDependents(trx, id) }
  })
  return { ...(await (await recordStore(databases, scope.tenant_id)).plan(next)), dependents }
}

/** Makes a structure and its table. */
export async function createStructure(
  ground: Ground,
  scope: ProjectScope,
  draft: StructureDraft & { id?: string },
): Promise<Structure> {
  return inScope(ground.db, scope, async (trx) => {
    await checkDraft(trx, draft)
    const { description = '', published = true, content_identifier = '', ...wanted } = draft
    const row = await trx
      .insertInto('data_structures')
      .values({ ...wanted, description, published, content_identifier, fields: JSON.stringify(wanted.fields) })
      .returningAll()
      .executeTakeFirstOrThrow()
    const structure = structureFrom(row)
    const plan = await (await recordStore(ground.databases, scope.tenant_id)).apply(structure, { accept_losses: false })
    await keepRevision(trx, structure, plan, scope.user_id)
    return structure
  })
}

/**
 * Changes a structure: the table, which itself knows the definition it was made from, then the definition here with its revision. A crash in between leaves the table one version ahead, which the next plan starts from.
 */
export async function applyStructure(
  ground: Ground,
  scope: ProjectScope,
  id: string,
  wanted: StructureDraft,
  how: { accept_losses?: boolean; version?: number } = {},
): Promise<{ structure: Structure; plan: StructurePlan }> {
  return inScope(ground.db, scope, (trx) => applyStructureIn(trx, ground, scope, id, wanted, how))
}

/** The same in a transaction of the caller. */
export async function applyStructureIn(
  trx: Scoped,
  ground: Pick<Ground, 'databases'>,
  scope: ProjectScope,
  id: string,
  wanted: StructureDraft,
  { accept_losses = false, version }: { accept_losses?: boolean; version?: number } = {},
): Promise<{ structure: Structure; plan: StructurePlan }> {
  const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  const current = structureFrom(row)
  refuseLocked(current)
  if (version !== undefined && version !== current.version)
    throw new Conflict('VERSION', texts.moved({ version: current.version }))
  await checkDraft(trx, wanted, id)
  const next = nextOf(wanted, scope, current)
  const plan = await (await recordStore(ground.databases, scope.tenant_id)).apply(next, { accept_losses })
  const { id: _, project_id: __, ...columns } = next
  const {
    description = row.description,
    published = row.published,
    content_identifier = row.content_identifier,
  } = wanted
  await trx
    .updateTable('data_structures')
    .set({ ...columns, description, published, content_identifier, fields: JSON.stringify(next.fields) })
    .where('id', '=', id)
    .execute()
  await keepRevision(trx, next, plan, scope.user_id)
  return { structure: next, plan: { ...plan, dependents: await findDependents(trx, id) } }
}

/** Removes a structure and its table; refused while something uses it. */
export async function dropStructure({ db, databases }: Ground, scope: ProjectScope, id: string): Promise<void> {
  await inScope(db, scope, async (trx) => {
    const structure = await findStructure(trx, id)
    refuseLocked(structure)
    const dependents = await findDependents(trx, id)
    if (dependents.length > 0)
      throw new Conflict('IN_USE', texts.dependents({ names: dependents.map((d) => d.label).join(', ') }))
    await refuseUsed(trx, { id, name: structure.label })
    await (await recordStore(databases, scope.tenant_id)).drop(structure)
    await trx.deleteFrom('data_structures').where('id', '=', id).execute()
  })
}

export function refuseLocked({ locked }: Pick<Structure, 'locked'>) {
  if (locked) throw new Conflict('LOCKED', texts.locked(), { locked: true })
}

async function checkDraft(trx: Scoped, draft: StructureDraft, id?: string) {
  const problems = await structureProblems(trx, draft, id)
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

/** What is wrong with a definition, by dotted path, its table left aside. */
export async function structureProblems(trx: Scoped, draft: StructureDraft, id?: string): Promise<FieldErrors> {
  const problems: FieldErrors = { ...(await relationProblems(trx, draft, id)), ...validateStructure(draft) }
  const others = await trx
    .selectFrom('data_structures')
    .select(['id', 'class_name', 'table_name'])
    .where((eb) => eb.or([eb('class_name', '=', draft.class_name), eb('table_name', '=', draft.table_name)]))
    .execute()
  for (const other of others.filter((found) => found.id !== id)) {
    if (other.class_name === draft.class_name) (problems['class_name'] ??= []).push(structureTexts.classTaken())
    if (other.table_name === draft.table_name) (problems['table_name'] ??= []).push(structureTexts.tableTaken())
  }
  return problems
}

function nextOf(wanted: StructureDraft, { project_id }: ProjectScope, current?: Structure): Structure {
  const {
    class_name,
    table_name,
    label,
    data_versioning,
    run_changes_days,
    structural_versioning,
    structure_check,
    on_empty_import,
    fields,
  } = wanted
  const next = {
    class_name,
    table_name,
    label,
    data_versioning,
    run_changes_days,
    structural_versioning,
    structure_check,
    on_empty_import,
    fields,
  }
  if (!current) return { ...next, id: '00000000-0000-0000-0000-000000000000', project_id, version: 1, locked: false }
  return { ...next, id: current.id, project_id, locked: current.locked, version: current.version + 1 }
}

async function keepRevision(trx: Scoped, structure: Structure, plan: TablePlan, changed_by: string | undefined) {
  if (!structure.structural_versioning) return
  await trx
    .insertInto('data_structure_revisions')
    .values({
      data_structure_id: structure.id,
      version: structure.version,
      definition: JSON.stringify(structure),
      plan: JSON.stringify(plan),
      changed_by: changed_by ?? null,
    })
    .execute()
}
