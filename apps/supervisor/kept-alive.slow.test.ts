import assert from 'node:assert/strict'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { keepAlive } from './kept-alive.ts'

const port = await freePort()
const kept = keepAlive({
  file: path.join(import.meta.dirname, 'testing/crashing.ts'),
  env: { PORT: String(port) },
  said: () => {},
})
after(() => kept.stop(5_000))

const get = async (where: string) =>
  fetch(`http://127.0.0.1:${port}${where}`).then(
    (answer) => answer.text(),
    () => undefined,
  )
async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new Error('it did not come about within 30 seconds')
}

test('a process that met an error nobody caught answers what was under way, exits with 70, and another one answers', async () => {
  for (const way of ['/throw', '/reject']) {
    const before = await until(() => get('/'))
    const child = await until(() => (kept.child()?.pid === Number(before) ? kept.child() : undefined))
    const exit = new Promise<number | null>((done) => child.once('exit', done))
    const slow = get('/slow')
    await sleep(200)
    void get(way)
    assert.equal(await slow, before)
    assert.equal(await exit, 70)
    const next = await until(() => get('/'))
    assert.notEqual(next, before)
  }
})

test('the server of the product is replaced after an error nobody caught, and says in the log what it was', async () => {
  const thrower = new URL('./testing/throw-on-signal.ts', import.meta.url).href
  const product = await startProduct({ environment: { WEFT_WORKERS: '0', NODE_OPTIONS: `--import=${thrower}` } })
  after(() => product.stop())
  const pid = await until(async () => Number(/server is (\d+)/.exec(product.output())?.[1]) || undefined)
  process.kill(pid, 'SIGUSR2')
  await until(() => /"msg":"ending after an error nobody caught"/.test(product.output()) || undefined)
  await until(
    () =>
      (/"event":"uncaughtException"/.test(product.output()) && /thrown for the test/.test(product.output())) ||
      undefined,
  )
  const next = await until(() =>
    [...product.output().matchAll(/server is (\d+)/g)].map(([, one]) => Number(one)).find((one) => one !== pid),
  )
  assert.notEqual(next, pid)
  await until(async () => ((await fetch(`${product.url}/readyz`).catch(() => undefined))?.ok ? true : undefined))
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  assert.equal(product.supervisor.exitCode, null)
})
