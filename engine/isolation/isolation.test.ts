import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { Conflict, type WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { openNearEnd } from '../agents/near-end.server.ts'
import { openIsolation } from './isolation.server.ts'
import { asking, count, dial, escape, forge, grow, keep, leave, linger, loop, outward } from './testing/tasks.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-isolation-'))
const isolation = openIsolation({ entry: path.resolve(import.meta.dirname, 'testing/entry.ts'), home, at_once: 2 })
after(async () => {
  await isolation.close()
  rmSync(home, { recursive: true, force: true })
})

const by = (owner: string) => ({ owner })
const input = (size: number) => async () => Readable.from([Buffer.alloc(size, 'a')])
const refusal = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => assert.fail('nothing was refused'),
    (thrown: unknown) => thrown,
  )) as WeftError
  return { status: error.status, code: error.code, en: error.answer('en').message, de: error.answer('de').message }
}
const works = async () =>
  assert.equal((await isolation.run(count, { plus: 1 }, { ...by('b'), input: input(2) })).value.bytes, 3)

test('an input of any size comes in pieces, and nothing of it is left behind', async () => {
  assert.deepEqual((await isolation.run(count, { plus: 0 }, { ...by('a'), input: input(5_000_001) })).value, {
    bytes: 5_000_001,
  })
  assert.deepEqual(
    readdirSync(path.join(home, 'tmp'), { recursive: true }).filter((name) =>
      /input|answer|options/.test(String(name)),
    ),
    [],
  )
})

test('a process reaches no network, no file but its own, no key and no other process', async () => {
  const secret = path.join(home, 'secret')
  writeFileSync(secret, 'key')
  const calls: string[] = []
  const server = createServer((socket) => (calls.push('connected'), socket.end())).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { value } = await isolation.run(
    escape,
    { port: (server.address() as AddressInfo).port, file: secret, pid: process.pid },
    by('a'),
  )
  await new Promise((resolve) => server.close(resolve))
  const { environment, ...tried } = value
  assert.equal(environment, '')
  assert.deepEqual(
    Object.entries(tried).filter(([, how]) => how !== 'ERR_ACCESS_DENIED' && how !== 'ERR_DLOPEN_DISABLED'),
    [],
  )
  assert.equal(Object.keys(tried).length, 26)
  assert.deepEqual(calls, [])
})

test('a process that reaches others starts beside whatever the machine does, since somebody waits, and works behind it', async () => {
  const children = () =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)
  const before = new Set(children())
  const work = isolation.run(outward, { cleared: 1, other: 1, socket: 'none' }, by('a'))
  let started: number | undefined
  while ((started = children().find((pid) => !before.has(pid))) === undefined) await immediate()
  assert.equal(getPriority(started), getPriority())
  await work
  assert.equal(getPriority(started), 5)
})

test('a process that may speak to others reaches what was cleared, and nothing else', async () => {
  const servers = [0, 1].map(() => createServer((socket) => socket.end()).listen(0, '127.0.0.1'))
  const socket = path.join(home, 'socket')
  const local = createServer((line) => line.end()).listen(socket)
  await Promise.all([...servers, local].map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const [cleared, other] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number]
  const { value } = await isolation.run(outward, { cleared, other, socket }, by('a'))
  for (const server of [...servers, local]) server.close()
  const denied = Object.keys(value).filter((name) => value[name] === 'ERR_ACCESS_DENIED')
  assert.deepEqual([Object.keys(value).length, value['cleared'], denied.length], [13, 'done', 12])
})

