import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { connectTo, settled_ms } from '../connections/tenant-databases.server.ts'
import { checkRecords, copyRecords, projectsOf, type Projects } from '../moves/copy.server.ts'
import { keptDays, noteWhatUndoingDrops } from '../moves/move.server.ts'
import type { RecordServer } from '../provisioning/database-servers/database-server.ts'
import { reachRecordServer } from '../provisioning/database-servers/server.server.ts'
import { storeIn } from '../records/store.server.ts'
import { bringDefinitions, type Brought } from './bring-definitions.server.ts'
import { rehearse, structureVersions } from './rehearse-definitions.server.ts'
import type { TenantWork } from './tenant-work.ts'

type Connection = Selectable<Tables['tenant_connections']>
/** The tenant's database as it is, and a new one on the same server. */
type Pair = { server: RecordServer; server_id: string; current: Connection; fresh: Connection }
type Check = { records: number }

export type RecordsBrought = {
  records: number
  definitions: Brought
  /** Runs that have written since. */
  runs_since: number
  /** The database with the records as they were until now. */
  left: string
}

/**
 * Brings records and definitions of the backup: into a new database beside the tenant's, where they are compared, and then in one
 * transaction with all that makes it the tenant's. `between` is done when only that is left. Where anything fails before, the new
 * database goes, and the old one takes changes again.
 */
export async function bringTenantRecords(work: TenantWork, between: () => Promise<void>): Promise<RecordsBrought> {
  const { db, tenant_id, scratch } = work
  const versions = await rehearse(work)
  const projects = (await projectsOf(scratch.db, tenant_id)).map(({ id, structures }) => ({
    id,
    structures: structures.map((one) => ({ ...one, version: versions.get(one.id)! })),
  }))
  const pair = await makeBeside(work)
  let isSwitched = false
  try {
    await pair.server.freeze(pair.current)
    const checks = await copyAll(work, pair, projects)
    await between()
    const brought = await switchOver(work, pair, { versions, checks })
    isSwitched = true
    await noteWhatUndoingDrops(db, {
      ...{ tenant_id, step: 'create_database', server_id: pair.server_id },
      ...{ engine: pair.current.engine, database: pair.fresh.database },
    })
    // Whoever has the old database open notices by then.
    await sleep(settled_ms + 500)
    return brought
  } catch (error) {
    if (!isSwitched && !(await hasSwitched(work, pair))) await takeBack(pair)
    throw error
  }
}

async function makeBeside({ db, keys, tenant_id, name }: TenantWork): Promise<Pair> {
  const current = await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
  )
  const { server_id } = current
  if (!server_id)
    throw new Error(
      `The database of ${name} lies on a server that is not registered, where none can be made beside it; nothing was changed.`,
    )
  const server = await reachRecordServer(db, keys, server_id)
  const database = `weft_t_${tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`
  const password = generatePassword()
  await server.create({ database, username: database, password })
  const sealed = seal(keys, placeIn(sealedColumns.connection_password, { tenant_id, name: 'tenant' }), password)
  return {
    ...{ server, server_id, current },
    fresh: { ...current, database, username: database, password: sealed, new_password: null },
  }
}

async function copyAll(
  { db, keys, scratch, tenant_id, say }: TenantWork,
  { current, fresh }: Pair,
  projects: Projects,
): Promise<Check[]> {
  say('Bringing records …')
  const [before, target] = [await connectTo(keys, current, 2), await connectTo(keys, fresh, 2)]
  try {
    const to = await storeIn(async () => target)
    const now = { source: await storeIn(async () => before), target: to }
    const then = { source: await storeIn(() => scratch.databases.relational(tenant_id)), target: to }
    const known = new Set(projects.flatMap(({ structures }) => structures.map(({ id }) => id)))
    const since = (await projectsOf(db, tenant_id)).map(({ id, structures }) => ({
      id,
      structures: structures.filter((one) => !known.has(one.id)),
    }))
    // Those of structures made since first: what marks the batches of a project is then as it was in the backup.
    await copyRecords(since, now, async () => {})
    await copyRecords(projects, then, async () => {})
    await checkRecords(since, now, async () => {})
    let checks: Check[] = []
    await checkRecords(projects, then, async (change) => {
      checks = JSON.parse(change.checks ?? '[]') as Check[]
    })
    return checks
  } finally {
    await Promise.all([before.pool.end(), target.pool.end()])
  }
}

