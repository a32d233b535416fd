import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { recordStore } from '../records/store.server.ts'
import type { RecordStore } from '../records/store.ts'
import type { Structure } from '../records/structure.ts'
import { undoActions, type UndoAction } from '../records/undo/undo.ts'
import { problemOf } from '../runtime/failure.ts'
import type { Tidings } from '../scheduler/tidings.server.ts'
import { runWhenTold } from '../scheduler/told-interval.ts'
import { writtenStructures } from './plan.server.ts'

type Deps = { db: Database; pool: pg.Pool; databases: Pick<TenantDatabases, 'relational'> }
type Undo = { id: string; job_id: string; tenant_id: string; structures: UndoneStructure[] }
/** What has been done to the records of one structure; `stands` is known at the end. */
export type UndoneStructure = { structure_id: string; label: string } & Record<UndoAction | 'stands', number>

const abandonedAfter = '2 minutes'

/** Takes back runs in the background, on whichever machine is first; what another has left is gone on with. */
export function startUndos(deps: Deps & { tidings: Pick<Tidings, 'of'> }, { every_ms = 1_000 } = {}) {
  const signal = { stopping: false }
  const told = { every_ms, table: 'job_undos', tidings: deps.tidings }
  const clock = runWhenTold('undos', told, () => workOffUndos(deps, signal))
  return {
    stop() {
      signal.stopping = true
      return clock.stop()
    },
  }
}

/** One round: everything that waits to be taken back. */
export async function workOffUndos(deps: Deps, signal = { stopping: false }): Promise<void> {
  for (let undo = await take(deps); undo; undo = await take(deps)) {
    try {
      if (await takeBack(deps, undo, signal)) await finish(deps, undo.id, 'done', null)
      else await deps.pool.query('update job_undos set beat_at = null where id = $1', [undo.id])
    } catch (error) {
      log.error({ err: error, job_id: undo.job_id, tenant_id: undo.tenant_id }, 'a run could not be taken back')
      await finish(deps, undo.id, 'failed', problemOf(error))
    }
    if (signal.stopping) return
  }
}

const finish = ({ pool }: Deps, id: string, state: 'done' | 'failed', error: unknown) =>
  pool.query(
    `update job_undos set state = $2, error = $3::jsonb, finished_at = clock_timestamp() where id = $1 and state = 'running'`,
    [id, state, error === null ? null : JSON.stringify(error)],
  )

async function take({ pool }: Deps): Promise<Undo | undefined> {
  const { rows } = await pool.query<Undo>(
    `update job_undos set beat_at = now() where id = (
       select id from job_undos where state = 'running' and (beat_at is null or beat_at < now() - $1::interval) order by created_at limit 1 for update skip locked
     ) returning id, job_id, tenant_id, structures`,
    [abandonedAfter],
  )
  return rows[0]
}

/** Structure by structure: what the run made goes first, so that what it changed finds its place again. False when it was stopped. */
async function takeBack(deps: Deps, undo: Undo, signal: { stopping: boolean }): Promise<boolean> {
  const scope = { level: 'tenant', tenant_id: undo.tenant_id } as const
  const written = await inScope(deps.db, scope, (trx) => writtenStructures(trx, undo.job_id))
  const store = await recordStore(deps.databases, undo.tenant_id)
  const told = new Map(undo.structures.map((one) => [one.structure_id, one]))
  const note = () =>
    deps.pool.query('update job_undos set beat_at = now(), structures = $2::jsonb where id = $1', [
      undo.id,
      JSON.stringify([...told.values()]),
    ])
  const able = written.flatMap(({ structure, hindrance }) => (hindrance ? [] : [structure]))
  for (const structure of able) {
    const empty = {
      structure_id: structure.id,
      label: structure.label,
      remove: 0,
      put_back: 0,
      bring_back: 0,
      stands: 0,
    }
    told.set(structure.id, told.get(structure.id) ?? empty)
  }
  // A record others refer to may wait for those, which the run may have written into another structure.
  for (let again = true; again;) {
    let done = 0
    let left = 0
    for (const structure of able)
      for (const action of undoActions) {
        const came = await act(store, structure, { undo, action, signal }, async (more) => {
          told.get(structure.id)![action] += more
          await note()
        })
        if (!came) return false
        done += came.done
        left += came.left
      }
    again = done > 0 && left > 0
  }
  for (const structure of able) {
    const one = told.get(structure.id)!
    const left = await store.undo.plan(structure, undo.job_id)
    one.stands = left.stands + left.remove + left.put_back + left.bring_back
    await note()
  }
  return true
}

/** As long as it brings something: a record may wait for the place another has to leave first. Undefined when it was stopped. */
async function act(
  store: RecordStore,
  structure: Structure,
  { undo, action, signal }: { undo: Undo; action: UndoAction; signal: { stopping: boolean } },
  note: (done: number) => Promise<unknown>,
): Promise<{ done: number; left: number } | undefined> {
  let all = 0
  for (;;) {
    let done = 0
    let left = 0
    for (let after: string | undefined = '0'; after !== undefined;) {
      if (signal.stopping) return undefined
      const part = await store.undo.part(structure, { job_id: undo.job_id, by: undo.id, action, after })
      done += part.done
      left += part.left
      after = part.last
      await note(part.done)
    }
    all += done
    if (left === 0 || done === 0) return { done: all, left }
  }
}