test('the near end of a line that was opened for one task is closed to the tasks of others', async () => {
  const far = createServer((socket) => socket.end('secret')).listen(0, '127.0.0.1')
  await once(far, 'listening')
  const { port } = far.address() as AddressInfo
  const near = await openNearEnd(connect(port, '127.0.0.1'), async () => connect(port, '127.0.0.1'))
  assert.equal((await isolation.run(dial, { ...near, isCleared: true }, by('a'))).value, 'secret')
  assert.equal((await isolation.run(dial, { ...near, isCleared: false }, by('b'))).value, 'ERR_ACCESS_DENIED')
  assert.equal((await isolation.run(dial, { ...near, isCleared: false }, by('a'))).value, 'ERR_ACCESS_DENIED')
  far.close()
})

test('what never ends is stopped, with the limit in both languages, and the next task runs', async () => {
  assert.deepEqual(await refusal(isolation.run(loop, {}, by('a'))), {
    status: 422,
    code: 'TASK_TIMEOUT',
    en: 'This could not be done within 1 second and was stopped. Bring less.',
    de: 'Das war innerhalb von 1 Sekunde nicht zu schaffen und wurde abgebrochen. Bringen Sie weniger.',
  })
  await works()
})

for (const what of ['heap', 'buffers'] as const)
  test(`what fills the memory with ${what} is stopped, and the next task runs`, async () => {
    const { code, en, de } = await refusal(isolation.run(grow, { what }, by('a')))
    assert.deepEqual(
      [code, en, de],
      [
        'TASK_MEMORY',
        'This needed more than 400 MB of memory and was stopped. Bring less.',
        'Das benötigte mehr als 400 MB Arbeitsspeicher und wurde abgebrochen. Bringen Sie weniger.',
      ],
    )
    await works()
  })

test('a nesting without end and an answer without end are refused', async () => {
  assert.equal((await refusal(isolation.run(grow, { what: 'depth' }, by('a')))).code, 'TASK_TOO_DEEP')
  assert.deepEqual(await refusal(isolation.run(grow, { what: 'answer' }, by('a'))), {
    status: 422,
    code: 'TASK_ANSWER_TOO_LARGE',
    en: 'The result would be larger than 1 MB. Bring less.',
    de: 'Das Ergebnis wäre größer als 1 MB. Bringen Sie weniger.',
  })
})

test('a process that breaks down is told as such, and the next task runs', async () => {
  assert.equal((await refusal(isolation.run(leave, {}, by('a')))).code, 'TASK_CRASHED')
  await works()
})

test('a task asks only what its giver answers, and an error of the answer comes back as it was', async () => {
  const away = new Conflict('AWAY', { text: { en: 'Away', de: 'Weg' }, values: {} })
  const answers = {
    good: async (value: string) => new Map([[value, 1n]]).get('a')?.toString(),
    bad: () => Promise.reject(away),
  }
  assert.deepEqual((await isolation.run(asking, { question: 'good' }, { ...by('a'), answers })).value, { heard: '1' })
  await assert.rejects(isolation.run(asking, { question: 'bad' }, { ...by('a'), answers }), (error) => error === away)
  await assert.rejects(
    isolation.run(asking, { question: 'toString' }, { ...by('a'), answers }),
    /Nobody answers toString/,
  )
})

test('messages that nobody would send end nothing but their own task', async () => {
  await isolation.run(forge, {}, by('a')).catch(ignore('it may have ended its own process'))
  await works()
})

test('what a task leaves running takes nothing from the next one, whosever it is', async () => {
  const one = openIsolation({
    entry: path.resolve(import.meta.dirname, 'testing/entry.ts'),
    home: path.join(home, 'one'),
    at_once: 1,
  })
  await one.run(linger, {}, { ...by('a'), input: input(10) })
  const slow = async () =>
    Readable.from(
      (async function* () {
        for (let i = 0; i < 5; i++) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          yield Buffer.alloc(1024 * 1024, 'b')
        }
      })(),
    )
  const asked: string[] = []
  const { value } = await one.run(
    count,
    { plus: 0 },
    { ...by('b'), input: slow, answers: { good: async (value: string) => asked.push(value) } },
  )
  await one.close()
  assert.deepEqual([value, asked], [{ bytes: 5 * 1024 * 1024 }, []])
})

