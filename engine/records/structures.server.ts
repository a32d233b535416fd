import { inScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Unavailable, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { findDependents, type Dependent } from './dependents.server.ts'
import { ensureProjectSchema } from './postgres/house.server.ts'
import { quoted, schemaOf, tableOf, versionsOf } from './postgres/names.ts'
import { planChange, type TablePlan } from './postgres/plan-change.server.ts'
import { inTransaction } from './postgres/transaction.server.ts'
import { pgError } from './postgres/failures.ts'
import { problemsOf, structureTexts } from './structure-rules.ts'
import type { Structure } from './structure.ts'

const texts = defineMessages({
  locked: { en: 'The data structure is locked. Unlock it before you change it.', de: 'Die Datenstruktur ist gesperrt. Entsperren Sie sie, bevor Sie sie ändern.' },
  losses: { en: 'This change would lose values. Please look at the plan and confirm it.', de: 'Bei dieser Änderung gehen Werte verloren. Bitte prüfen Sie den Plan und bestätigen Sie ihn.' },
  obstacles: { en: 'The records do not allow this change.', de: 'Die vorhandenen Datensätze lassen diese Änderung nicht zu.' },
  inUse: { en: 'The records are being written at the moment. Please try again when the jobs have ended.', de: 'Die Datensätze werden gerade geschrieben. Bitte versuchen Sie es erneut, wenn die Aufträge beendet sind.' },
  dependents: { en: 'The data structure is still used: {names}.', de: 'Die Datenstruktur wird noch verwendet: {names}.' },
  moved: { en: 'The data structure has been changed in the meantime (version {version}).', de: 'Die Datenstruktur wurde inzwischen geändert (Version {version}).' },
  mysql: { en: 'Data structures cannot be kept in a MySQL database yet.', de: 'Datenstrukturen können noch nicht in einer MySQL-Datenbank gehalten werden.' },
})

export type TenantScope = Scope & { tenant_id: string; project_id: string }
/** Where definitions live, and where their tables do. */
export type Ground = { db: Database; databases: TenantDatabases }
export type StructureDraft = Omit<Structure, 'id' | 'project_id' | 'version' | 'locked'> & { description?: string; published?: boolean; content_identifier?: string }
export type Plan = TablePlan & { dependents: Dependent[] }

type StoredRow = Selectable<Tables['data_structures']>
export const structureFrom = (row: StoredRow): Structure => ({
  id: row.id, project_id: row.project_id, class_name: row.class_name, table_name: row.table_name, label: row.label, version: row.version, locked: row.locked,
  data_versioning: row.data_versioning, structural_versioning: row.structural_versioning, structure_check: row.structure_check,
  on_empty_import: row.on_empty_import as Structure['on_empty_import'], fields: row.fields as Structure['fields'],
})

export async function findStructure(trx: Scoped, id: string): Promise<Structure> {
  const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return structureFrom(row)
}

/** The pool that holds a tenant's records. */
export async function recordsPool(databases: TenantDatabases, tenant_id: string): Promise<pg.Pool> {
  const relational = await databases.relational(tenant_id)
  if (relational.engine === 'mysql') throw new Unavailable('ENGINE_NOT_SUPPORTED', texts.mysql())
  return relational.pool
}

/** What creating or changing a structure would do. Nothing is changed. */
export async function planStructure({ db, databases }: Ground, scope: TenantScope, wanted: StructureDraft, id?: string): Promise<Plan> {
  const { next, dependents } = await inScope(db, scope, async (trx) => {
    const current = id === undefined ? undefined : await findStructure(trx, id)
    await checkDraft(trx, wanted, id)
    return { next: nextOf(wanted, scope, current), dependents: id === undefined ? [] : await findDependents(trx, id) }
  })
  return inTenant({ databases }, scope, async (client) => ({ ...(await planChange(client, await appliedStructure(client, next), next)), dependents }))
}

/** Makes a structure and its table. */
export async function createStructure(ground: Ground, scope: TenantScope, draft: StructureDraft): Promise<Structure> {
  return inScope(ground.db, scope, async (trx) => {
    await checkDraft(trx, draft)
    const { description = '', published = true, content_identifier = '', ...wanted } = draft
    const row = await trx.insertInto('data_structures').values({ ...wanted, description, published, content_identifier, fields: JSON.stringify(wanted.fields) }).returningAll().executeTakeFirstOrThrow()
    const structure = structureFrom(row)
    const plan = await applyTable(ground, scope, structure, { accept_losses: false })
    await keepRevision(trx, structure, plan, scope.user_id)
    return structure
  })
}

/**
 * Changes a structure: the table in one transaction that also notes which version it now has, then the definition with its
 * revision. A crash in between leaves the table one version ahead, which the next plan starts from.
 */
export async function applyStructure(ground: Ground, scope: TenantScope, id: string, wanted: StructureDraft, { accept_losses = false, version }: { accept_losses?: boolean; version?: number } = {}): Promise<{ structure: Structure; plan: Plan }> {
  return inScope(ground.db, scope, async (trx) => {
    const row = await trx.selectFrom('data_structures').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw notFound()
    const current = structureFrom(row)
    refuseLocked(current)
    if (version !== undefined && version !== current.version) throw new Conflict('VERSION', texts.moved({ version: current.version }))
    await checkDraft(trx, wanted, id)
    const next = nextOf(wanted, scope, current)
    const plan = await applyTable(ground, scope, next, { accept_losses })
    const { id: _, project_id: __, ...columns } = next
    const { description = row.description, published = row.published, content_identifier = row.content_identifier } = wanted
    await trx.updateTable('data_structures').set({ ...columns, description, published, content_identifier, fields: JSON.stringify(next.fields) }).where('id', '=', id).execute()
    await keepRevision(trx, next, plan, scope.user_id)
    return { structure: next, plan: { ...plan, dependents: await findDependents(trx, id) } }
  })
}

/** Removes a structure and its table; refused while something uses it. */
export async function dropStructure({ db, databases }: Ground, scope: TenantScope, id: string): Promise<void> {
  await inScope(db, scope, async (trx) => {
    const structure = await findStructure(trx, id)
    refuseLocked(structure)
    const dependents = await findDependents(trx, id)
    if (dependents.length > 0) throw new Conflict('IN_USE', texts.dependents({ names: dependents.map((d) => d.label).join(', ') }))
    await inTenant({ databases }, scope, async (client) => {
      await client.query(`drop table if exists ${tableOf(structure)}`)
      await client.query(`drop table if exists ${versionsOf(structure)}`)
      await client.query(`delete from ${quoted(schemaOf(scope.project_id))}._weft_structures where structure_id = $1`, [id])
    })
    await trx.deleteFrom('data_structures').where('id', '=', id).execute()
  })
}

export function refuseLocked({ locked }: Pick<Structure, 'locked'>) {
  if (locked) throw new Conflict('LOCKED', texts.locked(), { locked: true })
}

async function checkDraft(trx: Scoped, draft: StructureDraft, id?: string) {
  const problems: FieldErrors = problemsOf(draft)
  const others = await trx.selectFrom('data_structures').select(['id', 'class_name', 'table_name']).where((eb) => eb.or([eb('class_name', '=', draft.class_name), eb('table_name', '=', draft.table_name)])).execute()
  for (const other of others.filter((found) => found.id !== id)) {
    if (other.class_name === draft.class_name) (problems['class_name'] ??= []).push(structureTexts.classTaken())
    if (other.table_name === draft.table_name) (problems['table_name'] ??= []).push(structureTexts.tableTaken())
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

function nextOf(wanted: StructureDraft, { project_id }: TenantScope, current?: Structure): Structure {
  const { class_name, table_name, label, data_versioning, structural_versioning, structure_check, on_empty_import, fields } = wanted
  const next = { class_name, table_name, label, data_versioning, structural_versioning, structure_check, on_empty_import, fields }
  if (!current) return { ...next, id: '00000000-0000-0000-0000-000000000000', project_id, version: 1, locked: false }
  return { ...next, id: current.id, project_id, locked: current.locked, version: current.version + 1 }
}

async function keepRevision(trx: Scoped, structure: Structure, plan: TablePlan, changed_by: string | undefined) {
  if (!structure.structural_versioning) return
  await trx
    .insertInto('data_structure_revisions')
    .values({ data_structure_id: structure.id, version: structure.version, definition: JSON.stringify(structure), plan: JSON.stringify(plan), changed_by: changed_by ?? null })
    .execute()
}

async function applyTable({ databases }: Ground, scope: TenantScope, next: Structure, { accept_losses }: { accept_losses: boolean }): Promise<TablePlan> {
  return inTenant({ databases }, scope, async (client) => {
    const plan = await planChange(client, await appliedStructure(client, next, 'for update'), next)
    if (plan.obstacles.length > 0) throw new Conflict('OBSTACLES', texts.obstacles(), { fields: byField(plan.obstacles) })
    if (plan.losses.length > 0 && !accept_losses) throw new Conflict('LOSSES', texts.losses(), { fields: byField(plan.losses) })
    for (const { statement } of plan.changes) await client.query(statement)
    await client.query(
      `insert into ${quoted(schemaOf(next.project_id))}._weft_structures (structure_id, version, definition) values ($1, $2, $3)
        on conflict (structure_id) do update set version = excluded.version, definition = excluded.definition, applied_at = now()`,
      [next.id, next.version, JSON.stringify(next)],
    )
    return plan
  })
}

const byField = (findings: TablePlan['losses']): FieldErrors =>
  Object.fromEntries([...Map.groupBy(findings, ({ field }) => field)].map(([field, found]) => [field, found.map(({ text }) => text)]))

/** The definition a table was made from, as the tenant's database itself knows it; undefined where there is no table. */
async function appliedStructure(client: pg.PoolClient, next: Structure, lock: '' | 'for update' = ''): Promise<Structure | undefined> {
  const { rows } = await client.query<{ definition: Structure }>(`select definition from ${quoted(schemaOf(next.project_id))}._weft_structures where structure_id = $1 ${lock}`, [next.id])
  const applied = rows[0]?.definition
  if (!applied) return undefined
  const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [tableOf(applied)])
  return found[0]!.exists ? applied : undefined
}

/** One transaction in the tenant's database, with the project's schema standing. Waits for no running job. */
async function inTenant<T>({ databases }: Pick<Ground, 'databases'>, scope: TenantScope, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = await recordsPool(databases, scope.tenant_id)
  try {
    return await inTransaction(pool, async (client) => {
      await ensureProjectSchema(client, scope.project_id)
      return work(client)
    }, "set local lock_timeout = '5s'; set local timezone = 'UTC'")
  } catch (error) {
    throw pgError(error).code === '55P03' ? new Conflict('IN_USE', texts.inUse(), { cause: error }) : error
  }
}