async function switchOver(
  work: TenantWork,
  { server_id, current, fresh }: Pair,
  { versions, checks }: { versions: Map<string, number>; checks: Check[] },
): Promise<RecordsBrought> {
  const { owner, scratch, tenant_id, made_at, name, say } = work
  say(`Switching ${name} over …`)
  const records = checks.reduce((sum, one) => sum + one.records, 0)
  await owner.query("begin; select set_config('weft.level', 'system', true)")
  try {
    const definitions = await bringDefinitions(scratch.owner, owner, tenant_id)
    const now = await structureVersions(owner, tenant_id)
    const { rowCount } = await owner.query(
      `update tenant_connections set database = $3, username = $3, password = $4, new_password = null
        where tenant_id = $1 and name = 'tenant' and database = $2`,
      [tenant_id, current.database, fresh.database, fresh.password],
    )
    if (rowCount !== 1 || now.size !== versions.size || [...versions].some(([id, version]) => now.get(id) !== version))
      throw new Error('Data structures or the place of the records were changed meanwhile. Please begin again.')
    await owner.query(
      `insert into database_moves (tenant_id, state, source_server_id, source_engine, source_database, source_username, target_server_id, target_engine,
        target_database, tables, tables_done, records, records_done, checks, finished_at, drop_after)
        values ($1, 'done', $2, $3, $4, $5, $2, $3, $6, $7, $7, $8, $8, $9, now(), now() + make_interval(days => $10))`,
      [
        ...[tenant_id, server_id, current.engine, current.database, current.username, fresh.database],
        ...[checks.length, records, JSON.stringify(checks), keptDays],
      ],
    )
    const runs_since = await markRuns(work, made_at)
    await owner.query('commit')
    return { records, definitions, runs_since, left: current.database }
  } catch (error) {
    await owner.query('rollback').catch(ignore('a connection is gone, and with it what was begun'))
    throw error
  }
}

const texts = defineMessages({
  since: {
    en: 'The tenant was brought back to a backup of {made_at}: what this run has written into records since then is not there any more.',
    de: 'Der Mandant wurde auf eine Sicherung von {made_at} zurückgesetzt: Was dieser Lauf seitdem in Datensätze geschrieben hat, ist nicht mehr da.',
  },
})

/** Says so in the log of each run, of which none goes on from where it was: what it has written before is not there. */
async function markRuns({ owner, tenant_id }: TenantWork, made_at: string): Promise<number> {
  const { rowCount } = await owner.query(
    `with since as (
      update jobs set files_removed_at = coalesce(files_removed_at, now()) where tenant_id = $1 and started_at is not null and finished_at > $2
      returning id, tenant_id, project_id, attempt)
    insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) select id, tenant_id, project_id, attempt, 'warning', $3::jsonb from since`,
    [tenant_id, made_at, JSON.stringify(texts.since({ made_at }))],
  )
  return rowCount ?? 0
}

/** A connection that breaks at the very end may have said so before. Nothing goes as long as nobody knows. */
const hasSwitched = ({ db, tenant_id }: TenantWork, { fresh }: Pair): Promise<boolean> =>
  inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').select('database').where('name', '=', 'tenant').executeTakeFirst(),
  ).then(
    (row) => row?.database === fresh.database,
    ignoring('whether a tenant was switched over is not known, so both its databases stay', true),
  )

async function takeBack({ server, current, fresh }: Pair) {
  await server.drop(fresh).catch(ignore('a database that was begun could not be dropped'))
  await server
    .thaw(current)
    .catch(ignore('the old database was not thawed; where it cannot be reached, nobody can write there either'))
}
