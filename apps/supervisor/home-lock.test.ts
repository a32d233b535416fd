import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { lockHome } from './home-lock.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-lock-'))
after(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string) => path.join(home, name)

/** A process of its own that holds the lock until it is killed. */
async function holder(name: string) {
  const code = `import { lockHome } from ${JSON.stringify(path.join(import.meta.dirname, 'home-lock.ts'))}; await lockHome(${JSON.stringify(home)}, ${JSON.stringify(name)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    pid: child.pid!,
    async kill() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

test('a home that a living process holds is refused with its pid, and free again once that was killed', async () => {
  const other = await holder('a.lock')
  await assert.rejects(
    lockHome(home, 'a.lock'),
    (error: Error) =>
      error.message.includes(`process ${other.pid} on ${hostname()}`) && error.message.includes('WEFT_HOME'),
  )
  await other.kill()
  const { release } = await lockHome(home, 'a.lock')
  release()
  ;(await lockHome(home, 'a.lock')).release()
})

test('a later process with the pid of the one that died does not hold its home', async () => {
  const other = await holder('b.lock')
  const left = JSON.parse(readFileSync(file('b.lock'), 'utf8')) as { pid: number }
  await other.kill()
  writeFileSync(file('b.lock'), JSON.stringify({ ...left, pid: process.pid }))
  ;(await lockHome(home, 'b.lock')).release()
})

test('a holder in another container is asked for by its beat', async () => {
  const elsewhere = {
    pid: 1,
    space: 'another kernel',
    began: '1',
    host: 'elsewhere',
    since: '2030-01-01T00:00:00.000Z',
  }
  writeFileSync(file('c.lock'), JSON.stringify(elsewhere))
  const beating = setInterval(() => writeFileSync(file('c.lock'), JSON.stringify(elsewhere)), 100)
  await assert.rejects(lockHome(home, 'c.lock', { silent_ms: 5_000 }), /process 1 on elsewhere, since 2030-01-01/)
  clearInterval(beating)
  ;(await lockHome(home, 'c.lock', { silent_ms: 600 })).release()
})

test('of many processes that find a dead one’s lock exactly one gets it', async () => {
  for (let round = 0; round < 20; round++) {
    const folder = path.join(home, String(round))
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'supervisor.lock'), 'half a file')
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => lockHome(folder)))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})
