import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { startChild, type Child, type ChildExit } from './child.server.ts'
import type { FromChild } from './messages.ts'
import type { ProcessKind } from './task.ts'
import { texts } from './texts.ts'

/** A process is replaced after so many tasks, or when so much memory stays behind. */
const recycled = { tasks: 200, memory_mb: 400 }
/** So long a process without work is kept beyond the one that stands ready. */
const idle_ms = 60_000
/** So long one stands ready after somebody came who may need it: it holds 60 MB, and takes half a second of a processor to start. */
const warm_ms = 15 * 60_000
const heap_mb = 1_024
type Hearing = { hear(message: FromChild): void; ended(why: ChildExit): void }

/** A process for one task at a time, with a folder of its own that is empty between two of them. */
export type Runner = {
  child: Child
  folder: string
  ready: Promise<unknown>
  hearing: Hearing | undefined
  memory_mb: number
  tasks: number
  gone: boolean
  idle?: NodeJS.Timeout
}

export type RunnerOptions = { entry: string; folder: string; at_once: number; process: ProcessKind }

/** The processes tasks are done in: started on use, kept for a while, replaced when they have grown. */
export function openRunners({ entry, folder, at_once, process }: RunnerOptions) {
  const all = new Set<Runner>()
  const idle: Runner[] = []
  let started = 0
  let spare = 0
  let cooling: NodeJS.Timeout | undefined
  let closed = false

  function start(): Runner {
    const own = path.join(folder, `${process}-${++started}`)
    mkdirSync(own, { recursive: true })
    const ready = Promise.withResolvers<void>()
    ready.promise.catch(ignore('an isolated process ended before it had begun'))
    const child = startChild({
      entry,
      folder: own,
      process,
      heap_mb,
      memory_mb: () => runner.memory_mb,
      hear(message) {
        if (typeof message !== 'object' || message === null) return
        if ('ready' in message) ready.resolve()
        else runner.hearing?.hear(message as FromChild)
      },
      ended(why, said) {
        runner.gone = true
        all.delete(runner)
        leaveIdle(runner)
        ready.reject(
          closed
            ? new Unavailable('SERVER_CLOSING', texts.closing())
            : new Error(`An isolated process could not be started: ${said}`),
        )
        runner.hearing?.ended(why)
        rm(own, { recursive: true, force: true }).catch(
          ignore('the folder of an isolated process could not be removed'),
        )
      },
    })
    const runner: Runner = {
      child,
      folder: own,
      ready: ready.promise,
      hearing: undefined,
      memory_mb: Infinity,
      tasks: 0,
      gone: false,
    }
    child.hold(false)
    all.add(runner)
    return runner
  }

  function leaveIdle(runner: Runner) {
    clearTimeout(runner.idle)
    if (idle.includes(runner)) idle.splice(idle.indexOf(runner), 1)
  }

  /** Keeps as many ready as were asked for. */
  const keepReady = () => {
    while (!closed && idle.length < spare && all.size < at_once + spare) idle.push(start())
  }

  function cool() {
    spare = 0
    for (const runner of idle.splice(0)) {
      leaveIdle(runner)
      runner.child.end()
    }
  }

  function take(): Runner {
    const runner = idle.pop() ?? start()
    clearTimeout(runner.idle)
    runner.child.hold(true)
    keepReady()
    return runner
  }

  async function giveBack(runner: Runner) {
    runner.tasks++
    runner.hearing = undefined
    runner.memory_mb = Infinity
    if (runner.gone || closed) return
    if (runner.tasks >= recycled.tasks || runner.child.memory() > recycled.memory_mb) return runner.child.end()
    for (const name of await readdir(runner.folder))
      await rm(path.join(runner.folder, name), { recursive: true, force: true })
    if (runner.gone || closed) return
    runner.child.hold(false)
    if (idle.length >= at_once) return runner.child.end()
    idle.push(runner)
    runner.idle = setTimeout(() => {
      if (idle.indexOf(runner) < spare) return
      leaveIdle(runner) // its process takes a moment to end, in which nobody may be given it
      runner.child.end()
    }, idle_ms).unref()
  }

  return {
    take,
    async giveBack(runner: Runner) {
      await giveBack(runner)
      keepReady()
    },
    /** Keeps a process ready until nobody has said so for a quarter of an hour. */
    warm() {
      spare = 1
      keepReady()
      clearTimeout(cooling)
      cooling = setTimeout(cool, warm_ms).unref()
    },
    close() {
      closed = true
      clearTimeout(cooling)
      for (const runner of all) runner.child.end()
    },
  }
}
