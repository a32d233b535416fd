import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely, type Selectable } from 'kysely'
import { inScope, systemScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import { bothLanguages, type Text } from '@weft/kit/messages/messages.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { connectTo, settled_ms } from '../connections/tenant-databases.server.ts'
import { withSubjectLock } from '../provisioning/subject-lock.server.ts'
import { reachRecordServer, serverRow } from '../provisioning/database-servers/server.server.ts'
import type { Provisioning } from '../provisioning/step.server.ts'
import { storeIn } from '../records/store.server.ts'
import { checkRecords, copyRecords, projectsOf } from './copy.server.ts'
import { texts } from './texts.ts'

export type MoveRow = Selectable<Tables['database_moves']>
type Db = Kysely<Tables>
type MoveDeps = Pick<Provisioning, 'db' | 'key' | 'databases' | 'restartDaemon'>
type Move = MoveRow & { target_password: Buffer }

/** So many days the database left behind is kept, unless somebody drops it earlier. */
export const keptDays = 7
/** So long the running jobs of a tenant have to end before a move gives up. */
const patience_minutes = 30

const passwordPlace = (move: { id: string; tenant_id: string }) => placeIn(sealedColumns.move_password, move)
/** The password of the new database as the tenant's connection holds it. */
const asConnection = (key: Keyring, move: Move) =>
  seal(
    key,
    placeIn(sealedColumns.connection_password, { tenant_id: move.tenant_id, name: 'tenant' }),
    unseal(key, passwordPlace(move), move.target_password),
  )

const openStates = ['pending', 'holding', 'copying', 'checking', 'switching'] as const

/** Notes that a tenant's records are to move; nothing is done yet. */
export async function createMove(
  db: Db,
  keys: Keyring,
  tenant: Scope & { tenant_id: string },
  server_id: string,
): Promise<string> {
  const target = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_servers')
      .select(['id', 'engine'])
      .where('id', '=', server_id)
      .where('engine', 'in', ['postgres', 'mysql'])
      .where('active', '=', true)
      .executeTakeFirst(),
  )
  if (!target) throw invalidField('server_id', texts.unknownServer())
  return inScope(db, { level: 'tenant', tenant_id: tenant.tenant_id, user_id: tenant.user_id }, async (trx) => {
    const source = await trx
      .selectFrom('tenant_connections')
      .selectAll()
      .where('name', '=', 'tenant')
      .executeTakeFirst()
    if (!source?.server_id) throw new Conflict('NO_TENANT_CONNECTION', texts.noConnection())
    if (source.server_id === server_id) throw invalidField('server_id', texts.sameServer())
    const id = randomUUID()
    await trx
      .insertInto('database_moves')
      .values({
        id,
        source_server_id: source.server_id,
        source_engine: source.engine,
        source_database: source.database,
        source_username: source.username,
        target_server_id: server_id,
        target_engine: target.engine,
        // A name of its own: the server may know the tenant from before.
        target_database: `weft_t_${tenant.tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`,
        target_password: seal(keys, passwordPlace({ id, tenant_id: tenant.tenant_id }), generatePassword()),
        started_by: tenant.user_id ?? null,
      })
      .execute()
    return id
  }).catch((error: Error & { constraint?: string }) => {
    throw error.constraint === 'database_moves_one_at_a_time' ? new Conflict('MOVE_UNDER_WAY', texts.under()) : error
  })
}

/**
 * Does a move, or what is left of it after a stop: no job is begun any more, running ones end, the old database can only be read,
 * everything is copied and compared, and then the connection says the new place. What goes wrong before that leaves
 * the tenant where it was.
 */
export async function runMove(deps: MoveDeps, id: string): Promise<MoveRow['state']> {
  const { tenant_id } = await moveRow(deps.db, id)
  return withSubjectLock(
    deps.db,
    `${tenant_id} move`,
    async (db) => {
      const move = await moveRow(db, id)
      if (move.state === 'done' || move.state === 'failed') return move.state
      const own = { ...deps, db }
      try {
        // Once the connection has changed there is no way back, only forward.
        if (move.state !== 'switching') {
          await hold(own, move)
          await transfer(own, move)
        }
        await switchOver(own, move)
        return 'done'
      } catch (error) {
        if (await hasSwitched(db, move)) throw error
        await release(own, move)
        await set(db, move, {
          state: 'failed',
          error: JSON.stringify(errorOf(error)),
          finished_at: new Date().toISOString(),
          drop_after: new Date().toISOString(),
        })
        return 'failed'
      }
    },
    'moves',
  )
}

