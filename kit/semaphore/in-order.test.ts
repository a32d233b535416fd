import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import { allInOrder, inOrder, openLanes } from './in-order.ts'

const never = new AbortController().signal
async function* given<T>(items: T[]) {
  yield* items
}

test('whatever takes how long, results come in order and never more are under way than may be', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(4), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (waits, most, ahead) => {
        const now = { running: 0, most: 0 }
        const work = async (wait: number, _: AbortSignal, position: number) => {
          now.most = Math.max(now.most, ++now.running)
          await sleep(wait)
          now.running--
          return { wait, position }
        }
        const lanes = openLanes(most, never)
        const all = ahead
          ? await Array.fromAsync(inOrder(lanes, given(waits), work))
          : await allInOrder(lanes, waits, work)
        assert.deepEqual(
          all,
          waits.map((wait, position) => ({ wait, position })),
        )
        assert.equal(now.most, Math.min(most, waits.length))
      },
    ),
    { numRuns: 40 },
  )
})

test('what fails first in the order is what is thrown, whatever fails first in time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ wait: fc.nat(3), fails: fc.boolean() }), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 9 }),
      async (items, most) => {
        const taken: number[] = []
        const first = items.findIndex(({ fails }) => fails)
        const work = async ({ wait, fails }: { wait: number; fails: boolean }, _: AbortSignal, position: number) => {
          await sleep(wait)
          if (fails) throw new Error(`number ${position}`)
          return position
        }
        const take = async () => {
          for await (const one of inOrder(openLanes(most, never), given(items), work)) taken.push(one)
        }
        if (first < 0) await take()
        else await assert.rejects(take(), new Error(`number ${first}`))
        assert.deepEqual(
          taken,
          items.slice(0, first < 0 ? items.length : first).map((_, position) => position),
        )
      },
    ),
    { numRuns: 40 },
  )
})

test('one that fails ends those behind it, begins no more, and lets those before it come to their end', async () => {
  const events: string[] = []
  const open: (() => void)[] = []
  const work = (name: string, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      events.push(`${name} begins`)
      open.push(() => (name === 'b' ? reject(new Error('b breaks')) : resolve(name)))
      signal.addEventListener('abort', () => {
        events.push(`${name} is ended`)
        reject(signal.reason as Error)
      })
    })
  const all = allInOrder(openLanes(3, never), ['a', 'b', 'c', 'd'], work)
  open[1]!()
  await sleep(0)
  assert.deepEqual(events, ['a begins', 'b begins', 'c begins', 'c is ended'])
  open[0]!()
  await assert.rejects(all, /b breaks/)
  assert.deepEqual(events, ['a begins', 'b begins', 'c begins', 'c is ended'])
})

test('an abort ends all that is under way at once and begins nothing more', async () => {
  const controller = new AbortController()
  const events: string[] = []
  const work = (item: number, signal: AbortSignal) =>
    new Promise<number>((_, reject) => {
      events.push(`${item} begins`)
      signal.addEventListener('abort', () => {
        events.push(`${item} is ended`)
        reject(signal.reason as Error)
      })
    })
  const all = allInOrder(openLanes(2, controller.signal), [1, 2, 3], work)
  controller.abort(new Error('cancelled'))
  assert.deepEqual(events, ['1 begins', '2 begins', '1 is ended', '2 is ended'])
  await assert.rejects(all, /cancelled/)
  assert.equal(events.length, 4)
})

test('whoever takes no more ends what was begun ahead', async () => {
  const ended: number[] = []
  const work = (item: number, signal: AbortSignal) =>
    item === 0
      ? Promise.resolve(0)
      : new Promise<number>((_, reject) =>
          signal.addEventListener('abort', () => {
            ended.push(item)
            reject(signal.reason as Error)
          }),
        )
  for await (const one of inOrder(openLanes(2, never), given([0, 1, 2, 3, 4, 5, 6, 7, 8]), work)) {
    assert.equal(one, 0)
    break
  }
  assert.deepEqual(ended, [1, 2])
})
