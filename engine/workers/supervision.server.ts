import { ignore } from '@weft/kit/log/ignore.server.ts'
import { listen } from '@weft/kit/database/listen.server.ts'
import type pg from 'pg'
import { watchRecurring } from '../scheduler/recurring.server.ts'
import { openMachineLifecycle, type RunningMachine } from './machine-lifecycle.server.ts'
import type { MachineConfiguration } from './machine.ts'
import { openSupervisorCommands, openWorkOrder } from './supervisor-commands.server.ts'
import { failInterruptedCommands, registerSupervisor } from './supervisor-row.server.ts'

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
  const recurring = watchRecurring({ machine, instance })
  const lifecycle = await openMachineLifecycle({
    pool,
    register: () => registerSupervisor(pool, { machine, host, version, processors, instance }),
    configure,
    start,
  })
  const order = openWorkOrder()
  const commands = openSupervisorCommands({ pool, machine, lifecycle, order, recurring })

  async function beat() {
    await lifecycle.beat()
    await commands.handle()
    const missing = order.isBusy() ? undefined : lifecycle.missing()
    if (missing === 'start')
      void order.run(lifecycle.up).then(
        () => recurring.worked('starting the workers'),
        (error: unknown) => recurring.failed('starting the workers', error),
      )
    if (missing === 'stop') void order.run(lifecycle.markStopped).catch(ignore('said again with the next heartbeat'))
  }

  await failInterruptedCommands(pool, lifecycle.id())
  if (!lifecycle.isConfigured()) await lifecycle.generate()
  if (lifecycle.wantsToRun())
    await order.run(lifecycle.up).catch((error: unknown) => recurring.failed('starting the workers', error))
  else await lifecycle.markStopped()
  const listener = listen(
    url,
    { [commandChannel]: (payload) => payload === lifecycle.id() && void commands.notified() },
    { opened: () => void commands.notified() },
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
    running: lifecycle.running,
    async close() {
      lifecycle.close()
      clearInterval(timer)
      await listener.stop()
      lifecycle.hasten()
      await order.run(() => lifecycle.down(false)).catch(ignore('the database was gone before the supervisor'))
    },
  }
}