test('large options and files come and go as files', async () => {
  const bytes = Buffer.alloc(900_000, 7)
  assert.deepEqual(
    (await isolation.run(keep, { bytes }, by('a'))).bytes.map((one) => one.equals(bytes)),
    [true],
  )
})

test('while one owner waits in a queue of endless work, another is served', async () => {
  const endless = Promise.allSettled([1, 2, 3].map(() => isolation.run(loop, {}, by('a'))))
  let over = false
  void endless.then(() => (over = true))
  await works()
  assert.equal(over, false)
  assert.deepEqual(
    (await endless).map((one) => one.status === 'rejected' && (one.reason as WeftError).code),
    ['TASK_TIMEOUT', 'TASK_TIMEOUT', 'TASK_TIMEOUT'],
  )
})

test('more than may wait of one owner is refused at once, with when to come again', async () => {
  const gone = new AbortController()
  const waiting = Array.from({ length: 101 }, () => isolation.run(loop, {}, { ...by('c'), signal: gone.signal }))
  const ended = Promise.allSettled(waiting)
  const { status, code, de } = await refusal(isolation.run(loop, {}, by('c')))
  assert.deepEqual(
    [status, code, de],
    [
      503,
      'TASKS_WAITING',
      'Es warten bereits zu viele Vorschauen und Analysen. Bitte versuchen Sie es in 5 Sekunden erneut.',
    ],
  )
  gone.abort()
  assert.deepEqual(
    [...new Set((await ended).map((one) => one.status === 'rejected' && (one.reason as WeftError).code))],
    ['TASK_CANCELLED'],
  )
  await works()
})

test('what is asked the moment a process is let go, because nobody asked for a minute, is done by another', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const other = openIsolation({
    entry: path.resolve(import.meta.dirname, 'testing/entry.ts'),
    home: path.join(home, 'idle'),
  })
  const once = async () => (await other.run(count, { plus: 1 }, { ...by('a'), input: input(2) })).value.bytes
  assert.equal(await once(), 3)
  for (let i = 0; i < 1_000; i++) await new Promise((resolve) => setImmediate(resolve)) // until its process is idle
  t.mock.timers.tick(60_000)
  assert.equal(await once(), 3)
  await other.close()
})

test('a process stands ready from the first who may need it until nobody came for a quarter of an hour', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const other = openIsolation({
    entry: path.resolve(import.meta.dirname, 'testing/entry.ts'),
    home: path.join(home, 'warm'),
  })
  const folders = () => readdirSync(path.join(home, 'warm', 'tmp', readdirSync(path.join(home, 'warm', 'tmp'))[0]!))
  const untilThereAre = async (count: number) => {
    while (folders().length !== count) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(folders(), [])
  other.warm()
  assert.deepEqual(folders(), ['plain-1'])
  t.mock.timers.tick(14 * 60_000)
  other.warm()
  t.mock.timers.tick(14 * 60_000)
  assert.deepEqual(folders(), ['plain-1'])
  t.mock.timers.tick(60_000)
  await untilThereAre(0)
  assert.equal((await other.run(count, { plus: 1 }, { ...by('a'), input: input(2) })).value.bytes, 3)
  await other.close()
})

test('a stopped server leaves no process and no file', async () => {
  const other = openIsolation({
    entry: path.resolve(import.meta.dirname, 'testing/entry.ts'),
    home: path.join(home, 'other'),
  })
  const { value } = await other.run(keep, { bytes: new Uint8Array(1) }, by('a'))
  const under_way = refusal(other.run(loop, {}, by('a')))
  await other.close()
  assert.equal((await under_way).code, 'SERVER_CLOSING')
  assert.deepEqual(readdirSync(path.join(home, 'other', 'tmp')), [])
  for (let left = 100; left > 0 && isRunning(value.pid); left--) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(isRunning(value.pid), false)
})

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
