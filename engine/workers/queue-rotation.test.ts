import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQueueRotation } from './queue-rotation.ts'

/** A rotation whose queues are served for as long as the test says. */
function aRotation(most: number) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const rotation = openQueueRotation({
    most,
    lookBeside: () => {},
    priorityOf: () => 'high',
    serve: (queue) => new Promise<void>((resolve) => (begun.push(queue), ends.set(queue, resolve))),
  })
  const end = async (queue: string) => {
    ends.get(queue)!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { rotation, begun, end }
}

test('a queue is claimed from once at a time, and looked at again when something came meanwhile', async () => {
  const { rotation, begun, end } = aRotation(4)
  rotation.add('a')
  rotation.add('a')
  assert.deepEqual(begun, ['a'])
  await end('a')
  assert.deepEqual(begun, ['a', 'a'])
  await end('a')
  assert.deepEqual(begun, ['a', 'a'])
})

test('a queue whose slot works is claimed from again for another instance, as far as there are places', async () => {
  const { rotation, begun } = aRotation(2)
  rotation.add('a')
  rotation.claimed('a')
  assert.deepEqual(begun, ['a', 'a'])
  rotation.claimed('a')
  assert.deepEqual(begun, ['a', 'a'], 'both places are taken')
})

test('a place is wanted by the queue that waits for it, and by nobody else', async () => {
  const { rotation, begun, end } = aRotation(1)
  rotation.add('a')
  assert.equal(rotation.isPlaceWanted('a'), false)
  rotation.add('b')
  assert.equal(rotation.isPlaceWanted('a'), true)
  await end('a')
  assert.deepEqual(begun, ['a', 'b'])
})

test('a queue that took long to look through rests, and is then looked through again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { rotation, begun, end } = aRotation(1)
  rotation.add('a')
  rotation.rest('a', 100)
  await end('a')
  rotation.add('a')
  assert.deepEqual(begun, ['a'])
  t.mock.timers.tick(499)
  assert.deepEqual(begun, ['a'])
  t.mock.timers.tick(1)
  assert.deepEqual(begun, ['a', 'a'])
})

test('once closed nothing is begun, and it ends with what is being served', async () => {
  const { rotation, begun, end } = aRotation(4)
  rotation.add('a')
  let idle = false
  void rotation.close().then(() => (idle = true))
  rotation.add('b')
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([begun, idle, rotation.isPlaceWanted('a')], [['a'], false, true])
  await end('a')
  assert.deepEqual([begun, idle], [['a'], true])
})
