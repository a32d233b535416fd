import { lstat, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { serialize } from 'node:v8'
import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { errorOf, failureOf, type Failure } from './failure.ts'
import { handOver } from './input.server.ts'
import { inlineBytes, type FromChild, type ToChild } from './messages.ts'
import type { Runner } from './runners.server.ts'
import type { Task } from './task.ts'
import { texts } from './texts.ts'

export type Given = {
  /** Whose task it is: everybody gets the same share, whatever they bring. */
  owner: string
  /** Opens the input from its beginning; by its name where there are several. */
  input?: (name?: string) => Promise<Readable>
  /** What the task may ask, and who answers. */
  answers?: Record<string, (value: never) => Promise<unknown>>
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}
/** One task in one runner; whatever happens to the runner, the caller gets an answer or an error. */
export async function perform<Options, Value>(
  runner: Runner,
  { name, limits, advice }: Task<Options, Value>,
  options: Options,
  { owner, input, answers, signal }: Given,
): Promise<{ value: Value; bytes: Buffer[] }> {
  const turn = runner.tasks
  const handed = handOver(input, runner.folder)
  const questions: Record<string, (value: never) => Promise<unknown>> = { ...answers, ...handed.answers }
  const thrown = new Map<number, unknown>()
  const { promise, resolve, reject } = Promise.withResolvers<Extract<FromChild, { done: unknown }>>()
  const refuse = (code: string, message: Message) => reject(new Invalid(code, advised(message, advice)))
  let why: 'time' | 'cancelled' | undefined
  const stop = (reason: typeof why) => () => {
    why ??= reason
    runner.child.end()
  }
  const cancel = stop('cancelled')
  const timer = setTimeout(stop('time'), limits.seconds * 1_000)
  signal?.addEventListener('abort', cancel, { once: true })
  runner.memory_mb = limits.memory_mb
  runner.hearing = {
    hear(message) {
      if (!('turn' in message) || message.turn !== turn) return
      if ('question' in message) void answer(message)
      else if ('failure' in message) fail(message.failure)
      else if ('too_large' in message) refuse('TASK_ANSWER_TOO_LARGE', texts.large({ megabytes: limits.answer_mb }))
      else if ('done' in message) resolve(message)
    },
    ended(ending) {
      if (why === 'time') refuse('TASK_TIMEOUT', texts.slow({ seconds: limits.seconds }))
      else if (ending === 'memory') refuse('TASK_MEMORY', texts.hungry({ megabytes: limits.memory_mb }))
      else if (ending === 'crashed') {
        log.warn({ tenant_id: owner, task: name }, 'an isolated process broke down')
        refuse('TASK_CRASHED', texts.crashed())
      } else reject(new Unavailable('SERVER_CLOSING', texts.closing()))
    },
  }

  async function answer({ question, of, value }: Extract<FromChild, { question: number }>) {
    const asked = Object.hasOwn(questions, of) ? questions[of] : undefined
    try {
      if (!asked) throw new Error(`Nobody answers ${of}.`)
      runner.child.send({ answered: question, value: await asked(value as never) } satisfies ToChild)
    } catch (error) {
      thrown.set(question, error)
      runner.child.send({ answered: question, failure: failureOf(error) } satisfies ToChild)
    }
  }

  /** An error of whoever was asked comes back as the very one. */
  function fail(failure: Failure) {
    if (failure.asked !== undefined && thrown.has(failure.asked)) reject(thrown.get(failure.asked) as Error)
    else if ('range' in failure && failure.range) refuse('TASK_TOO_DEEP', texts.deep())
    else reject(errorOf(failure))
  }

  try {
    if (signal?.aborted) cancel()
    if (runner.gone) throw new Invalid('TASK_CRASHED', advised(texts.crashed(), advice))
    const handedOver = await handedOptions(options, runner.folder)
    const order = { task: name, turn, answer_bytes: limits.answer_mb * 1_000_000, ...handedOver }
    runner.child.send(order satisfies ToChild)
    const { done, bytes } = await promise
    const files = await readAnswer([...('file' in done ? [done.file] : []), ...bytes], runner.folder, limits.answer_mb)
    const text = 'text' in done ? done.text : files.shift()!.toString('utf8')
    return { value: JSON.parse(text) as Value, bytes: files }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    handed.close()
  }
}

/** The size of what a process has answered is not believed. */
async function readAnswer(names: readonly string[], folder: string, answer_mb: number): Promise<Buffer[]> {
  const places = names.map((name) => path.join(folder, path.basename(name)))
  const sizes = await Promise.all(places.map(async (place) => (await lstat(place)).size))
  if (sizes.reduce((sum, size) => sum + size, 0) > answer_mb * 1_000_000)
    throw new Invalid('TASK_ANSWER_TOO_LARGE', texts.large({ megabytes: answer_mb }))
  return Promise.all(places.map((place) => readFile(place)))
}

async function handedOptions(
  options: unknown,
  folder: string,
): Promise<{ options: unknown } | { options_file: string }> {
  const bytes = serialize(options)
  if (bytes.length <= inlineBytes) return { options }
  await writeFile(path.join(folder, 'options'), bytes)
  return { options_file: 'options' }
}

/** The sentence that names the limit, and behind it what can be done. */
const advised = ({ text, values }: Message, advice: { en: string; de: string }): Message => ({
  text: { en: `${text.en} ${advice.en}`, de: `${text.de} ${advice.de}` },
  values,
})
