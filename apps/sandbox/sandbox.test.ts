import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { openSandbox } from '@weft/engine/runtime/sandbox.server.ts'

const sandbox = openSandbox(path.resolve(import.meta.dirname, 'main.ts'))
after(() => sandbox.close())
const program = (code: string, { memory_mb = 32, timeout_ms = 1_000 } = {}) =>
  sandbox.open({ code, memory_mb, timeout_ms })
const codeOf = (code: string) => (error: Error & { code?: string }) => error.code === code

test('TypeScript runs on a batch and gives records back', async () => {
  const { run, close } = await program(
    'type R = { n: number }\nexport default async (records: R[]) => records.map((r): R => ({ n: r.n * 2 }))',
  )
  assert.deepEqual(await run([{ n: 1 }, { n: 21 }]), [{ n: 2 }, { n: 42 }])
  await close()
})

test('what a program keeps between batches is its own', async () => {
  const a = await program('let seen = 0; export default (r) => r.map((x) => ({ ...x, seen: ++seen }))')
  const b = await program('export default (r) => r.map((x) => ({ ...x, seen: typeof seen }))')
  await a.run([{}])
  assert.deepEqual(await a.run([{}]), [{ seen: 2 }])
  assert.deepEqual(await b.run([{}]), [{ seen: 'undefined' }])
})

test('nothing of the outside is there', async () => {
  const { run } = await program(
    'export default () => [{ has: [typeof process, typeof require, typeof fetch, typeof globalThis.setTimeout].join() }]',
  )
  assert.deepEqual(await run([]), [{ has: 'undefined,undefined,undefined,undefined' }])
  await assert.rejects(program('import fs from "node:fs"; export default () => fs'), /Nothing can be imported/)
})

test('a program opened the moment an unused process is let go gets another', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const own = openSandbox(path.resolve(import.meta.dirname, 'main.ts'))
  const once = async () => {
    const { run, close } = await own.open({
      code: 'export default () => [{ fine: true }]',
      memory_mb: 32,
      timeout_ms: 1_000,
    })
    assert.deepEqual(await run([]), [{ fine: true }])
    await close()
  }
  await once()
  t.mock.timers.tick(60_000)
  await once()
  own.close()
})

test('an endless loop is stopped and the next program runs', async () => {
  const { run } = await program('export default () => { for (;;); }', { timeout_ms: 300 })
  await assert.rejects(run([]), codeOf('CODE_TIMEOUT'))
  const next = await program('export default () => [{ fine: true }]')
  assert.deepEqual(await next.run([]), [{ fine: true }])
})

test('a promise that never comes is stopped too', async () => {
  const { run } = await program('export default () => new Promise(() => {})', { timeout_ms: 300 })
  await assert.rejects(run([]), codeOf('CODE_TIMEOUT'))
})

for (const [name, code] of [
  [
    'a growing map',
    'export default () => { const m = new Map(); for (let i = 0; ; i++) m.set(i, "x".repeat(1000) + i) }',
  ],
  ['a huge array', 'export default () => { const all = []; for (;;) all.push(new Array(2e6).fill(1.5)) }'],
] as const)
  test(`${name} is stopped, and the next program runs`, async () => {
    const { run } = await program(code, { timeout_ms: 20_000 })
    await assert.rejects(run([]), codeOf('CODE_MEMORY'))
    const next = await program('export default () => [{ fine: true }]')
    assert.deepEqual(await next.run([]), [{ fine: true }])
  })

test('an error in the code is told with its line, in both languages', async () => {
  const { run } = await program('export default (records) => {\n  return records.map((r) => r.a.b.c)\n}')
  await assert.rejects(run([{}]), (error: Error & { say?: { text: { de: string } } }) => {
    assert.match(error.message, /^The code failed: Cannot read properties of undefined \(reading 'b'\) \(line 2\)$/)
    assert.match(error.say!.text.de, /^Der Code ist fehlgeschlagen: .*\(Zeile 2\)$/)
    return true
  })
})
