import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { asNeighbour, giveWay, keep, outside } from '@weft/kit/process/outside.server.ts'
import { openSeat, takeSeat } from './seat.ts'

const never = new AbortController().signal

/** Runs on one seat, and what they did in which order. */
function aProcess() {
  const seat = openSeat()
  const events: string[] = []
  async function run(name: string, work: (does: (what: string) => void) => Promise<void>, signal = never) {
    const seated = await takeSeat(seat, signal)
    await asNeighbour(seated, () => work((what) => void events.push(`${name} ${what}`)))
    seated.end()
  }
  return { seat, events, run }
}

test('one computes at a time, and another goes on while it waits for the outside', async () => {
  const { seat, events, run } = aProcess()
  const answer = Promise.withResolvers<void>()
  const first = run('a', async (does) => {
    does('asks')
    await outside(() => answer.promise)
    does('has its answer')
  })
  const second = run('b', async (does) => {
    does('begins')
    answer.resolve()
    await sleep(20)
    does('ends')
  })
  await Promise.all([first, second])
  assert.deepEqual(events, ['a asks', 'b begins', 'b ends', 'a has its answer'])
  assert.equal(seat.isTaken(), false)
})

test('who keeps something keeps the seat while it waits, too', async () => {
  const { seat, events, run } = aProcess()
  const first = run('a', async (does) => {
    const letGo = await keep()
    await outside(() => sleep(20))
    does('has its answer')
    letGo()
    await outside(() => sleep(20))
    does('has another')
  })
  const second = run('b', async (does) => does('computes'))
  await Promise.all([first, second])
  assert.deepEqual(events, ['a has its answer', 'b computes', 'a has another'])
  assert.equal(seat.isTaken(), false)
})

test('with several answers under way it waits until it has all of them', async () => {
  const { seat, events, run } = aProcess()
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = run('a', async (does) => {
    await Promise.all([
      outside(() => one.promise).then(() => does('has one')),
      outside(() => other.promise).then(() => does('has the other')),
    ])
  })
  await run('b', async (does) => {
    does('computes')
    one.resolve()
    await sleep(5)
    other.resolve()
    await sleep(5)
    does('ends')
  })
  await first
  assert.deepEqual(events, ['b computes', 'a has one', 'b ends', 'a has the other'])
  assert.equal(seat.isTaken(), false)
})

test('who computes for long lets those go on that are back from the outside, and nobody begin', async () => {
  const { events, run } = aProcess()
  const short = run('b', async (does) => {
    await outside(() => sleep(5))
    does('goes on')
  })
  const long = run('a', async (does) => {
    for (let batch = 1; batch <= 3; batch++) {
      does(`does batch ${batch}`)
      await sleep(60)
      await giveWay()
    }
  })
  const other = run('c', async (does) => does('begins'))
  await Promise.all([long, short, other])
  assert.deepEqual(events, ['a does batch 1', 'b goes on', 'a does batch 2', 'a does batch 3', 'c begins'])
})

test('who is to stop does not wait for the seat, and takes it from nobody', async () => {
  const { seat, events, run } = aProcess()
  const stop = new AbortController()
  const busy = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const first = run(
    'a',
    async (does) => {
      await outside(() => answer.promise)
      does('stops')
    },
    stop.signal,
  )
  const second = run('b', async (does) => {
    await busy.promise
    does('ends')
  })
  answer.resolve()
  await sleep(5)
  assert.deepEqual(events, [])
  stop.abort()
  await first
  assert.equal(seat.isTaken(), true)
  busy.resolve()
  await second
  assert.deepEqual(events, ['a stops', 'b ends'])
  assert.equal(seat.isTaken(), false)
})
