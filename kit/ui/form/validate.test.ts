import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { blank, describe, labelOf } from './describe.ts'
import { validate, resultOf } from './validate.ts'

const queue = z.strictObject({
  name: z.string().trim().min(1).max(20),
  instances: z.int().min(1).max(10),
  priority: z.enum(['high', 'low']).default('low'),
})

test('a missing text is told with its label in both languages', () => {
  const values = { name: '', instances: 2 }
  assert.deepEqual(validate(queue, values, 'en', { name: 'Name' }), { name: 'Name is required.' })
  assert.deepEqual(validate(queue, values, 'de', { name: 'Bezeichnung' }), { name: 'Bezeichnung ist ein Pflichtfeld.' })
})

test('right values have no complaint', () => {
  assert.deepEqual(validate(queue, { name: 'default', instances: 2 }, 'en'), {})
})

test('a complaint inside a list stands at its place', () => {
  const rules = z.object({ conditions: z.array(z.object({ field: z.string().min(1) })) })
  assert.deepEqual(
    validate(rules, { conditions: [{ field: 'a' }, { field: '' }] }, 'en', { 'conditions.1.field': 'Field' }),
    { 'conditions.1.field': 'Field is required.' },
  )
})

test('a field is not validated before anybody has looked', () => {
  assert.equal(resultOf('wrong', { touched: false, submitted: false }), 'not_validated')
  assert.equal(resultOf('wrong', { touched: true, submitted: false }), 'invalid')
  assert.equal(resultOf(undefined, { touched: false, submitted: true }), 'valid')
  assert.equal(resultOf('wrong', { touched: true, submitted: true, ignored: true }), 'ignored')
})

test('the input follows from the type, and from meta data where the type is not enough', () => {
  const kindOf = (schema: z.ZodType) => describe(schema).kind
  assert.equal(kindOf(z.string().max(80)), 'text')
  assert.equal(kindOf(z.string().max(20_000).default('')), 'long_text')
  assert.equal(kindOf(z.string().meta({ input: 'code', language: 'sql' }).default('')), 'code')
  assert.equal(kindOf(z.boolean().default(false)), 'switch')
  assert.equal(kindOf(z.int().optional()), 'number')
  assert.equal(kindOf(z.enum(['a', 'b'])), 'select')
  assert.equal(kindOf(z.array(z.enum(['a', 'b']))), 'multi')
  assert.equal(kindOf(z.array(z.string())), 'tags')
  assert.equal(kindOf(z.array(z.object({ a: z.string() }))), 'list')
  assert.equal(kindOf(z.record(z.string(), z.string())), 'pairs')
  assert.equal(kindOf(z.iso.date().nullish()), 'date')
  assert.equal(kindOf(z.uuid().meta({ input: 'structure' })), 'picker')
  assert.equal(
    kindOf(z.discriminatedUnion('mode', [z.object({ mode: z.literal('a') }), z.object({ mode: z.literal('b') })])),
    'variants',
  )
})

test('bounds, choices and whether a field is required are read from the schema', () => {
  const { min, max, integer, required } = describe(queue.shape.instances)
  assert.deepEqual({ min, max, integer, required }, { min: 1, max: 10, integer: true, required: true })
  assert.deepEqual(describe(queue.shape.priority).choices, ['high', 'low'])
  assert.equal(describe(queue.shape.priority).required, false)
  assert.equal(describe(z.string().max(10)).required, false)
})

test('a new entry begins with defaults and empty values', () => {
  assert.deepEqual(blank(z.object({ field: z.string(), operator: z.enum(['equals', 'in']), n: z.int().default(3) })), {
    field: '',
    operator: 'equals',
    n: 3,
  })
})

test('fields inside lists have names without being declared one by one', () => {
  assert.deepEqual(labelOf('operator', z.string()).label, { en: 'Comparison', de: 'Vergleich' })
  assert.deepEqual(labelOf('batch_size', z.int()).label, { en: 'Batch size', de: 'Batch size' })
})
