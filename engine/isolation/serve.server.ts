import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { deserialize } from 'node:v8'
import { errorOf, failureOf, type Failure } from './failure.ts'
import { inlineBytes, type FromChild, type ToChild } from './messages.ts'
import type { Task } from './task.ts'

export type TaskContext = {
  /** The input from its beginning, as often as it is asked for; by its name where there are several. */
  open(name?: string): Promise<Readable>
  /** Asks whoever gave the task; only questions it has answers for. */
  ask(question: string, value?: unknown): Promise<unknown>
  /** Answers a file beside the value. */
  keep(bytes: Uint8Array): Promise<void>
}
type Body<Options, Value> = (options: Options, context: TaskContext) => Promise<Value> | Value
export type Implementation = { name: string; body: Body<unknown, unknown> }

export const implement = <Options, Value>(
  { name }: Task<Options, Value>,
  body: Body<Options, Value>,
): Implementation => ({ name, body: body as Body<unknown, unknown> })

/** As stream pieces of files usually are: readers expect no larger ones. */
const slice = 64 * 1024
const folder = tmpdir()
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
let current: number | undefined
let questions = 0
let files = 0
const say = (message: FromChild) => process.send!(message)

/** The isolated side: does one task after the other for the process that has started this one, and ends with it. */
export function serveTasks(implementations: readonly Implementation[]) {
  const bodies = new Map(implementations.map(({ name, body }) => [name, body]))
  process.on('message', (message: ToChild) => {
    if ('answered' in message) return hear(message)
    const { turn } = message
    const end = (outcome: Outcome) => {
      current = undefined
      say({ ...outcome, turn } as FromChild)
    }
    current = turn
    void perform(bodies.get(message.task), message).then(end, (error: unknown) => end({ failure: failureOf(error) }))
  })
  process.on('disconnect', () => process.exit(0))
  say({ ready: true })
}

type Done = { done: { text: string } | { file: string }; bytes: string[] }
type Outcome = Done | { failure: Failure } | { too_large: true }

type Order = Extract<ToChild, { task: string }>

async function perform(body: Implementation['body'] | undefined, message: Order): Promise<Outcome> {
  if (!body) throw new Error(`There is no task ${message.task}.`)
  const bytes: string[] = []
  let left = message.answer_bytes
  const keep = async (content: Uint8Array) => {
    left -= content.length
    if (left >= 0) bytes.push(await kept(content))
  }
  const options =
    'options_file' in message
      ? (deserialize(await readFile(path.join(folder, message.options_file))) as unknown)
      : message.options
  const ask = askingIn(message.turn)
  const text = JSON.stringify(await body(options, { open: (name) => open(ask, name), ask, keep })) ?? 'null'
  const size = Buffer.byteLength(text)
  if (size > left) return { too_large: true }
  return { done: size <= inlineBytes ? { text } : { file: await kept(Buffer.from(text)) }, bytes }
}

async function kept(content: Uint8Array): Promise<string> {
  const name = `answer-${++files}`
  await writeFile(path.join(folder, name), content)
  return name
}

type Ask = TaskContext['ask']

/** What a task has left running when it is over waits for ever: the next one may be somebody else's. */
const askingIn =
  (turn: number): Ask =>
  (of, value) =>
    new Promise<unknown>((resolve, reject) => {
      if (turn !== current) return
      const question = ++questions
      waiting.set(question, { resolve, reject })
      say({ turn, question, of, value })
    })

function hear({ answered, value, failure }: Extract<ToChild, { answered: number }>) {
  const asking = waiting.get(answered)
  waiting.delete(answered)
  if (failure) asking?.reject(Object.assign(errorOf(failure), { asked: answered }))
  else asking?.resolve(value)
}

/** The input comes as files in the own folder, one after the other, each asked for when the one before is used up. */
async function open(ask: Ask, name?: string): Promise<Readable> {
  const stream = await ask('input.open', name)
  return Readable.from(pieces(ask, stream), { objectMode: false })
}

async function* pieces(ask: Ask, stream: unknown): AsyncGenerator<Buffer> {
  try {
    for (let name = await ask('input.next', stream); name; name = await ask('input.next', stream)) {
      const place = path.join(folder, name as string)
      const piece = await readFile(place)
      await rm(place)
      for (let at = 0; at < piece.length; at += slice) yield piece.subarray(at, at + slice)
    }
  } finally {
    await ask('input.close', stream)
  }
}
