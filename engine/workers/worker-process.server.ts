import { fork, type ChildProcess } from 'node:child_process'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { JobList } from '../queue/begin-attempts.server.ts'
import type { RunOutcome } from '../runtime/run.server.ts'

/** Why a run is to end. */
export type Abort = 'cancelled' | 'timeout'

/** What is said between the dispatcher and a worker process. `room`: so many further runs, since all of its own wait for the outside. */
export type ToWorker = { run: JobList[] } | { abort: string; why: Abort } | { stop: true }
export type FromWorker = { ready: true } | { begin: string } | { ended: RunOutcome[] } | { room: number }

type Hearing = { begin(id: string): void; ended(endings: RunOutcome[]): void }

export type Worker = {
  pid: number
  memory: number
  /**
   * Runs lists of jobs beside each other, those of a list one after the other. Says how each ended; those of a worker that died are
   * missing. Answers for each list when it is worked off.
   */
  run(lists: { list: JobList; hear: Hearing }[]): Promise<WorkerExit | undefined>[]
  /** From now on hears for how many further runs there is room. */
  onRoom(hear: (room: number) => void): void
  abort(id: string, why: Abort): void
  kill(why: WorkerExit['why']): void
  /** Asks it to finish its batch; it answers `released` for what is left. */
  stop(): void
}

/** `together`: several runs were under way. */
export type WorkerExit = { why: 'died' | 'memory' | Abort; together: boolean }

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

/** A list under way: what of it is open, and which run of it was begun last. */
type Lane = Hearing & { open: Set<string>; current?: string; finish(exit?: WorkerExit): void }

function workerOf(child: ChildProcess, memory: number): Worker {
  const lanes = new Set<Lane>()
  const laneOf = new Map<string, Lane>()
  let why: WorkerExit['why'] | undefined
  let isGone = false
  let hearRoom = (_: number) => {}
  const send = (message: ToWorker) => {
    if (child.connected) child.send(message, (error) => error && unheard(error))
  }

  function open({ ids }: JobList, hear: Hearing): Promise<WorkerExit | undefined> {
    return new Promise((resolve) => {
      const lane: Lane = {
        ...hear,
        open: new Set(ids),
        finish(exit) {
          lanes.delete(lane)
          for (const id of lane.open) laneOf.delete(id)
          resolve(exit)
        },
      }
      lanes.add(lane)
      for (const id of ids) laneOf.set(id, lane)
    })
  }

  function begun(id: string) {
    const lane = laneOf.get(id)
    if (!lane) return
    lane.current = id
    lane.begin(id)
  }

  function ended(endings: RunOutcome[]) {
    for (const [lane, own] of Map.groupBy(endings, ({ id }) => laneOf.get(id))) {
      if (!lane) continue
      for (const { id } of own) {
        lane.open.delete(id)
        laneOf.delete(id)
      }
      lane.ended(own)
      if (lane.open.size === 0) lane.finish()
    }
  }

  child.on('message', (message: FromWorker) => {
    if ('begin' in message) begun(message.begin)
    if ('ended' in message) ended(message.ended)
    if ('room' in message) hearRoom(message.room)
  })

  function gone(exit: WorkerExit['why']) {
    isGone = true
    const underWay = [...lanes].filter(({ current, open }) => current !== undefined && open.has(current))
    for (const lane of [...lanes]) lane.finish({ why: why ?? exit, together: underWay.length > 1 })
  }
  child.once('exit', (code, signal) => {
    // Node says 134 or SIGABRT when the heap limit is reached.
    const exit = code === 134 || signal === 'SIGABRT' ? 'memory' : 'died'
    // What it said last may still be on its way.
    if (child.connected) child.once('disconnect', () => gone(exit))
    else gone(exit)
  })

  return {
    pid: child.pid!,
    memory,
    run(lists) {
      const over = lists.map(({ list, hear }) => open(list, hear))
      if (isGone) gone('died')
      else send({ run: lists.map(({ list }) => list) })
      return over
    },
    onRoom: (hear) => void (hearRoom = hear),
    abort: (id, why) => send({ abort: id, why }),
    stop: () => send({ stop: true }),
    kill(reason) {
      why = reason
      child.kill('SIGKILL')
    },
  }
}
