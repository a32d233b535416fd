import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { codeTooSlow } from './sandbox-errors.ts'
import { openSandboxProcess } from './sandbox-process.server.ts'

/** So long an empty process is kept for the next program. */
const idle_ms = 60_000
/** The code that stands outside of the program's function has 5 s; the rest is for a process that starts on a busy machine. */
const opening_ms = 30_000

type Sandbox = StepContext['sandbox'] & { close(): void }
type Ask = (what: { http: unknown } | { log: unknown }) => Promise<unknown>

/**
 * Programs of one worker in one isolated process, started when the first is opened. Its memory is watched, and a batch that takes too
 * long ends it; the next program gets a fresh one.
 */
export function openSandbox(file: string): Sandbox {
  let rest: NodeJS.Timeout | undefined
  let programs = 0
  const asks = new Map<number, Ask>()
  const limits = new Map<number, number>()
  const isolated = openSandboxProcess({
    file,
    limits,
    answer: (program, what) => (asks.get(program) ?? refused)(what as Parameters<Ask>[0]),
  })

  async function open(
    program: object,
    { memory_mb, timeout_ms }: { memory_mb: number; timeout_ms: number },
    asking?: Ask,
  ) {
    const id = ++programs
    limits.set(id, memory_mb)
    if (asking) asks.set(id, asking)
    await isolated.ask({ open: { program: id, memory_mb, ...program } }, opening_ms)
    return {
      async run(input: unknown): Promise<unknown> {
        const out = await isolated
          .ask({ run: { program: id, input: JSON.stringify(input), timeout_ms } }, timeout_ms)
          .catch((error: Error) => {
            throw /Script execution timed out/.test(error.message) ? codeTooSlow(timeout_ms) : error
          })
        return JSON.parse(out!)
      },
      async close() {
        limits.delete(id)
        asks.delete(id)
        if (isolated.isRunning()) await isolated.ask({ close: { program: id } }, 5_000)
        restWhenIdle()
      },
    }
  }

  /** A process that nobody has needed for a while gives its memory back. */
  function restWhenIdle() {
    clearTimeout(rest)
    rest = setTimeout(() => limits.size === 0 && isolated.letGo(), idle_ms).unref()
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
      isolated.end()
    },
  }
}

/** Without anybody to answer. */
const refused: Ask = () => Promise.reject(new Error('Nothing outside can be asked here.'))
