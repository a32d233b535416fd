import type { ChildProcess } from 'node:child_process'
import { log } from '@weft/kit/log/log.server.ts'
import { forkWorker, type Worker } from './worker-process.server.ts'

export type WorkerPool = {
  /** A warm worker of this memory class, or a fresh one. */
  take(memory: number): Promise<Worker>
  give(worker: Worker): void
  busy(): number
  pids(): number[]
  /** Every process there is, with the memory it may use and whether somebody has it. */
  all(): { pid: number; memory: number; busy: boolean }[]
  stop(): Promise<void>
}

type Idle = { worker: Worker; since: number }

const idleFor = 5 * 60_000

/**
 * Worker processes by the memory they may use: the limit is the process's own heap, so a job that eats memory ends itself alone.
 * `spare` of the usual class stay warm, because starting one takes a while.
 */
export function openWorkers({
  file,
  env,
  spare,
  usual = 256,
  execArgv = [],
}: {
  file: string
  env: Record<string, string>
  spare: number
  usual?: number
  execArgv?: string[]
}): WorkerPool {
  const idle = new Map<number, Idle[]>()
  const children = new Map<ChildProcess, number>()
  const taken = new Set<number>()
  let busy = 0
  let starting = 0
  let stopping = false

  function start(memory: number): Promise<Worker> {
    const { child, worker, ready } = forkWorker(file, memory, { env, execArgv })
    children.set(child, memory)
    child.once('exit', () => {
      children.delete(child)
      keepIdle(memory, (entry) => entry.worker !== worker)
      keepWarm()
    })
    return ready
  }

  function keepIdle(memory: number, isKept: (entry: Idle, index: number) => boolean) {
    const entries = idle.get(memory)
    if (entries) idle.set(memory, entries.filter(isKept))
  }

  function keepWarm() {
    const warm = idle.get(usual)?.length ?? 0
    if (stopping || warm + starting >= spare) return
    starting += 1
    start(usual).then(
      (worker) => {
        starting -= 1
        put(worker)
        keepWarm()
      },
      (error: Error) => {
        starting -= 1
        if (!stopping) log.error({ err: error, memory_mb: usual }, 'a worker process did not start')
        setTimeout(keepWarm, 2_000).unref()
      },
    )
  }

  function put(worker: Worker) {
    if (stopping) return worker.stop()
    idle.set(worker.memory, [...(idle.get(worker.memory) ?? []), { worker, since: Date.now() }])
  }

  const sweep = setInterval(() => {
    for (const [memory, entries] of idle) {
      const keep = memory === usual ? spare : 0
      const old = entries.filter((entry, i) => i >= keep && Date.now() - entry.since > idleFor)
      keepIdle(memory, (entry) => !old.includes(entry))
      for (const { worker } of old) worker.kill('died')
    }
  }, 30_000)
  sweep.unref()
  keepWarm()

  return {
    async take(memory) {
      const entry = idle.get(memory)?.pop()
      busy += 1
      try {
        const worker = entry?.worker ?? (await start(memory))
        taken.add(worker.pid)
        return worker
      } catch (error) {
        busy -= 1
        throw error
      } finally {
        keepWarm()
      }
    },
    give(worker) {
      busy -= 1
      taken.delete(worker.pid)
      put(worker)
    },
    busy: () => busy,
    pids: () => [...children.keys()].map((child) => child.pid!),
    all: () => [...children].map(([child, memory]) => ({ pid: child.pid!, memory, busy: taken.has(child.pid!) })),
    async stop() {
      stopping = true
      clearInterval(sweep)
      const gone = [...children.keys()].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of children.keys()) if (child.connected) child.disconnect()
      const timer = setTimeout(() => [...children.keys()].forEach((child) => child.kill('SIGKILL')), 5_000)
      await Promise.all(gone)
      clearTimeout(timer)
    },
  }
}
