import { messageOf } from '@weft/kit/errors/caught.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { watchRecurring } from '../scheduler/recurring.server.ts'
import type { MachineLifecycle } from './machine-lifecycle.server.ts'
import { retryForever } from './retry-forever.ts'
import { finishCommand, takeCommands, type SupervisorCommand } from './supervisor-row.server.ts'

/** One piece of work after the other, whatever became of those before it. */
export function openWorkOrder() {
  let last: Promise<void> = Promise.resolve()
  let underWay = 0
  return {
    run(work: () => Promise<void>) {
      underWay += 1
      return (last = last.then(work, work).finally(() => (underWay -= 1)))
    },
    isBusy: () => underWay > 0,
  }
}

/** Takes up what was asked of a machine, in its order; whoever stops does not wait for what finishes. */
export function openSupervisorCommands({
  pool,
  machine,
  lifecycle,
  order,
  recurring,
}: {
  pool: pg.Pool
  machine: string
  lifecycle: MachineLifecycle
  order: ReturnType<typeof openWorkOrder>
  recurring: ReturnType<typeof watchRecurring>
}) {
  async function carryOut(command: SupervisorCommand) {
    let problem: string | undefined
    try {
      await lifecycle.carryOut(command.action)
    } catch (error) {
      problem = messageOf(error)
    }
    await retryForever(() => finishCommand(pool, command.id, problem), {
      what: 'writing down what became of a command',
      recurring,
      isLeaving: lifecycle.isClosing,
    }).catch(ignore('the process goes; the next one tells the command as failed'))
  }

  async function handle() {
    for (const command of await takeCommands(pool, lifecycle.id())) {
      if (command.action === 'stop') lifecycle.hasten()
      void order
        .run(() => carryOut(command))
        .catch((error: unknown) => log.error({ err: error, machine, action: command.action }, 'a command failed'))
    }
  }

  return {
    handle,
    /** Told of one: what goes wrong is noted, and the next heartbeat looks again. */
    notified: () =>
      handle().then(
        () => recurring.worked('taking up commands'),
        (error: unknown) => recurring.failed('taking up commands', error),
      ),
  }
}