/** Goes on with the moves a stopped process left; answers which. Those another process is at are left to it. */
export async function resumeMoves(deps: MoveDeps): Promise<string[]> {
  const left = await inScope(deps.db, systemScope, (trx) =>
    trx.selectFrom('database_moves').select('id').where('state', 'in', openStates).execute(),
  )
  const taken: string[] = []
  for (const { id } of left)
    if (await runMove(deps, id).then(() => true, ignoring('an interrupted move of records was not taken up', false)))
      taken.push(id)
  return taken
}

async function hold({ db }: MoveDeps, move: Move) {
  if (move.state === 'pending') await set(db, move, { state: 'holding' })
  await holdTenant(db, move.tenant_id)
}

/** Begins none of a tenant's jobs any more, and waits until those that run have ended. */
export async function holdTenant(db: Db, tenant_id: string): Promise<void> {
  await inScope(db, systemScope, (trx) =>
    trx.updateTable('tenants').set({ held: true }).where('id', '=', tenant_id).execute(),
  )
  const until = Date.now() + patience_minutes * 60_000
  for (;;) {
    const { rows } = await inScope(db, systemScope, (trx) =>
      sql<{
        n: number
      }>`select count(*)::int as n from queue_slots where tenant_id = ${tenant_id} and beat_at > now() - interval '60 seconds'`.execute(
        trx,
      ),
    )
    if (rows[0]!.n === 0) return
    if (Date.now() > until) throw new Conflict('JOBS_STILL_RUN', texts.jobsRun({ minutes: patience_minutes }))
    await sleep(250)
  }
}

async function transfer(deps: MoveDeps, move: Move) {
  const { db, key } = deps
  const [source, target] = await Promise.all([
    reachRecordServer(db, key, move.source_server_id),
    reachRecordServer(db, key, move.target_server_id),
  ])
  if (move.state === 'holding') await set(db, move, { state: 'copying' })
  await target.create({
    database: move.target_database,
    username: move.target_database,
    password: unseal(key, passwordPlace(move), move.target_password),
  })
  await source.freeze({ database: move.source_database, username: move.source_username })
  await deps.databases.forget(move.tenant_id)
  const places = await bothPlaces(deps, move)
  try {
    const stores = {
      source: await storeIn(async () => places.source),
      target: await storeIn(async () => places.target),
    }
    const told = progress(db, move)
    const projects = await projectsOf(db, move.tenant_id)
    if (move.state === 'copying') {
      await copyRecords(projects, stores, told)
      await set(db, move, { state: 'checking' })
    }
    await checkRecords(projects, stores, told)
    await set(db, move, { state: 'switching' })
  } finally {
    await Promise.all([places.source.pool.end(), places.target.pool.end()])
  }
}

