import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import { channel } from '@weft/kit/realtime/publish.server.ts'
import type pg from 'pg'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import { retryForever } from './retry-forever.ts'

/** What a machine runs with until it is started again. */
export type MachineConfiguration = {
  /** So many jobs at once. */
  places: number
  /** So many worker processes wait for work. */
  warm_workers: number
  processors: number
}

/** A worker process as it is shown. */
export type WorkerShown = {
  pid: number
  limit_mb: number
  used_mb: number | null
  busy: boolean
  job_id: string | null
  since: string | null
}

/** The part of a machine that can be started and stopped: the dispatcher and its workers. */
export type RunningMachine = {
  workers(): WorkerShown[]
  /** What keeps it from claiming jobs, if something does. */
  failing?(): Failing | undefined
  /** With `finish` what runs goes on to its end; without, it stops behind its batch. May be asked for again to hasten. */
  leave(how: { finish: boolean }): Promise<void>
}

type MachineState = 'unconfigured' | 'generated' | 'starting' | 'running' | 'draining' | 'stopped' | 'failed'
export type SupervisorAction = 'generate_config' | 'start' | 'restart' | 'stop' | 'drain'

export type SupervisionOptions = {
  url: string
  pool: pg.Pool
  /** The name under which this machine's instances of queues are known. */
  machine: string
  /** This process among all that ever ran under that name. */
  instance?: string
  host: string
  version: string
  processors: number
  configure(): Promise<MachineConfiguration>
  start(configuration: MachineConfiguration): Promise<RunningMachine>
  beat_ms?: number
}

export type Supervision = {
  running(): RunningMachine | undefined
  /** The process goes: what runs stops behind its batch. */ close(): Promise<void>
}

/** The channel on which a supervisor is told that something was asked of it; the payload is its id. */
export const commandChannel = 'weft_supervisor'
/** What nobody has taken up after so many seconds is never done. */
const commandLife = 30
const tryAgainAfter = 10_000

/**
 * Keeps this machine in the state that was asked for: generates its configuration, starts, restarts, drains and stops the dispatcher
 * and its workers as the commands in the database say, and says every few seconds what it is.
 */
