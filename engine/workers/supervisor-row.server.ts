import { channel } from '@weft/kit/realtime/publish.server.ts'
import type pg from 'pg'
import type { Failing } from '../scheduler/recurring.server.ts'
import type { MachineConfiguration, MachineState, SupervisorAction, WorkerStatus } from './machine.ts'

export type SupervisorCommand = { id: string; action: SupervisorAction }

type Machine = { machine: string; host: string; version: string; processors: number; instance: string }
type Registered = { id: string; wanted: string; configuration: MachineConfiguration | null }

/** What nobody has taken up after so many seconds is never done. */
const commandLife = 30

/** Puts a machine on the list of those that are there, or finds it on it. */
export async function registerSupervisor(
  pool: pg.Pool,
  { machine, host, version, processors, instance }: Machine,
): Promise<Registered> {
  const { rows } = await pool.query<Registered>(
    `insert into supervisors (machine, host, version, processors, instance) values ($1, $2, $3, $4, $5)
     on conflict (machine) do update set host = excluded.host, version = excluded.version, processors = excluded.processors, instance = excluded.instance, claiming = '{}', beat_at = now(), workers = '[]'
     returning id, wanted, configuration`,
    [machine, host, version, processors, instance],
  )
  const [row] = rows
  if (!row) throw new Error(`The machine ${machine} could not be registered.`)
  return row
}

/** Says what a machine is now, and tells whoever watches. */
export async function writeMachineState(
  pool: pg.Pool,
  id: string,
  { state, problem, workers }: { state: MachineState; problem?: string | undefined; workers: WorkerStatus[] },
) {
  await pool.query(
    `update supervisors set state = $2, problem = $3, beat_at = now(), workers = $4, started_at = case when $2 = 'running' then now() else started_at end where id = $1`,
    [id, state, problem ?? null, JSON.stringify(workers)],
  )
  await pool.query('select pg_notify($1, $2)', [
    channel,
    JSON.stringify({ to: { topic: 'queues' }, event: { type: 'supervisor', data: { id, state } } }),
  ])
}

/** Whether a machine is to run: also once it has been started again. */
export const writeWanted = (pool: pg.Pool, id: string, isRunning: boolean) =>
  pool.query('update supervisors set wanted = $2 where id = $1', [id, isRunning ? 'running' : 'stopped'])

export const writeConfiguration = (pool: pg.Pool, id: string, configuration: MachineConfiguration) =>
  pool.query('update supervisors set configuration = $2, configured_at = now() where id = $1', [
    id,
    JSON.stringify(configuration),
  ])

/** Says that a machine is alive; answers whether it is still on the list. */
export async function writeBeat(
  pool: pg.Pool,
  id: string,
  { state, workers, failing }: { state: MachineState; workers: WorkerStatus[]; failing: Failing | undefined },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update supervisors set state = $3, beat_at = now(), workers = $2, claiming = $4 where id = $1',
    [id, JSON.stringify(workers), state, JSON.stringify(failing ?? {})],
  )
  return rowCount !== 0
}

/** Takes up what was asked of a machine, in its order. */
export async function takeCommands(pool: pg.Pool, id: string): Promise<SupervisorCommand[]> {
  const { rows } = await pool.query<SupervisorCommand>(
    `with asked as (select id from supervisor_commands where supervisor_id = $1 and state = 'asked' and asked_at > now() - make_interval(secs => $2) order by asked_at for update)
     update supervisor_commands c set state = 'acknowledged', acknowledged_at = clock_timestamp() from asked where c.id = asked.id returning c.id, c.action`,
    [id, commandLife],
  )
  return rows
}

export const finishCommand = (pool: pg.Pool, id: string, problem: string | undefined) =>
  pool.query('update supervisor_commands set state = $2, problem = $3, finished_at = clock_timestamp() where id = $1', [
    id,
    problem === undefined ? 'done' : 'failed',
    problem ?? null,
  ])

/** What an earlier process had taken up and not finished is over with it. */
export const failInterruptedCommands = (pool: pg.Pool, id: string) =>
  pool.query(
    `update supervisor_commands set state = 'failed', problem = 'The supervisor ended meanwhile.', finished_at = now() where supervisor_id = $1 and state = 'acknowledged'`,
    [id],
  )