async function bothPlaces({ db, key }: MoveDeps, move: Move) {
  const connection = await inScope(db, { level: 'tenant', tenant_id: move.tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', 'tenant').executeTakeFirstOrThrow(),
  )
  const { host, port } = await serverRow(db, move.target_server_id)
  const target = {
    ...connection,
    engine: move.target_engine,
    host,
    port,
    database: move.target_database,
    username: move.target_database,
    password: asConnection(key, move),
    new_password: null,
  }
  return { source: await connectTo(key, connection, 2), target: await connectTo(key, target, 2) }
}

/** The connection says the new place; everybody's pools of the old one are closed before jobs begin again. */
async function switchOver(deps: MoveDeps, move: Move) {
  const { db } = deps
  const { host, port } = await serverRow(db, move.target_server_id)
  const row = {
    engine: move.target_engine,
    server_id: move.target_server_id,
    host,
    port,
    database: move.target_database,
    username: move.target_database,
    password: asConnection(deps.key, move),
    new_password: null,
  }
  await inScope(db, { level: 'tenant', tenant_id: move.tenant_id }, (trx) =>
    trx
      .updateTable('tenant_connections')
      .set(row)
      .where('name', '=', 'tenant')
      .where('database', '=', move.source_database)
      .execute(),
  )
  await noteWhatUndoingDrops(db, {
    tenant_id: move.tenant_id,
    step: 'create_database',
    server_id: move.target_server_id,
    engine: move.target_engine,
    database: move.target_database,
  })
  await deps.databases.forget(move.tenant_id)
  await sleep(settled_ms + 500)
  await begin(deps, move)
  await set(db, move, {
    state: 'done',
    finished_at: new Date().toISOString(),
    drop_after: new Date(Date.now() + keptDays * 86_400_000).toISOString(),
  })
}

/** A setup that is undone later drops the database the tenant has then, whose login has its name. */
export const noteWhatUndoingDrops = (
  db: Db,
  { tenant_id, step, ...login }: UndoneWith & { server_id: string; engine: string; database: string },
) =>
  inScope(db, systemScope, (trx) =>
    sql`update provisioning_steps s set result = jsonb_set(s.result, '{login}', ${JSON.stringify({ ...login, username: login.database })}::jsonb)
      from provisioning_runs r where r.id = s.run_id and r.subject_id = ${tenant_id} and s.key = ${step} and s.result ? 'login'`.execute(
      trx,
    ),
  )

type UndoneWith = { tenant_id: string; step: 'create_database' | 'initialize_documents' }

const hasSwitched = async (db: Db, move: Move) =>
  (
    await inScope(db, { level: 'tenant', tenant_id: move.tenant_id }, (trx) =>
      trx.selectFrom('tenant_connections').select('database').where('name', '=', 'tenant').executeTakeFirst(),
    )
  )?.database === move.target_database

/** After a failure: the old database takes changes again, and jobs begin again. */
async function release(deps: MoveDeps, move: Move) {
  await reachRecordServer(deps.db, deps.key, move.source_server_id)
    .then((server) => server.thaw({ database: move.source_database, username: move.source_username }))
    .catch(ignore('the old database was not thawed; where it cannot be reached, nobody can write there either'))
  await deps.databases.forget(move.tenant_id)
  await begin(deps, move)
}

export const letTenantGo = (db: Db, tenant_id: string) =>
  inScope(db, systemScope, (trx) =>
    trx.updateTable('tenants').set({ held: false }).where('id', '=', tenant_id).execute(),
  )

async function begin({ db, restartDaemon }: MoveDeps, { tenant_id }: Move) {
  await letTenantGo(db, tenant_id)
  await restartDaemon(tenant_id).catch(ignore('a moved tenant’s jobs begin with the next sweep'))
}

/**
 * Drops what moves have left behind: the old database some days after, the half-made new one of a move that failed. Answers the moves.
 * With an id, that one's at once.
 */
export async function dropLeft(
  { db, key }: Pick<MoveDeps, 'db' | 'key'>,
  { id, now = new Date() }: { id?: string; now?: Date } = {},
): Promise<string[]> {
  const due = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_moves')
      .selectAll()
      .where('dropped_at', 'is', null)
      .where('state', 'in', ['done', 'failed'])
      .$if(id !== undefined, (moves) => moves.where('id', '=', id!))
      .$if(id === undefined, (moves) => moves.where('drop_after', '<', now.toISOString()))
      .execute(),
  )
  if (id !== undefined && due.length === 0) throw new Conflict('MOVE_NOT_OVER', texts.notOver())
  const dropped: string[] = []
  for (const move of due) {
    const [server_id, database, username] =
      move.state === 'done'
        ? [move.source_server_id, move.source_database, move.source_username]
        : [move.target_server_id, move.target_database, move.target_database]
    try {
      await (await reachRecordServer(db, key, server_id)).drop({ database, username })
      await inScope(db, systemScope, (trx) =>
        trx
          .updateTable('database_moves')
          .set({ dropped_at: new Date().toISOString(), target_password: null })
          .where('id', '=', move.id)
          .execute(),
      )
      dropped.push(move.id)
    } catch (error) {
      if (id !== undefined) throw error // otherwise it is tried again in an hour
    }
  }
  return dropped
}

async function moveRow(db: Db, id: string): Promise<Move> {
  const row = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('database_moves').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw notFound()
  return row as Move
}

type Change = Partial<
  Pick<MoveRow, 'state' | 'tables' | 'tables_done' | 'records' | 'records_done' | 'finished_at' | 'drop_after'>
> & { error?: string; checks?: string }

async function set(db: Db, move: Move, change: Change) {
  await inScope(db, systemScope, async (trx) => {
    await trx.updateTable('database_moves').set(change).where('id', '=', move.id).execute()
    await publish(
      trx,
      { topic: `move:${move.id}` },
      { type: 'provisioning', data: { move_id: move.id, ...(change.state && { state: change.state }) } },
    )
  })
  if (change.state) move.state = change.state
}

/** Noted at most twice a second, so that looking costs more than telling. */
function progress(db: Db, move: Move) {
  let told = 0
  return async (change: Omit<Change, 'state'>, { now = false } = {}) => {
    if (!now && Date.now() - told < 500) return
    told = Date.now()
    await set(db, move, change)
  }
}

/** What went wrong, in both languages, and what the system said about it. */
function errorOf(error: unknown): { code: string; message: Text; detail: string } {
  const known = error instanceof WeftError ? error : new Unavailable('MOVE_FAILED', texts.failed(), { cause: error })
  const cause = known.cause as Error | undefined
  return { code: known.code, message: bothLanguages(known.say), detail: cause?.message ?? '' }
}
