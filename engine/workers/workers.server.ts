import { fork, type ChildProcess } from 'node:child_process'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { RunOutcome } from '../runtime/run.server.ts'

/** What is said between the dispatcher and a worker process. */
export type ToWorker = { run: string[]; slot_id: string } | { cancel: string } | { stop: true }
export type FromWorker = { ready: true } | { begin: string } | { ended: RunOutcome[] }

export type Worker = {
  pid: number
  memory: number
  /** Runs the jobs a slot holds one after the other. Answers how each ended; those of a worker that died are missing. */
  run(
    slot_id: string,
    ids: string[],
    hear: { begin(id: string): void; ended(endings: RunOutcome[]): void },
  ): Promise<WorkerExit | undefined>
  cancel(id: string): void
  kill(why: WorkerExit['why']): void
  /** Asks it to finish its batch; it answers `released` for what is left. */
  stop(): void
}

export type WorkerExit = { why: 'died' | 'memory' | 'timeout' | 'cancelled' }

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
  const idle = new Map<number, { worker: Worker; since: number }[]>()
  const children = new Map<ChildProcess, number>()
  const taken = new Set<number>()
  let busy = 0
  let starting = 0
  let stopping = false

  function start(memory: number): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const child = fork(file, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        execArgv: [
          '--no-node-snapshot',
          '--disable-warning=ExperimentalWarning',
          `--max-old-space-size=${memory}`,
          '--max-semi-space-size=8',
          ...execArgv,
        ],
      })
      children.set(child, memory)
      const worker = workerOf(child, memory)
      child.once('message', () => resolve(worker))
      child.once('error', reject)
      child.on('error', ignore('a worker could not be started or told'))
      child.once('exit', (code, signal) => {
        children.delete(child)
        const kept = idle.get(memory)
        if (kept)
          idle.set(
            memory,
            kept.filter((entry) => entry.worker !== worker),
          )
        reject(new Error(`a worker ended at its start (${signal ?? code})`))
        keepWarm()
      })
    })
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
      idle.set(
        memory,
        entries.filter((entry) => !old.includes(entry)),
      )
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

const unheard = ignore('a worker ended before it heard a message')

function workerOf(child: ChildProcess, memory: number): Worker {
  let why: WorkerExit['why'] | undefined
  const send = (message: ToWorker) => {
    if (child.connected) child.send(message, (error) => error && unheard(error))
  }
  return {
    pid: child.pid!,
    memory,
    run: (slot_id, ids, hear) =>
      new Promise((resolve) => {
        const open = new Set(ids)
        const finish = (death?: WorkerExit) => {
          child.off('message', onMessage)
          child.off('exit', onExit)
          resolve(death)
        }
        const onMessage = (message: FromWorker) => {
          if ('begin' in message) hear.begin(message.begin)
          if (!('ended' in message)) return
          for (const { id } of message.ended) open.delete(id)
          hear.ended(message.ended)
          if (open.size === 0) finish()
        }
        // Node says 134 or SIGABRT when the heap limit is reached.
        const onExit = (code: number | null, signal: string | null) =>
          finish({ why: why ?? (code === 134 || signal === 'SIGABRT' ? 'memory' : 'died') })
        child.on('message', onMessage)
        child.on('exit', onExit)
        if (child.exitCode !== null || child.signalCode !== null) finish({ why: 'died' })
        else send({ run: ids, slot_id })
      }),
    cancel: (id) => send({ cancel: id }),
    stop: () => send({ stop: true }),
    kill(reason) {
      why = reason
      child.kill('SIGKILL')
    },
  }
}
