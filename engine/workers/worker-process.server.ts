import { fork, type ChildProcess } from 'node:child_process'
import { ignore } from '@weft/kit/log/ignore.server.ts'
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

/** Starts a worker process; `ready` when it can be given jobs. */
export function forkWorker(
  file: string,
  memory: number,
  { env, execArgv }: { env: Record<string, string>; execArgv: string[] },
): { child: ChildProcess; worker: Worker; ready: Promise<Worker> } {
  const child = fork(file, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${memory}`,
      '--max-semi-space-size=16',
      ...execArgv,
    ],
  })
  const worker = workerOf(child, memory)
  const ready = new Promise<Worker>((resolve, reject) => {
    child.once('message', () => resolve(worker))
    child.once('error', reject)
    child.on('error', ignore('a worker could not be started or told'))
    child.once('exit', (code, signal) => reject(new Error(`a worker ended at its start (${signal ?? code})`)))
  })
  return { child, worker, ready }
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
