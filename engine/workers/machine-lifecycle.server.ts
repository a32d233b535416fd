import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type pg from 'pg'
import type { Failing } from '../scheduler/recurring.server.ts'
import type { MachineConfiguration, MachineState, SupervisorAction, WorkerStatus } from './machine.ts'
import {
  writeBeat,
  writeConfiguration,
  writeMachineState,
  writeWanted,
  type registerSupervisor,
} from './supervisor-row.server.ts'

/** The part of a machine that can be started and stopped: the dispatcher and its workers. */
export type RunningMachine = {
  workers(): WorkerStatus[]
  /** What keeps it from claiming jobs, if something does. */
  failing?(): Failing | undefined
  /** Looks at once for work. */
  nudge?(): void
  /** With `finish` what runs goes on to its end; without, it stops behind its batch. May be asked for again to hasten. */
  leave(how: { finish: boolean }): Promise<void>
}

export type MachineLifecycle = Awaited<ReturnType<typeof openMachineLifecycle>>

const tryAgainAfter = 10_000

/** A machine in its states, each written down: configured, started and stopped as it is asked, one after the other. */
export async function openMachineLifecycle({
  pool,
  register,
  configure,
  start,
}: {
  pool: pg.Pool
  register(): ReturnType<typeof registerSupervisor>
  configure(): Promise<MachineConfiguration>
  start(configuration: MachineConfiguration): Promise<RunningMachine>
}) {
  let { id, configuration, wanted } = await register()
  let state: MachineState = 'unconfigured'
  let running: RunningMachine | undefined
  let wants = wanted === 'running'
  let failedAt = 0
  let closing = false

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

  /** Somebody has taken this machine off the list while it was not heard of. */
  async function comeBack() {
    ;({ id } = await register())
    await want(wants)
    if (configuration) await writeConfiguration(pool, id, configuration)
    await become(state)
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

  return {
    id: () => id,
    running: () => running,
    isConfigured: () => configuration !== null,
    wantsToRun: () => wants,
    isClosing: () => closing,
    generate,
    up,
    down,
    markStopped: () => become('stopped'),
    /** Does what a command asks. */
    carryOut: (action: SupervisorAction) => actions[action](),
    /** What drains stops behind its batch instead of going on to its end. */
    hasten: () =>
      void running?.leave({ finish: false }).catch(ignore('hastened while it drains; the drain itself is told of')),
    /** Starts nothing any more. */
    close: () => void (closing = true),

    /** Says that the machine is alive, and what it is. */
    async beat() {
      const workers = running?.workers() ?? []
      if (!(await writeBeat(pool, id, { state, workers, failing: running?.failing?.() }))) await comeBack()
    },

    /** What was asked for and is not so: it failed, or was cut short while the database was away. */
    missing(): 'start' | 'stop' | undefined {
      if (closing || Date.now() - failedAt < tryAgainAfter) return undefined
      if (wants && !running) return 'start'
      return !wants && !running && state !== 'stopped' ? 'stop' : undefined
    },
  }
}
