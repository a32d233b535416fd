import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { lockedOut, refuseFindings } from '../plan-refusals.ts'
import { explainServer, isLockedOut } from '../failures.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import type { Structure } from '../structure.ts'
import type { TablePlan } from '../table-plan.ts'
import { ensureProjectSchema } from './house.server.ts'
import { projectSchema, runChangesOf, tableOf, versionsOf } from './names.ts'
import { planChange } from './plan-change.server.ts'

type Pool = () => Promise<pg.Pool>

export const planTable = (pool: Pool, next: Structure): Promise<TablePlan> =>
  inTenant(pool, next, async (client) => planChange(client, await appliedStructure(client, next), next))

/** The table's change and the note which definition it now has are one transaction. */
export const applyTable = (
  pool: Pool,
  next: Structure,
  { accept_losses }: { accept_losses: boolean },
): Promise<TablePlan> =>
  inTenant(pool, next, async (client) => {
    const plan = await planChange(client, await appliedStructure(client, next, 'for update'), next)
    refuseFindings(plan, { accept_losses })
    for (const { statement } of plan.changes) await client.query(statement)
    await client.query(
      `insert into ${quoteIdentifier(projectSchema(next.project_id))}._weft_structures (structure_id, version, definition) values ($1, $2, $3)
        on conflict (structure_id) do update set version = excluded.version, definition = excluded.definition, applied_at = now()`,
      [next.id, next.version, JSON.stringify(next)],
    )
    return plan
  })

export const dropTable = (pool: Pool, structure: Structure): Promise<void> =>
  inTenant(pool, structure, async (client) => {
    await client.query(`drop table if exists ${tableOf(structure)}`)
    await client.query(`drop table if exists ${versionsOf(structure)}, ${runChangesOf(structure)}`)
    await client.query(
      `delete from ${quoteIdentifier(projectSchema(structure.project_id))}._weft_structures where structure_id = $1`,
      [structure.id],
    )
  })

/** The definition a table was made from, as the tenant's database itself knows it; undefined where there is no table. */
async function appliedStructure(
  client: pg.PoolClient,
  next: Structure,
  lock: '' | 'for update' = '',
): Promise<Structure | undefined> {
  const { rows } = await client.query<{ definition: Structure }>(
    `select definition from ${quoteIdentifier(projectSchema(next.project_id))}._weft_structures where structure_id = $1 ${lock}`,
    [next.id],
  )
  const applied = rows[0]?.definition
  if (!applied) return undefined
  const { rows: found } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    tableOf(applied),
  ])
  return found[0]!.exists ? applied : undefined
}

/** One transaction in the tenant's database, with the project's schema standing. Waits for no running job. */
async function inTenant<T>(
  pool: Pool,
  { project_id }: Structure,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(
      await pool(),
      async (client) => {
        await ensureProjectSchema(client, project_id)
        return work(client)
      },
      "set local lock_timeout = '5s'; set local timezone = 'UTC'",
    )
  } catch (error) {
    throw isLockedOut(error) ? lockedOut(error) : explainServer(error)
  }
}
