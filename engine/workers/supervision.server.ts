import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import type pg from 'pg'
import { watchRecurring, type Failing } from '../scheduler/recurring.server.ts'
import { retryForever } from './retry-forever.ts'
import type { MachineConfiguration, MachineState, SupervisorAction, WorkerStatus } from './machine.ts'
import {
  failInterruptedCommands,
  finishCommand,
  registerSupervisor,
  takeCommands,
  writeBeat,
  writeConfiguration,
  writeMachineState,
  writeWanted,
  type SupervisorCommand,
} from './supervisor-row.server.ts'

/** The part of a machine that can be started and stopped: the dispatcher and its workers. */
export type RunningMachine = {
  workers(): WorkerStatus[]
  /** What keeps it from claiming jobs, if something does. */
  failing?(): Failing | undefined
  /** With `finish` what runs goes on to its end; without, it stops behind its batch. May be asked for again to hasten. */
  leave(how: { finish: boolean }): Promise<void>
}

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
  /** The process goes: what runs stops behind its batch. */
  close(): Promise<void>
}

/** The channel on which a supervisor is told that something was asked of it; the payload is its id. */
export const commandChannel = 'weft_supervisor'
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
  const register = () => registerSupervisor(pool, { machine, host, version, processors, instance })
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
    await writeMachineState(pool, id, { state: next, problem, workers: running?.workers() ?? [] })
  }

  async function want(next: boolean) {
    wants = next
    await writeWanted(pool, id, next)
  }

  async function generate() {
    const made = await configure()
    configuration = made
    await writeConfiguration(pool, id, made)
    if (!running) await become('generated')
    return made
  }

  async function up() {
    if (running || closing) return
    const current = configuration ?? (await generate())
    await become('starting')
    try {
      running = await start(current)
    } catch (error) {
      await become('failed', messageOf(error))
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
    async generate_config() {
      await generate()
    },
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

  async function carryOut(command: SupervisorCommand) {
    let problem: string | undefined
    try {
      await actions[command.action]()
    } catch (error) {
      problem = messageOf(error)
    }
    await retryForever(() => finishCommand(pool, command.id, problem), {
      what: 'writing down what became of a command',
      recurring,
      isLeaving: () => closing,
    }).catch(ignore('the process goes; the next one tells the command as failed'))
  }

  /** Takes up what was asked, in its order; whoever stops does not wait for what finishes. */
  async function handleCommands() {
    for (const command of await takeCommands(pool, id)) {
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
    const workers = running?.workers() ?? []
    if (!(await writeBeat(pool, id, { state, workers, failing: running?.failing?.() }))) await comeBack()
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
    if (configuration) await writeConfiguration(pool, id, configuration)
    await become(state)
  }

  await failInterruptedCommands(pool, id)
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
