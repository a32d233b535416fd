import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fairQueue } from './fair-queue.ts'

const full = () => new Error('full')

/** Work that ends when it is told to. */
function steps() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => (begun.push(name), ends.set(name, () => resolve(name))))
  const end = async (name: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    ends.get(name)!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, end }
}

test('an owner with much waiting work lets the others have their turns', async () => {
  const { run } = fairQueue({ at_once: 1, of_one: 1, waiting: 10 }, full)
  const { begun, work, end } = steps()
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => run(name[0]!, work(name)))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name)
  await Promise.all(all)
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('one owner never has all places', async () => {
  const { run } = fairQueue({ at_once: 2, of_one: 1, waiting: 10 }, full)
  const { begun, work, end } = steps()
  const all = ['a1', 'a2', 'b1'].map((name) => run(name[0]!, work(name)))
  assert.deepEqual(begun, [])
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(begun, ['a1', 'b1'])
  for (const name of ['b1', 'a1', 'a2']) await end(name)
  await Promise.all(all)
})

test('what is too much for one owner is refused at once, and another owner may still wait', async () => {
  const { run } = fairQueue({ at_once: 1, of_one: 1, waiting: 1 }, full)
  const { work, end } = steps()
  const kept = [run('a', work('a1')), run('a', work('a2'))]
  await assert.rejects(run('a', work('a3')), /full/)
  kept.push(run('b', work('b1')))
  for (const name of ['a1', 'a2', 'b1']) await end(name)
  assert.deepEqual(await Promise.all(kept), ['a1', 'a2', 'b1'])
})

test('what is taken back before its turn never begins', async () => {
  const { run } = fairQueue({ at_once: 1, of_one: 1, waiting: 5 }, full)
  const { begun, work, end } = steps()
  const first = run('a', work('a1'))
  const gone = new AbortController()
  const second = run('a', work('a2'), gone.signal)
  const third = run('a', work('a3'))
  gone.abort(new Error('gone'))
  await assert.rejects(second, /gone/)
  await end('a1')
  await end('a3')
  assert.deepEqual([await first, await third, begun], ['a1', 'a3', ['a1', 'a3']])
})

test('whatever owners bring, the bounds hold and all of it is done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (owners, at_once, of_one) => {
        const { run } = fairQueue({ at_once, of_one, waiting: 100 }, full)
        const running: string[] = []
        let done = 0
        await Promise.all(
          owners.map((owner) =>
            run(owner, async () => {
              running.push(owner)
              assert.ok(running.length <= at_once && running.filter((one) => one === owner).length <= of_one)
              await new Promise((resolve) => setImmediate(resolve))
              running.splice(running.indexOf(owner), 1)
              done++
            }),
          ),
        )
        assert.equal(done, owners.length)
      },
    ),
    { numRuns: 50 },
  )
})
