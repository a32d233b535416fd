import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Interrupted, JobCancelled } from '@weft/engine/runtime/failure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { anEngine } from './testing/engine.ts'

/** What the shop is asked at the moment, by the end of the address, and how it answers. */
const underWay = new Map<string, ServerResponse>()
const closed: string[] = []
const asked: string[] = []
let most = 0
let answer: (name: string, response: ServerResponse, request: IncomingMessage) => unknown
const shop = createServer((request, response) => {
  const name = request.url!.slice(1)
  asked.push(name)
  underWay.set(name, response)
  most = Math.max(most, underWay.size)
  response.on('close', () => {
    underWay.delete(name)
    if (!response.writableFinished) closed.push(name)
  })
  void answer(name, response, request)
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
const { port } = shop.address() as AddressInfo
const engine = await anEngine({ allowed: [{ host: '127.0.0.1', port }] })
after(() => {
  shop.closeAllConnections()
  shop.close()
})
beforeEach(() => {
  asked.length = closed.length = most = 0
})

const ask = (label: string, settings: object, more: object = {}) =>
  engine.aWorkflow(
    label,
    {
      go: ['manual'],
      split: ['split_list', { list: 'ids' }],
      ask: ['http_request', { url: `http://127.0.0.1:${port}/{{ item }}`, tries: 1, ...settings }, more],
      log: ['write_journal', { text: '{{ of }} {{ page }}' }],
    },
    'go.out>split.in split.out>ask.in ask.out>log.in',
  )
const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, i) => i + 1) })
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
const told = (logs: string[]) => logs.filter((line) => line.startsWith('log ')).map((line) => line.slice(10))
async function until(is: () => boolean) {
  for (const latest = Date.now() + 20_000; !is(); await sleep(5))
    if (Date.now() > latest) throw new Error(`asked: ${asked.join()}, under way: ${[...underWay.keys()].join()}`)
}

test('eight records are asked for at once, never more, and their answers leave in the order of the records', async () => {
  answer = async (name, response) => {
    await until(() => most === 8)
    await sleep(Math.random() * 20)
    response.end(
      JSON.stringify([
        { of: name, page: 'a' },
        { of: name, page: 'b' },
      ]),
    )
  }
  const { status, logs } = await engine.run(await ask('Reads', {}), ids(30))
  assert.equal(status, 'stopped')
  assert.equal(most, 8)
  assert.deepEqual(
    told(logs),
    names(1, 30).flatMap((name) => [`${name} a`, `${name} b`]),
  )
})

test('the pages of each record are asked for one after the other, and stay together', async () => {
  const pages: string[] = []
  answer = async (name, response) => {
    const [of, page] = name.split('?page=')
    pages.push(name)
    await sleep(Math.random() * 10)
    response.end(JSON.stringify(Number(page) <= 3 ? [{ of, page: Number(page) }] : []))
  }
  const { logs } = await engine.run(await ask('Pages', { pagination: 'page', at_once: 3 }), ids(6))
  assert.deepEqual(
    told(logs),
    names(1, 6).flatMap((name) => [`${name} 1`, `${name} 2`, `${name} 3`]),
  )
  assert.deepEqual(
    pages.filter((name) => name.startsWith('4?')),
    ['4?page=1', '4?page=2', '4?page=3', '4?page=4'],
  )
  assert.equal(most, 3)
})

test('what changes something is sent one after the other, unless the step says otherwise', async () => {
  answer = async (_, response) => {
    await sleep(2)
    response.end('[]')
  }
  await engine.run(await ask('Writes', { method: 'POST' }), ids(5))
  assert.equal(most, 1)
  assert.deepEqual(asked, names(1, 5))
  answer = async (_, response) => {
    await until(() => most === 4)
    response.end('[]')
  }
  await engine.run(await ask('Writes at once', { method: 'POST', at_once: 4 }), ids(9))
  assert.equal(most, 4)
})

test('a record that cannot be asked for is rejected, and the others pass', async () => {
  answer = (name, response) => {
    if (Number(name) % 3 === 0) response.writeHead(404).end('none')
    else response.end(JSON.stringify([{ of: name, page: 1 }]))
  }
  const { id, status, logs } = await engine.run(await ask('Rejects', { on_failure: 'reject' }), ids(10))
  assert.equal(status, 'warning')
  assert.deepEqual(told(logs), ['1 1', '2 1', '4 1', '5 1', '7 1', '8 1', '10 1'])
  const refused = await inScope(engine.control.db, engine.scope, (trx) =>
    trx.selectFrom('record_errors').select('record').where('job_id', '=', id).orderBy('batch').execute(),
  )
  assert.deepEqual(
    refused.map(({ record }) => (record as { item: number }).item),
    [3, 6, 9],
  )
})

