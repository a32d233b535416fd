import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePlace, inGrid, withTileAt } from './grid.ts'

const tile = (id: string, x: number, y: number, w: number, h: number) => ({ id, x, y, w, h })

test('what lies where a tile is put makes way downwards, and what lies there in turn', () => {
  const tiles = [tile('a', 0, 0, 6, 2), tile('b', 0, 2, 6, 2), tile('c', 6, 0, 6, 2)]
  assert.deepEqual(withTileAt(tiles, tile('c', 3, 0, 6, 3)), [
    tile('c', 3, 0, 6, 3),
    tile('a', 0, 3, 6, 2),
    tile('b', 0, 5, 6, 2),
  ])
})

test('a tile keeps to the grid', () => {
  assert.deepEqual(inGrid({ x: 10, y: -2, w: 5, h: 40 }), { x: 7, y: 0, w: 5, h: 30 })
  assert.deepEqual(inGrid({ x: -1, y: 1, w: 20, h: 0 }), { x: 0, y: 1, w: 12, h: 1 })
})

test('something new takes the first place that is large enough', () => {
  assert.deepEqual(freePlace([tile('a', 0, 0, 9, 2)], { w: 4, h: 3 }), { x: 0, y: 2, w: 4, h: 3 })
  assert.deepEqual(freePlace([tile('a', 0, 0, 8, 2)], { w: 4, h: 3 }), { x: 8, y: 0, w: 4, h: 3 })
})
