import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'
import { startChild, type Child } from '../isolation/child.server.ts'

const texts = defineMessages({
  slow: {
    en: 'The code took longer than {seconds} s for one batch and was stopped. Look for a loop that never ends.',
    de: 'Der Code brauchte länger als {seconds} s für einen Stapel und wurde angehalten. Suchen Sie nach einer Schleife, die nie endet.',
  },
  hungry: {
    en: 'The code needed more than {megabytes} MB of memory and was stopped.',
    de: 'Der Code benötigte mehr als {megabytes} MB Arbeitsspeicher und wurde angehalten.',
  },
})

/** What an isolate may outgrow its own limit by before its process is killed: V8 counts buffers and large arrays late. */
const headroom_mb = 256
/** V8 stops a loop by itself; a process that does not even answer is killed this much later. */
const mercy_ms = 2_000
/** So long an empty process is kept for the next program. */
const idle_ms = 60_000

type Sandbox = StepContext['sandbox'] & { close(): void }
type Ask = (what: { http: unknown } | { log: unknown }) => Promise<unknown>
type FromSandbox =
  | { call: number; result?: string; error?: { message: string; stack?: string } }
  | { question: number; program: number; what: string }
type Pending = { resolve(result: string | undefined): void; reject(error: Error): void }

/**
 * Programs of one worker in one isolated process, started when the first is opened. Its memory is watched, and a batch that takes too
 * long ends it; the next program gets a fresh one.
 */
export function openSandbox(file: string): Sandbox {
  let child: Child | undefined
  let rest: NodeJS.Timeout | undefined
  let calls = 0
  let programs = 0
  let why: Error | undefined
  const pending = new Map<number, Pending>()
  const asks = new Map<number, Ask>()
  const limits = new Map<number, number>()

  function start(): Child {
    if (child) return child
    const fresh: Child = startChild({
      entry: file,
      addons: true,
      flags: ['--no-node-snapshot'],
      memory_mb: () => headroom_mb + [...limits.values()].reduce((sum, mb) => sum + mb, 0),
      hear(message) {
        const told = message as FromSandbox
        if ('question' in told) return void answer(fresh, told)
        const { call, result, error } = told
        const waiting = pending.get(call)
        pending.delete(call)
        if (error) waiting?.reject(failure(error, limits))
        else waiting?.resolve(result)
      },
      ended() {
        if (child !== fresh) return // let go while nobody used it
        child = undefined
        for (const { reject } of pending.values())
          reject(why ?? new Invalid('CODE_MEMORY', texts.hungry({ megabytes: Math.max(0, ...limits.values()) })))
        pending.clear()
        why = undefined
      },
    })
    child = fresh
    return fresh
  }

  /** A program asks for something outside; without anybody to answer it is refused. */
  async function answer(
    asking: Child,
    { question, program, what }: { question: number; program: number; what: string },
  ) {
    const told = await Promise.resolve()
      .then(() => (asks.get(program) ?? refused)(JSON.parse(what) as Parameters<Ask>[0]))
      .then(
        (result) => ({ result: result === undefined ? undefined : JSON.stringify(result) }),
        (error: Error) => ({ error: error.message }),
      )
    asking.send({ answered: question, ...told })
  }

  async function open(
    program: object,
    { memory_mb, timeout_ms }: { memory_mb: number; timeout_ms: number },
    asking?: Ask,
  ) {
    const id = ++programs
    limits.set(id, memory_mb)
    if (asking) asks.set(id, asking)
    await ask({ open: { program: id, memory_mb, ...program } }, 10_000)
    return {
      async run(input: unknown): Promise<unknown> {
        const out = await ask({ run: { program: id, input: JSON.stringify(input), timeout_ms } }, timeout_ms).catch(
          (error: Error) => {
            throw /Script execution timed out/.test(error.message)
              ? new Invalid('CODE_TIMEOUT', texts.slow({ seconds: timeout_ms / 1000 }))
              : error
          },
        )
        return JSON.parse(out!)
      },
      async close() {
        limits.delete(id)
        asks.delete(id)
        if (child) await ask({ close: { program: id } }, 5_000)
        restWhenIdle()
      },
    }
  }

  /** A process that nobody has needed for a while gives its memory back. */
  function restWhenIdle() {
    clearTimeout(rest)
    rest = setTimeout(() => {
      if (limits.size > 0) return
      child?.end()
      child = undefined // it takes a moment to end, in which nobody may be given it
    }, idle_ms).unref()
  }

  function ask(what: object, timeout_ms: number): Promise<string | undefined> {
    const running = start()
    const call = ++calls
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        why = new Invalid('CODE_TIMEOUT', texts.slow({ seconds: timeout_ms / 1000 }))
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
  }

  return {
    async open({ code, memory_mb, timeout_ms }) {
      const { run, close } = await open({ code }, { memory_mb, timeout_ms })
      return { run: (records) => run(records) as Promise<DataRecord[]>, close }
    },
    async openFiles({ files, entry, memory_mb, timeout_ms, ask: asking }) {
      const { run, close } = await open({ files, entry }, { memory_mb, timeout_ms }, asking)
      return {
        call: (...inputs) => run({ call: inputs }),
        each: (each) => run({ each }) as Promise<({ value: unknown } | { refused: string })[]>,
        close,
      }
    },
    close() {
      clearTimeout(rest)
      child?.end()
    },
  }
}

const refused: Ask = () => Promise.reject(new Error('Nothing outside can be asked here.'))

function failure({ message, stack }: { message: string; stack?: string }, limits: Map<number, number>) {
  if (/memory limit|disposed|out of memory|Array buffer allocation/i.test(message))
    return new Invalid('CODE_MEMORY', texts.hungry({ megabytes: Math.max(0, ...limits.values()) }))
  const [, file = '', line] = /([\w./-]+[.][jt]s):(\d+)/.exec(stack ?? '') ?? []
  const where = file === 'code.ts' ? '' : `${file}, `
  const reason = quotedTexts(
    line ? `${message} (${where}line ${line})` : message,
    line ? `${message} (${where}Zeile ${line})` : message,
  )
  return new Invalid('CODE_FAILED', {
    text: { en: `The code failed: ${reason.text.en}`, de: `Der Code ist fehlgeschlagen: ${reason.text.de}` },
    values: {},
  })
}
