import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePlace } from './places.ts'
import { tidy } from './tidy.ts'

const box = (id: string, exits = ['out']) => ({ id, width: 216, height: 80, exits })
const edge = (from: string, to: string, exit = 'out') => ({ from, exit, to, input: 'in' })

test('a chain stands in one column from top to bottom, on the grid', () => {
  const places = tidy([box('c'), box('a'), box('b')], [edge('a', 'b'), edge('b', 'c')])
  assert.deepEqual(places, { a: { x: 0, y: 0 }, b: { x: 0, y: 128 }, c: { x: 0, y: 248 } })
})

test('branches leave in the order of their exits, however the edges are written', () => {
  const boxes = [box('if', ['yes', 'no', 'else']), box('one'), box('two'), box('three')]
  const edges = [edge('if', 'three', 'else'), edge('if', 'two', 'no'), edge('if', 'one', 'yes')]
  for (const order of [edges, edges.toReversed()]) {
    const places = tidy(boxes, order)
    assert.ok(places['one']!.x < places['two']!.x && places['two']!.x < places['three']!.x)
    assert.equal(places['if']!.x, places['two']!.x)
  }
})

test('an edge to a step that is not there and a circle do no harm', () => {
  const places = tidy([box('a'), box('b')], [edge('a', 'gone'), edge('a', 'b'), edge('b', 'a')])
  assert.notEqual(places['a']!.y, places['b']!.y)
})

test('a step added where another stands goes to the right of it', () => {
  assert.deepEqual(freePlace([], { x: 0, y: 128 }), { x: 0, y: 128 })
  assert.deepEqual(
    freePlace(
      [
        { x: 0, y: 128 },
        { x: 248, y: 120 },
      ],
      { x: 0, y: 128 },
    ),
    { x: 496, y: 128 },
  )
})

test('three hundred steps are laid out without touching each other', () => {
  const boxes = Array.from({ length: 300 }, (_, i) => box(`s${i}`))
  const edges = Array.from({ length: 299 }, (_, i) => edge(`s${Math.floor(i / 2)}`, `s${i + 1}`))
  const places = Object.values(tidy(boxes, edges))
  for (const [i, a] of places.entries())
    for (const b of places.slice(i + 1)) assert.ok(Math.abs(a.x - b.x) >= 216 || Math.abs(a.y - b.y) >= 80)
})
