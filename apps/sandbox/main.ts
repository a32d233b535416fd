import { stripTypeScriptTypes } from 'node:module'
import ivm from 'isolated-vm'

// Runs tenants' code, one isolate a program, records as JSON both ways. The process has no secrets in its environment and nothing
// here is given to the isolate but its records; whoever started it watches its memory and its time.

type Asked = { call: number } & ({ open: { program: number; code: string; memory_mb: number } } | { run: { program: number; records: string; timeout_ms: number } } | { close: { program: number } })
type Program = { isolate: ivm.Isolate; apply: ivm.Reference<(records: string) => string> }

const programs = new Map<number, Program>()

async function answer(asked: Asked): Promise<string | undefined> {
  if ('open' in asked) {
    programs.set(asked.open.program, await open(asked.open.code, asked.open.memory_mb))
    return undefined
  }
  if ('run' in asked) {
    const { program, records, timeout_ms } = asked.run
    return programs.get(program)!.apply.apply(undefined, [records], { timeout: timeout_ms, result: { promise: true, copy: true } }) as unknown as Promise<string>
  }
  const closed = programs.get(asked.close.program)
  programs.delete(asked.close.program)
  if (closed && !closed.isolate.isDisposed) closed.isolate.dispose()
  return undefined
}

async function open(code: string, memory_mb: number): Promise<Program> {
  const isolate = new ivm.Isolate({ memoryLimit: memory_mb })
  const context = await isolate.createContext()
  const module = await isolate.compileModule(stripTypeScriptTypes(code), { filename: 'code.ts' })
  await module.instantiate(context, (name) => {
    throw new Error(`Nothing can be imported here, not even "${name}".`)
  })
  await module.evaluate({ timeout: 5_000 })
  const entry = (await module.namespace.get('default', { reference: true })) as ivm.Reference
  if (entry.typeof !== 'function') throw new TypeError('The code has no default export that is a function.')
  await context.global.set('program', entry.derefInto())
  const script = await isolate.compileScript(`(async (records) => {
    const out = await program(JSON.parse(records))
    if (!Array.isArray(out)) throw new TypeError('The code has to return a list of records.')
    return JSON.stringify(out)
  })`)
  return { isolate, apply: (await script.run(context, { reference: true })) as Program['apply'] }
}

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (result) => process.send!({ call: asked.call, result }),
    (error: Error) => process.send!({ call: asked.call, error: { message: error.message, stack: error.stack?.split('\n').find((line) => line.includes('code.ts')) } }),
  )
})
process.on('disconnect', () => process.exit(0))
