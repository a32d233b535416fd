import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { registry } from '@weft/kit/log/metrics.server.ts'
import { Counter } from 'prom-client'
import { fairQueue } from './fair-queue.ts'
import { perform, type Given } from './perform.server.ts'
import { openRunners, type RunnerOptions } from './runners.server.ts'
import type { Task } from './task.ts'
import { texts } from './texts.ts'

/** One owner's tasks that may wait. */
const mostWaiting = 100
const retry_seconds = 5
/** They wait for other systems more than they work. */
const outbound_at_once = 4
/** Folders nobody has touched for so long are of processes that were killed. */
const left_ms = 24 * 3_600_000

const tasks = new Counter({
  name: 'weft_isolated_tasks_total',
  help: 'Tasks given to isolated processes, by how they ended',
  labelNames: ['task', 'outcome'],
  registers: [registry],
})

export type Isolation = {
  run<Options, Value>(
    task: Task<Options, Value>,
    options: Options,
    given: Given,
  ): Promise<{ value: Value; bytes: Buffer[] }>
  /** Keeps a process ready for a while, so that whoever needs one soon does not wait for its start. */
  warm(): void
  close(): Promise<void>
}

type Opening = { entry: string; home: string; at_once?: number }

/**
 * Does what touches tenants' bytes and expressions in processes of their own: without keys or anybody's files, without network or with
 * the hosts that were cleared, each killed at its limit of time or memory. Whoever asks gets the answer, or a sentence that names the limit.
 */
export function openIsolation({ entry, home, at_once = Math.max(2, availableParallelism()) }: Opening): Isolation {
  const root = path.join(home, 'tmp')
  mkdirSync(root, { recursive: true })
  sweep(root)
  const folder = resolved(mkdtempSync(path.join(root, 'isolation-')))
  const pools = {
    plain: openPool({ entry, folder, at_once, process: 'plain' }),
    addons: openPool({ entry, folder, at_once: 1, process: 'addons' }),
    outbound: openPool({ entry, folder, at_once: outbound_at_once, process: 'outbound' }),
  }
  return {
    run: (task, options, given) => pools[task.process ?? 'plain'].run(task, options, given),
    warm: () => pools.plain.warm(),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As Node's permissions know it, without links; a mount of another process's namespace has no such path here. */
function resolved(place: string): string {
  try {
    return realpathSync(place)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return place
  }
}

function sweep(root: string) {
  for (const name of readdirSync(root)) {
    const place = path.join(root, name)
    if (
      name.startsWith('isolation-') &&
      Date.now() - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0) > left_ms
    )
      rmSync(place, { recursive: true, force: true })
  }
}

/** Tasks done in runners of one kind, everybody's share of them the same. */
function openPool(options: RunnerOptions) {
  const { at_once } = options
  const runners = openRunners(options)
  const queue = fairQueue(
    { at_once, of_one: Math.max(1, at_once - 1), waiting: mostWaiting },
    () => new Unavailable('TASKS_WAITING', texts.busy({ seconds: retry_seconds }), { retry_after: retry_seconds }),
  )

  /** The answer goes out as soon as it is there; its place in the queue is free once the process is clean again. */
  function enqueue<Options, Value>(task: Task<Options, Value>, options: Options, given: Given) {
    const answer = Promise.withResolvers<{ value: Value; bytes: Buffer[] }>()
    const work = async () => {
      const runner = runners.take()
      try {
        await runner.ready
        answer.resolve(await perform(runner, task, options, given))
      } catch (error) {
        answer.reject(error)
      } finally {
        await runners.giveBack(runner)
      }
    }
    queue.run(given.owner, work, given.signal).catch(answer.reject)
    return answer.promise
  }

  async function run<Options, Value>(task: Task<Options, Value>, options: Options, given: Given) {
    try {
      const answer = await enqueue(task, options, given)
      tasks.inc({ task: task.name, outcome: 'done' })
      return answer
    } catch (error) {
      const cause = given.signal?.aborted ? new Unavailable('TASK_CANCELLED', texts.gone()) : error
      tasks.inc({ task: task.name, outcome: cause instanceof WeftError ? cause.code.toLowerCase() : 'broken' })
      throw cause
    }
  }

  return {
    run,
    warm: runners.warm,
    async close() {
      queue.close(new Unavailable('SERVER_CLOSING', texts.closing()))
      runners.close()
    },
  }
}
