import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import pg from 'pg'

const product = await startProduct()
after(() => product.stop())

/** Another `npm start` on the same home: what it says and how it ends. */
async function startAgain(): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['apps/supervisor/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, WEFT_HOME: product.home, PORT: String(await freePort()), WEFT_DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
}

test('a second start on the same home is refused with a sentence, and the first one works on with its database', async () => {
  const { pid, url } = databaseOf(product)
  const { code, said } = await startAgain()
  assert.equal(code, 78)
  assert.match(
    said,
    new RegExp(
      `^Weft is already running on ${product.home}: process ${product.supervisor.pid} on .+\\. Stop that one first, or give this one a home of its own in WEFT_HOME\\.\\n$`,
    ),
  )
  assert.equal(databaseOf(product).pid, pid)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  await client.end()
  assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
})

test('a start after a kill finds the home free', async () => {
  const gone = new Promise((resolve) => product.supervisor.once('exit', resolve))
  product.supervisor.kill('SIGKILL')
  await gone
  await product.restart()
  assert.equal((await fetch(`${product.url}/readyz`)).status, 200)
})