test('a cancel ends all requests at once and sends no more', async () => {
  answer = () => {}
  const workflow = await ask('Cancelled', {})
  const controller = new AbortController()
  const running = engine.attempt(await engine.start(workflow, ids(30)), controller.signal)
  await until(() => underWay.size === 8)
  controller.abort(new JobCancelled())
  assert.equal((await running).status, 'aborted')
  await until(() => underWay.size === 0)
  assert.deepEqual(closed.toSorted(), names(1, 8))
  assert.equal(asked.length, 8)
})

test('a cancel ends requests that wait to be sent again', async () => {
  answer = (_, response) => response.writeHead(503, { 'retry-after': '60' }).end()
  const workflow = await ask('Cancelled while waiting', { tries: 2 })
  const controller = new AbortController()
  const running = engine.attempt(await engine.start(workflow, ids(30)), controller.signal)
  await until(() => asked.length === 8 && underWay.size === 0)
  await sleep(50)
  controller.abort(new JobCancelled())
  assert.equal((await running).status, 'aborted')
  assert.equal(asked.length, 8)
})

test('a failure that ends the run ends the requests behind it; going on asks for what has no answer', async () => {
  answer = async (name, response) => {
    if (name === '3') await until(() => underWay.size === 8)
    if (name === '3') response.writeHead(404).end('none')
    if (name === '1' || name === '2') await until(() => closed.length === 5)
    if (name === '1' || name === '2') response.end(JSON.stringify([{ of: name, page: 1 }]))
  }
  const { id, status, error, logs } = await engine.run(await ask('Fails', {}), ids(30))
  assert.deepEqual(told(logs), ['1 1', '2 1'])
  assert.deepEqual([status, error], ['error', `http://127.0.0.1:${port}/3 answered 404: none`])
  assert.deepEqual(closed.toSorted(), names(4, 8))
  assert.deepEqual(asked.toSorted(), names(1, 8))

  asked.length = 0
  answer = (name, response) => response.end(JSON.stringify([{ of: name, page: 1 }]))
  const again = await engine.goOn(id)
  assert.equal(again.status, 'stopped')
  assert.deepEqual(
    told(again.logs),
    names(3, 30).map((name) => `${name} 1`),
  )
  assert.deepEqual(
    asked.toSorted((a, b) => Number(a) - Number(b)),
    names(3, 30),
  )
})

test('a worker that is stopped hands on what it has been answered: only what was under way is asked for again', async () => {
  const keys = new Map<string, Set<unknown>>()
  let isBack = false
  answer = (name, response, request) => {
    keys.set(name, (keys.get(name) ?? new Set()).add(request.headers['idempotency-key']))
    // The first has no answer, and three behind it have.
    if (isBack || !['1', '5', '6', '7', '8'].includes(name)) response.end(JSON.stringify([{ of: name, page: 1 }]))
  }
  const id = await engine.start(await ask('Stopped', { method: 'POST', at_once: 5 }), ids(8))
  const controller = new AbortController()
  const running = engine.attempt(id, controller.signal)
  await until(() => ['1', '5', '6', '7', '8'].every((name) => underWay.has(name)))
  controller.abort(new Interrupted())
  await running
  assert.deepEqual(asked.toSorted(), names(1, 8))
  isBack = true
  const { status, logs } = await engine.attempt(id)
  assert.equal(status, 'stopped')
  assert.deepEqual(
    told(logs),
    names(1, 8).map((name) => `${name} 1`),
  )
  assert.deepEqual(asked.slice(8).toSorted(), ['1', '5', '6', '7', '8'])
  assert.deepEqual(
    [...keys.values()].map(({ size }) => size),
    Array.from({ length: 8 }, () => 1),
  )
})

test('a step that fails for the moment is tried again where it was, with what was answered meanwhile', async () => {
  let busy = true
  answer = (name, response) => {
    if (name === '2' && busy) response.writeHead(503).end()
    else response.end(JSON.stringify([{ of: name, page: 1 }]))
    if (name === '2') busy = false
  }
  const workflow = await ask('Tried again', { at_once: 4 }, { retries: 1, wait: '1s' })
  const { status, logs } = await engine.run(workflow, ids(6))
  assert.equal(status, 'stopped')
  assert.deepEqual(
    told(logs),
    names(1, 6).map((name) => `${name} 1`),
  )
  assert.deepEqual(asked.toSorted(), ['1', '2', '2', '3', '4', '5', '6'])
  assert.ok(most <= 4, `${most} at once`)
})
