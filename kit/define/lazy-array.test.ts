import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazyArray } from './lazy-array.ts'

const squares = (length: number) => {
  const asked: number[] = []
  const list = lazyArray(length, (i) => (asked.push(i), { n: i * i }), { name: 'squares' })
  return { list, asked }
}

test('an entry is made when it is looked at, once', () => {
  const { list, asked } = squares(1_000)
  assert.deepEqual([list.length, list.name, asked], [1_000, 'squares', []])
  assert.equal(list[3], list.at(3))
  for (const { n } of list) if (n === 4) break
  assert.deepEqual(asked, [3, 0, 1, 2])
  assert.equal(list[1_000], undefined)
  assert.equal(list[-1], undefined)
})

test('to whoever reads it is an array like any other', () => {
  const { list } = squares(3)
  const plain = [{ n: 0 }, { n: 1 }, { n: 4 }]
  assert.ok(Array.isArray(list))
  assert.deepEqual([...list], plain)
  assert.equal(JSON.stringify(squares(3).list), JSON.stringify(plain))
  assert.deepEqual(
    squares(3).list.map(({ n }) => n),
    [0, 1, 4],
  )
  assert.deepEqual(
    squares(3).list.filter(({ n }) => n > 0),
    plain.slice(1),
  )
  assert.deepEqual(squares(3).list.slice(1), plain.slice(1))
  assert.deepEqual([{ n: 9 }].concat(squares(3).list), [{ n: 9 }, ...plain])
  assert.deepEqual([squares(3).list, []].flat(), plain)
  assert.deepEqual(Object.entries(squares(2).list).slice(0, 2), [
    ['0', { n: 0 }],
    ['1', { n: 1 }],
  ])
  assert.ok(2 in squares(3).list && !(3 in squares(3).list))
  assert.equal(squares(3).list.findLast(({ n }) => n < 4)?.n, 1)
})

test('nobody changes it', () => {
  const { list } = squares(3)
  assert.throws(() => list.push({ n: 7 }), TypeError)
  assert.throws(() => list.sort(), TypeError)
  assert.throws(() => (list[0] = { n: 7 }), TypeError)
  assert.throws(() => (list.length = 0), TypeError)
  assert.deepEqual(list[0], { n: 0 })
})
