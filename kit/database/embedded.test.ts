import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { freePort, startEmbedded } from './embedded.server.ts'

const ask = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('a server left running by a killed parent is adopted, and acknowledged rows outlive kill -9', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-embedded-'))
  const first = await startEmbedded(folder)
  await ask(first.url, 'create table kept (n int); insert into kept values (1), (2)')
  const again = await startEmbedded(folder)
  assert.equal(again.port, first.port)
  const pid = execFileSync('head', ['-1', path.join(folder, 'data/postmaster.pid')], { encoding: 'utf8' }).trim()
  process.kill(Number(pid), 'SIGKILL')
  const third = await startEmbedded(folder)
  t.after(async () => {
    await third.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  assert.deepEqual(await ask(third.url, 'select n from kept order by n'), [{ n: 1 }, { n: 2 }])
})

test('nobody gets in with a guessed password', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-embedded-'))
  const server = await startEmbedded(folder)
  t.after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await assert.rejects(
    ask(`postgres://postgres:weft@127.0.0.1:${server.port}/postgres`, 'select 1'),
    /password authentication failed/,
  )
})

test('a port is given that can be listened at, below those of outgoing lines', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  for (const port of ports) assert.ok(port >= 20_000 && port < 32_768, String(port))
  const server = createServer().listen(ports[0], '127.0.0.1')
  await once(server, 'listening')
  server.close()
})