export async function superviseMachine({
  url,
  pool,
  machine,
  instance = '',
  host,
  version,
  processors,
  configure,
  start,
  beat_ms = 5_000,
}: SupervisionOptions): Promise<Supervision> {
  const register = async () =>
    (
      await pool.query<{ id: string; wanted: string; configuration: MachineConfiguration | null }>(
        `insert into supervisors (machine, host, version, processors, instance) values ($1, $2, $3, $4, $5)
         on conflict (machine) do update set host = excluded.host, version = excluded.version, processors = excluded.processors, instance = excluded.instance, claiming = '{}', beat_at = now(), workers = '[]'
         returning id, wanted, configuration`,
        [machine, host, version, processors, instance],
      )
    ).rows[0]!
  let { id, configuration, wanted } = await register()
  const recurring = watchRecurring({ machine, instance })
  let state: MachineState = 'unconfigured'
  let running: RunningMachine | undefined
  let wants = wanted === 'running'
  let failedAt = 0
  let closing = false
  let work: Promise<unknown> = Promise.resolve()
  let underWay = 0
  const afterOthers = (what: () => Promise<void>) => {
    underWay += 1
    return (work = work.then(what, what).finally(() => (underWay -= 1)))
  }

  async function become(next: MachineState, problem?: string) {
    state = next
    if (next === 'failed') failedAt = Date.now()
    await pool.query(
      `update supervisors set state = $2, problem = $3, beat_at = now(), workers = $4, started_at = case when $2 = 'running' then now() else started_at end where id = $1`,
      [id, next, problem ?? null, shownWorkers()],
    )
    await pool.query('select pg_notify($1, $2)', [
      channel,
      JSON.stringify({ to: { topic: 'queues' }, event: { type: 'supervisor', data: { id, state: next } } }),
    ])
  }

  const shownWorkers = () => JSON.stringify(running?.workers() ?? [])

  async function want(next: boolean) {
    wants = next
    await pool.query('update supervisors set wanted = $2 where id = $1', [id, next ? 'running' : 'stopped'])
  }

  async function generate() {
    configuration = await configure()
    await pool.query('update supervisors set configuration = $2, configured_at = now() where id = $1', [
      id,
      JSON.stringify(configuration),
    ])
    if (!running) await become('generated')
  }

  async function up() {
    if (running || closing) return
    if (!configuration) await generate()
    await become('starting')
    try {
      running = await start(configuration!)
    } catch (error) {
      await become('failed', (error as Error).message)
      throw error
    }
    await become('running')
  }

  async function down(finish: boolean) {
    if (running) {
      await become('draining')
      await running.leave({ finish })
      running = undefined
    }
    await become('stopped')
  }

  const actions: Record<SupervisorAction, () => Promise<void>> = {
    generate_config: generate,
    async start() {
      await want(true)
      await up()
    },
    async restart() {
      await want(true)
      await down(true)
      await up()
    },
    async drain() {
      await want(false)
      await down(true)
    },
    async stop() {
      await want(false)
      await down(false)
    },
  }

  async function carryOut(command: { id: string; action: SupervisorAction }) {
    let problem: string | undefined
    try {
      await actions[command.action]()
    } catch (error) {
      problem = (error as Error).message
    }
    await retryForever(
      () =>
        pool.query(
          'update supervisor_commands set state = $2, problem = $3, finished_at = clock_timestamp() where id = $1',
          [command.id, problem === undefined ? 'done' : 'failed', problem ?? null],
        ),
      { what: 'writing down what became of a command', recurring, isLeaving: () => closing },
    ).catch(ignore('the process goes; the next one tells the command as failed'))
  }

  /** Takes up what was asked, in its order; whoever stops does not wait for what finishes. */
  async function handleCommands() {
    const taken = await pool.query<{ id: string; action: SupervisorAction }>(
      `with asked as (select id from supervisor_commands where supervisor_id = $1 and state = 'asked' and asked_at > now() - make_interval(secs => $2) order by asked_at for update)
       update supervisor_commands c set state = 'acknowledged', acknowledged_at = clock_timestamp() from asked where c.id = asked.id returning c.id, c.action`,
      [id, commandLife],
    )
    for (const command of taken.rows) {
      if (command.action === 'stop')
        void running?.leave({ finish: false }).catch(ignore('hastened while it drains; the drain itself is told of'))
      void afterOthers(() => carryOut(command)).catch((error: unknown) =>
        log.error({ err: error, machine, action: command.action }, 'a command failed'),
      )
    }
  }

  const heeding = () =>
    handleCommands().then(
      () => recurring.worked('taking up commands'),
      (error: unknown) => recurring.failed('taking up commands', error),
    )

  async function beat() {
    const { rowCount } = await pool.query(
      'update supervisors set state = $3, beat_at = now(), workers = $2, claiming = $4 where id = $1',
      [id, shownWorkers(), state, JSON.stringify(running?.failing?.() ?? {})],
    )
    if (rowCount === 0) await comeBack()
    await handleCommands()
    // What failed, or was cut short while the database was away, is tried again.
    if (underWay > 0 || closing || Date.now() - failedAt < tryAgainAfter) return
    if (wants && !running)
      void afterOthers(up).then(
        () => recurring.worked('starting the workers'),
        (error: unknown) => recurring.failed('starting the workers', error),
      )
    if (!wants && !running && state !== 'stopped')
      void afterOthers(() => become('stopped')).catch(ignore('said again with the next heartbeat'))
  }

  /** Somebody has taken this machine off the list while it was not heard of. */
  async function comeBack() {
    ;({ id } = await register())
    await want(wants)
    if (configuration)
      await pool.query('update supervisors set configuration = $2, configured_at = now() where id = $1', [
        id,
        JSON.stringify(configuration),
      ])
    await become(state)
  }

  // What an earlier process had taken up and not finished is over with it.
  await pool.query(
    `update supervisor_commands set state = 'failed', problem = 'The supervisor ended meanwhile.', finished_at = now() where supervisor_id = $1 and state = 'acknowledged'`,
    [id],
  )
  if (!configuration) await generate()
  if (wants) await afterOthers(up).catch((error: unknown) => recurring.failed('starting the workers', error))
  else await become('stopped')
  const listener = listen(
    url,
    { [commandChannel]: (payload) => payload === id && void heeding() },
    { application: `weft supervisor ${machine}`.slice(0, 63), opened: () => void heeding() },
  )
  const timer = setInterval(
    () =>
      void beat().then(
        () => recurring.worked('the heartbeat'),
        (error: unknown) => recurring.failed('the heartbeat', error),
      ),
    beat_ms,
  )

  return {
    running: () => running,
    async close() {
      closing = true
      clearInterval(timer)
      await listener.stop()
      void running?.leave({ finish: false }).catch(ignore('hastened while it drains; the drain itself is told of'))
      await afterOthers(() => down(false)).catch(ignore('the database was gone before the supervisor'))
    },
  }
}
