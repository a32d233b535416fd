import { startChild, type Child } from '../isolation/child.server.ts'
import { codeFailed, codeTooHungry, codeTooSlow } from './sandbox-errors.ts'

/** What an isolate may outgrow its own limit by before its process is killed: V8 counts buffers and large arrays late. */
const headroom_mb = 256
/** V8 stops a loop by itself; a process that does not even answer is killed this much later. */
const mercy_ms = 2_000

type Question = { question: number; program: number; what: string }
type FromSandbox = { call: number; result?: string; error?: { message: string; stack?: string } } | Question
type Pending = { resolve(result: string | undefined): void; reject(error: Error): void }

/** The isolated process: started when it is first asked something, and anew after it ended. */
export function openSandboxProcess({
  file,
  limits,
  answer,
}: {
  file: string
  /** The memory each open program may use, in MB. */
  limits: ReadonlyMap<number, number>
  /** A program asks for something outside. */
  answer(program: number, what: unknown): Promise<unknown>
}) {
  let child: Child | undefined
  let calls = 0
  let why: Error | undefined
  const pending = new Map<number, Pending>()
  const mostAllowed = () => Math.max(0, ...limits.values())

  function start(): Child {
    if (child) return child
    const fresh: Child = startChild({
      entry: file,
      process: 'addons',
      flags: ['--no-node-snapshot'],
      memory_mb: () => headroom_mb + [...limits.values()].reduce((sum, mb) => sum + mb, 0),
      hear(message) {
        const told = message as FromSandbox
        if ('question' in told) return void answerQuestion(fresh, told)
        const { call, result, error } = told
        const waiting = pending.get(call)
        pending.delete(call)
        if (error) waiting?.reject(codeFailed(error, mostAllowed()))
        else waiting?.resolve(result)
      },
      ended() {
        if (child !== fresh) return // let go while nobody used it
        child = undefined
        for (const { reject } of pending.values()) reject(why ?? codeTooHungry(mostAllowed()))
        pending.clear()
        why = undefined
      },
    })
    child = fresh
    return fresh
  }

  async function answerQuestion(asking: Child, { question, program, what }: Question) {
    const told = await Promise.resolve()
      .then(() => answer(program, JSON.parse(what)))
      .then(
        (result) => ({ result: result === undefined ? undefined : JSON.stringify(result) }),
        (error: Error) => ({ error: error.message }),
      )
    asking.send({ answered: question, ...told })
  }

  return {
    isRunning: () => child !== undefined,
    end: () => child?.end(),

    /** Ends it while no program is open: it takes a moment, in which the next program is given another. */
    letGo() {
      child?.end()
      child = undefined
    },

    ask(what: object, timeout_ms: number): Promise<string | undefined> {
      const running = start()
      const call = ++calls
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          why = codeTooSlow(timeout_ms)
          running.end()
        }, timeout_ms + mercy_ms)
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(timer)
            then(value)
          }
        pending.set(call, { resolve: settle(resolve), reject: settle(reject) })
        running.send({ call, ...what })
      })
    },
  }
}
