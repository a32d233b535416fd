import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import ivm from 'isolated-vm'

// Runs tenants' and plugins' code, one isolate a program, JSON both ways. The process has no secrets in its environment and nothing
// here is given to the isolate but its input, and for plugins one way to ask; whoever started it decides what comes of that, and watches
// its memory and its time.

type Opening = { program: number; memory_mb: number } & (
  { code: string } | { files: Record<string, string>; entry: string }
)
type Asked = { call: number } & (
  { open: Opening } | { run: { program: number; input: string; timeout_ms: number } } | { close: { program: number } }
)
type Answered = { answered: number; result?: string; error?: string }
type Program = { isolate: ivm.Isolate; apply: ivm.Reference<(input: string) => string> }

const programs = new Map<number, Program>()

async function answer(asked: Asked): Promise<string | undefined> {
  if ('open' in asked) {
    programs.set(asked.open.program, await open(asked.open))
    return undefined
  }
  if ('run' in asked) {
    const { program, input, timeout_ms } = asked.run
    return programs.get(program)!.apply.apply(undefined, [input], {
      timeout: timeout_ms,
      result: { promise: true, copy: true },
    }) as unknown as Promise<string>
  }
  const closed = programs.get(asked.close.program)
  programs.delete(asked.close.program)
  if (closed && !closed.isolate.isDisposed) closed.isolate.dispose()
  return undefined
}

/** Called with records, gives records. Whole numbers of any size leave as text, as records carry them. */
const onRecords = `BigInt.prototype.toJSON ??= function () { return String(this) };
(async (records) => {
  const out = await program(JSON.parse(records))
  if (!Array.isArray(out)) throw new TypeError('The code has to return a list of records.')
  return JSON.stringify(out)
})`

/** Called with whatever its part of the plugin is given, and one object more that can ask. */
const onInputs = `BigInt.prototype.toJSON ??= function () { return String(this) };
(() => {
  const asked = ask
  delete globalThis.ask
  const send = (what) => asked.apply(undefined, [JSON.stringify(what)], { result: { promise: true, copy: true } }).then((text) => (text === undefined ? undefined : JSON.parse(text)))
  const around = Object.freeze({ http: (request) => send({ http: request }), log: (level, message) => void send({ log: { level, message: String(message) } }) })
  const one = async (inputs) => {
    try {
      return { value: (await program(...inputs, around)) ?? null }
    } catch (error) {
      return { refused: String(error?.message ?? error) }
    }
  }
  return async (text) => {
    const { call, each } = JSON.parse(text)
    return JSON.stringify(each ? await Promise.all(each.map(one)) : ((await program(...call, around)) ?? null))
  }
})()`

async function open(opening: Opening): Promise<Program> {
  const isolate = new ivm.Isolate({ memoryLimit: opening.memory_mb })
  const context = await isolate.createContext()
  const files = 'files' in opening ? opening.files : { 'code.ts': opening.code }
  const module = await linked(isolate, context, files, 'files' in opening ? opening.entry : 'code.ts')
  await module.evaluate({ timeout: 5_000 })
  const entry = (await module.namespace.get('default', { reference: true })) as ivm.Reference
  if (entry.typeof !== 'function') throw new TypeError('The code has no default export that is a function.')
  await context.global.set('program', entry.derefInto())
  if ('files' in opening)
    await context.global.set('ask', new ivm.Reference((what: string) => ask(opening.program, what)))
  const script = await isolate.compileScript('files' in opening ? onInputs : onRecords)
  return { isolate, apply: (await script.run(context, { reference: true })) as Program['apply'] }
}

/** A file with those it imports, of which only the program's own can be had. */
async function linked(
  isolate: ivm.Isolate,
  context: ivm.Context,
  files: Record<string, string>,
  entry: string,
): Promise<ivm.Module> {
  const compiled = new Map<string, Promise<ivm.Module>>()
  const names = new Map<ivm.Module, string>()
  const compile = (name: string) => {
    const known = compiled.get(name)
    if (known) return known
    const fresh = isolate
      .compileModule(stripTypeScriptTypes(files[name]!), { filename: name })
      .then((module) => (names.set(module, name), module))
    compiled.set(name, fresh)
    return fresh
  }
  const module = await compile(entry)
  await module.instantiate(context, (specifier, from) => {
    const wanted = /^[.]{1,2}\//.test(specifier) ? path.posix.join(path.posix.dirname(names.get(from)!), specifier) : ''
    if (!Object.hasOwn(files, wanted)) throw new Error(`Nothing can be imported here, not even "${specifier}".`)
    return compile(wanted)
  })
  return module
}

const waiting = new Map<number, { resolve(result: string | undefined): void; reject(error: Error): void }>()
let questions = 0

/** Asks whoever started this process. */
const ask = (program: number, what: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    const question = ++questions
    waiting.set(question, { resolve, reject })
    process.send!({ question, program, what })
  })

function hear({ answered, result, error }: Answered) {
  const asking = waiting.get(answered)
  waiting.delete(answered)
  if (error !== undefined) asking?.reject(new Error(error))
  else asking?.resolve(result)
}

process.on('message', (asked: Asked | Answered) => {
  if ('answered' in asked) return hear(asked)
  answer(asked).then(
    (result) => process.send!({ call: asked.call, result }),
    (error: Error) =>
      process.send!({
        call: asked.call,
        error: {
          message: error.message,
          stack: error.stack
            ?.split('\n')
            .find((line) => /[.][jt]s:\d+/.test(line) && !line.includes(import.meta.filename)),
        },
      }),
  )
})
process.on('disconnect', () => process.exit(0))
