import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { lstat, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { serialize } from 'node:v8'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { registry } from '@weft/kit/log/metrics.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { Counter } from 'prom-client'
import { startChild, type Child, type ChildExit } from './child.server.ts'
import { errorOf, failureOf, type Failure } from './failure.ts'
import { fairQueue } from './fair-queue.ts'
import { handOver } from './input.server.ts'
import { inlineBytes, type FromChild, type ToChild } from './messages.ts'
import type { Task } from './task.ts'

const texts = defineMessages({
  slow: {
    en: 'This could not be done within {seconds, plural, one {# second} other {# seconds}} and was stopped.',
    de: 'Das war innerhalb von {seconds, plural, one {# Sekunde} other {# Sekunden}} nicht zu schaffen und wurde abgebrochen.',
  },
  hungry: {
    en: 'This needed more than {megabytes} MB of memory and was stopped.',
    de: 'Das benötigte mehr als {megabytes} MB Arbeitsspeicher und wurde abgebrochen.',
  },
  large: { en: 'The result would be larger than {megabytes} MB.', de: 'Das Ergebnis wäre größer als {megabytes} MB.' },
  deep: {
    en: 'This is nested too deeply or holds a text that is too long to be worked with.',
    de: 'Das ist zu tief verschachtelt oder enthält einen Text, der zum Verarbeiten zu lang ist.',
  },
  crashed: {
    en: 'The process that worked on this broke down. Nothing else is affected.',
    de: 'Der Prozess, der daran gearbeitet hat, ist abgestürzt. Sonst ist nichts betroffen.',
  },
  busy: {
    en: 'Too many previews and analyses are waiting already. Please try again in {seconds} seconds.',
    de: 'Es warten bereits zu viele Vorschauen und Analysen. Bitte versuchen Sie es in {seconds} Sekunden erneut.',
  },
  gone: {
    en: 'Nobody waits for this any more, so it was not finished.',
    de: 'Darauf wartet niemand mehr, daher wurde es nicht beendet.',
  },
  closing: {
    en: 'The server is being stopped. Please try again in a moment.',
    de: 'Der Server wird gerade angehalten. Bitte versuchen Sie es gleich erneut.',
  },
})

/** One owner's tasks that may wait. */
const mostWaiting = 100
const retry_seconds = 5
/** A process is replaced after so many tasks, or when so much memory stays behind. */
const recycled = { tasks: 200, memory_mb: 400 }
/** So long a process without work is kept beyond the ones that always stand ready. */
const idle_ms = 60_000
const heap_mb = 1_024
/** Folders nobody has touched for so long are of processes that were killed. */
const left_ms = 24 * 3_600_000

const tasks = new Counter({
  name: 'weft_isolated_tasks_total',
  help: 'Tasks given to isolated processes, by how they ended',
  labelNames: ['task', 'outcome'],
  registers: [registry],
})

export type Given = {
  /** Whose task it is: everybody gets the same share, whatever they bring. */
  owner: string
  /** Opens the input from its beginning. */
  input?: () => Promise<Readable>
  /** What the task may ask, and who answers. */
  answers?: Record<string, (value: never) => Promise<unknown>>
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
}
export type Isolation = {
  run<Options, Value>(
    task: Task<Options, Value>,
    options: Options,
    given: Given,
  ): Promise<{ value: Value; bytes: Buffer[] }>
  /** Keeps a process ready from now on, so that nobody waits for one to start. */
  warm(): void
  close(): Promise<void>
}

type Opening = { entry: string; home: string; at_once?: number }

/**
 * Does what touches tenants' bytes and expressions in processes of their own: without network, keys or anybody's files, each killed at its
 * limit of time or memory. Whoever asks gets the answer, or a sentence that names the limit.
 */
export function openIsolation({ entry, home, at_once = Math.max(2, availableParallelism()) }: Opening): Isolation {
  const root = path.join(home, 'tmp')
  mkdirSync(root, { recursive: true })
  sweep(root)
  const folder = resolved(mkdtempSync(path.join(root, 'isolation-')))
  const plain = openPool({ entry, folder, at_once, addons: false })
  const withAddons = openPool({ entry, folder, at_once: 1, addons: true })
  return {
    run: (task, options, given) => (task.addons ? withAddons : plain).run(task, options, given),
    warm: () => plain.warm(),
    async close() {
      await Promise.all([plain.close(), withAddons.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** As Node's permissions know it, without links; a mount of another process's namespace has no such path here. */
function resolved(place: string): string {
  try {
    return realpathSync(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
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

type Hearing = { hear(message: FromChild): void; ended(why: ChildExit): void }
type Runner = {
  child: Child
  folder: string
  ready: Promise<unknown>
  hearing: Hearing | undefined
  memory_mb: number
  tasks: number
  gone: boolean
  idle?: NodeJS.Timeout
}

function openPool({
  entry,
  folder,
  at_once,
  addons,
}: {
  entry: string
  folder: string
  at_once: number
  addons: boolean
}) {
  const queue = fairQueue(
    { at_once, of_one: Math.max(1, at_once - 1), waiting: mostWaiting },
    () => new Unavailable('TASKS_WAITING', texts.busy({ seconds: retry_seconds }), { retry_after: retry_seconds }),
  )
  const all = new Set<Runner>()
  const idle: Runner[] = []
  let started = 0
  let spare = 0
  let closed = false

  function start(): Runner {
    const own = path.join(folder, `${addons ? 'addons' : 'plain'}-${++started}`)
    mkdirSync(own, { recursive: true })
    const ready = Promise.withResolvers<void>()
    ready.promise.catch(ignore('an isolated process ended before it had begun'))
    const child = startChild({
      entry,
      folder: own,
      addons,
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
        if (idle.includes(runner)) idle.splice(idle.indexOf(runner), 1)
        clearTimeout(runner.idle)
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

  const ready = () => {
    while (!closed && idle.length < spare && all.size < at_once + spare) idle.push(start())
  }

  function take(): Runner {
    const runner = idle.pop() ?? start()
    clearTimeout(runner.idle)
    runner.child.hold(true)
    ready()
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
    runner.idle = setTimeout(() => idle.indexOf(runner) >= spare && runner.child.end(), idle_ms).unref()
  }

  /** The answer goes out as soon as it is there; its place in the queue is free once the process is clean again. */
  function perform<Options, Value>(task: Task<Options, Value>, options: Options, given: Given) {
    const answer = Promise.withResolvers<{ value: Value; bytes: Buffer[] }>()
    const work = async () => {
      const runner = take()
      try {
        await runner.ready
        answer.resolve(await performIn(runner, task, options, given))
      } catch (error) {
        answer.reject(error)
      } finally {
        await giveBack(runner)
        ready()
      }
    }
    queue.run(given.owner, work, given.signal).catch(answer.reject)
    return answer.promise
  }

  async function counted<Options, Value>(task: Task<Options, Value>, options: Options, given: Given) {
    try {
      const answer = await perform(task, options, given)
      tasks.inc({ task: task.name, outcome: 'done' })
      return answer
    } catch (error) {
      const cause = given.signal?.aborted ? new Unavailable('TASK_CANCELLED', texts.gone()) : error
      tasks.inc({ task: task.name, outcome: cause instanceof WeftError ? cause.code.toLowerCase() : 'broken' })
      throw cause
    }
  }

  return {
    run: counted,
    warm() {
      spare = 1
      ready()
    },
    async close() {
      closed = true
      queue.close(new Unavailable('SERVER_CLOSING', texts.closing()))
      for (const runner of all) runner.child.end()
    },
  }
}

/** One task in one runner; whatever happens to the runner, the caller gets an answer or an error. */
async function performIn<Options, Value>(
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
