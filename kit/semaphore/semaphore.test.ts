import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSemaphore } from './semaphore.ts'

test('only so much runs at once, in order, and what is too much is refused at once', async () => {
  const limited = createSemaphore({ at_once: 2, waiting: 1, full: () => new Error('full') })
  const done: number[] = []
  const open: (() => void)[] = []
  const work = (n: number) => () => new Promise<void>((end) => open.push(() => (done.push(n), end())))
  const [one, two, three] = [limited(work(1)), limited(work(2)), limited(work(3))]
  await assert.rejects(limited(work(4)), /full/)
  const five = limited(work(5), { patient: true })
  assert.equal(open.length, 2)
  open[1]!()
  await two
  assert.equal(open.length, 3)
  open[0]!()
  open[2]!()
  await Promise.all([one, three])
  open[3]!()
  await five
  assert.deepEqual(done, [2, 1, 3, 5])
})

test('work that fails gives its turn on', async () => {
  const limited = createSemaphore({ at_once: 1, waiting: 1, full: () => new Error('full') })
  await assert.rejects(
    limited(() => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await limited(async () => 'fine'), 'fine')
})
