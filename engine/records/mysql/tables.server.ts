import { createHash } from 'node:crypto'
import type mysql from 'mysql2/promise'
import { explainServer, isLockedOut } from '../failures.ts'
import { lockedOut, refuseFindings } from '../plan-refusals.ts'
import { quoteIdentifier } from '../sql/quoted.ts'
import { keepingOf, type Structure } from '../structure.ts'
import type { TablePlan } from '../table-plan.ts'
import { ensureProject } from './house.server.ts'
import { literal, type Names } from './names.ts'
import { draftChange, keptSql, leftovers } from './plan-change.server.ts'
import { rows, run, type RowRequest } from './rows.server.ts'

type Pool = () => Promise<mysql.Pool>

/** A table carries in its comment which of the noted definitions it was made from; comment and columns change in one statement. */
const fingerprint = (structure: Structure) =>
  createHash('sha256').update(JSON.stringify(structure)).digest('hex').slice(0, 32)
const markOf = (structure: Structure) => `weft ${structure.id} ${fingerprint(structure)}`

export const planTable = (pool: Pool, names: Names, next: Structure): Promise<TablePlan> =>
  onConnection(pool, async (at) => {
    await ensureProject(at, names, next.project_id)
    return (await draftChange(at, names, await appliedStructure(at, names, next), next, markOf(next))).plan
  })

/**
 * Notes the new definition, converts values into columns beside the old ones, and then changes the table in one statement. Killed
 * before that, the table is what it was and the next change removes what was left beside; killed after it, everything has happened.
 * Nobody writes in the meantime: the table is locked.
 */
export const applyTable = (
  pool: Pool,
  names: Names,
  next: Structure,
  { accept_losses }: { accept_losses: boolean },
): Promise<TablePlan> =>
  onConnection(pool, async (at) => {
    await ensureProject(at, names, next.project_id)
    const notes = names.own(next.project_id, 'structures')
    const [id, mark] = [literal(next.id), fingerprint(next)]
    await run(
      at,
      `insert ignore into ${notes} (structure_id, fingerprint, definition) values (${id}, '${mark}', ${literal(JSON.stringify(next))})`,
    )
    if (keepingOf(next) !== 'nothing') await run(at, keptSql(names, next))
    await run(at, 'set lock_wait_timeout = 5, innodb_lock_wait_timeout = 5')
    const found = await appliedStructure(at, names, next)
    if (found) {
      await run(at, `lock tables ${names.table(found)} write`)
      const left = await leftovers(at, names.database(found.project_id), found.table_name)
      if (left.length > 0)
        await run(
          at,
          `alter table ${names.table(found)} ${left.map((name) => `drop column ${quoteIdentifier(name)}`).join(', ')}`,
        )
    }
    const { plan, prepare, final } = await draftChange(at, names, found, next, markOf(next))
    refuseFindings(plan, { accept_losses })
    if (prepare.length > 0) {
      // What cannot be converted becomes nothing, as the plan has said.
      await run(at, "set sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'")
      for (const statement of prepare) await run(at, statement)
      await run(at, "set sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_ALL_TABLES'")
    }
    await run(at, final)
    if (found) await run(at, 'unlock tables')
    if (keepingOf(next) !== 'run_changes') await run(at, `drop table if exists ${names.runChanges(next)}`)
    await run(at, `delete from ${notes} where structure_id = ${id} and fingerprint <> '${mark}'`)
    return plan
  })

export const dropTable = (pool: Pool, names: Names, structure: Structure): Promise<void> =>
  onConnection(pool, async (at) => {
    await run(at, 'set lock_wait_timeout = 5')
    await run(at, `drop table if exists ${names.table(structure)}`)
    await run(at, `drop table if exists ${names.versions(structure)}, ${names.runChanges(structure)}`)
    await run(
      at,
      `delete from ${names.own(structure.project_id, 'structures')} where structure_id = ${literal(structure.id)}`,
    )
  })

/** The definition a table was made from, as the tenant's database itself knows it; undefined where there is no table. */
async function appliedStructure(
  at: RowRequest,
  names: Names,
  { id, project_id }: Structure,
): Promise<Structure | undefined> {
  const [found] = await rows<{ mark: string }>(
    at,
    `select table_comment as mark from information_schema.tables where table_schema = ${literal(names.database(project_id))} and table_comment like ${literal(`weft ${id} %`)}`,
  )
  if (!found) return undefined
  const [noted] = await rows<{ definition: string }>(
    at,
    `select definition from ${names.own(project_id, 'structures')} where structure_id = ${literal(id)} and fingerprint = ${literal(found.mark.split(' ')[2]!)}`,
  )
  return noted && (JSON.parse(noted.definition) as Structure)
}

/** A connection of its own, closed afterwards: with it goes what it was told and every lock. */
async function onConnection<T>(pool: Pool, work: (at: mysql.PoolConnection) => Promise<T>): Promise<T> {
  const connection = await (await pool()).getConnection()
  try {
    return await work(connection)
  } catch (error) {
    throw isLockedOut(error) ? lockedOut(error) : explainServer(error)
  } finally {
    connection.destroy()
  }
}
