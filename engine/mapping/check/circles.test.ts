import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { groupsInOrder } from './circles.ts'

test('each name stands behind those it waits for, and those that wait for each other stand together', () => {
  const waits: Record<string, string[]> = {
    total: ['net', 'tax'],
    tax: ['net', 'rate'],
    net: [],
    rate: ['country'],
    country: ['rate'],
  }
  assert.deepEqual(
    groupsInOrder(Object.keys(waits), (name) => waits[name]!),
    [['net'], ['rate', 'country'], ['tax'], ['total']],
  )
})

test('whatever waits for whatever, every name is in one group, behind all it waits for', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(19), { maxLength: 4 }), { minLength: 20, maxLength: 20 }), (waits) => {
      const groups = groupsInOrder(waits.keys().map(String), (name) => waits[Number(name)]!.map(String))
      assert.deepEqual(groups.flat().toSorted(), waits.map((_, i) => String(i)).toSorted())
      const place = new Map(groups.flatMap((group, at) => group.map((name): [string, number] => [name, at])))
      for (const [i, all] of waits.entries())
        for (const next of all) assert.ok(place.get(String(next))! <= place.get(String(i))!)
      const reach = (from: string, seen = new Set<string>()): Set<string> => {
        for (const next of waits[Number(from)]!.map(String)) if (!seen.has(next)) reach(next, seen.add(next))
        return seen
      }
      for (const group of groups)
        if (group.length > 1) for (const a of group) for (const b of group) assert.ok(reach(a).has(b))
    }),
  )
})
