import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { changesOf } from './changes.ts'

const changes = changesOf({
  label: z.string().trim().min(1),
  plain: z.boolean().default(true),
  optional: z.enum(['keep', 'clear']).default('keep').optional(),
  nullable: z.string().default('x').nullable(),
  nested: z.array(z.string().default('inside')).default([]),
  prefault: z.object({ size: z.int().default(1) }).prefault({}),
  caught: z.int().catch(7),
  piped: z
    .string()
    .default(' y ')
    .transform((text) => text.trim()),
  wrapped: z.string().default('z').readonly().optional().nullable(),
  checked: z
    .int()
    .default(5)
    .refine((n) => n < 10),
})

test('what is not sent is not in the change, whatever a schema would put there', () => {
  assert.deepEqual(changes.parse({}), {})
  for (const key of Object.keys(changes.shape))
    assert.equal(changes.shape[key as 'label'].safeParse(undefined).data, undefined, key)
})

test('what is sent is read as on creation, defaults inside of it included', () => {
  assert.deepEqual(
    changes.parse({ label: ' A ', plain: false, nullable: null, prefault: {}, piped: ' b ', wrapped: null }),
    { label: 'A', plain: false, nullable: null, prefault: { size: 1 }, piped: 'b', wrapped: null },
  )
})

test('what does not fit is refused and not replaced, and unknown keys are refused', () => {
  for (const wrong of [{ label: ' ' }, { caught: 'many' }, { checked: 11 }, { plain: null }, { labels: 'A' }])
    assert.equal(changes.safeParse(wrong).success, false, JSON.stringify(wrong))
})
