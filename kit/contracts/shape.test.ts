import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { structureField } from '../define/structure.ts'
import { shapeOf } from './shape.ts'

const rules = z.strictObject({
  id: z.uuid(),
  name: z.string().max(3).default(''),
  share: z.int().min(0).nullable(),
  tags: z.record(z.string().max(2), z.array(z.enum(['a', 'b'])).max(1)).optional(),
})

test('a shape lets pass what breaks a rule, and leaves out what is not declared', () => {
  const stored = { id: 'x', name: 'long', share: 0.5, tags: { three: ['a', 'b'] as ('a' | 'b')[] } }
  assert.deepEqual(shapeOf(rules).encode(stored), stored)
  assert.deepEqual(z.encode(shapeOf(rules), { ...stored, own: 1 } as never), stored)
})

test('a shape refuses what is of another type', () => {
  for (const wrong of [{ name: 1 }, { share: 'x' }, { tags: { a: ['c'] } }])
    assert.throws(() => z.encode(shapeOf(rules), { id: 'x', name: '', share: null, ...wrong } as never))
})

test('a schema that holds itself becomes one shape', () => {
  assert.equal(shapeOf(structureField), shapeOf(structureField))
  assert.ok(z.toJSONSchema(shapeOf(structureField)))
})
