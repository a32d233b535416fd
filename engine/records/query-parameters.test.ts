import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bound, parameterNames } from './query-parameters.ts'

test('names become places, each value once', () => {
  assert.deepEqual(
    bound('select * from orders where day >= :from and (net > :least or day < :from)', {
      from: '2026-01-31',
      least: 10,
      unused: 1,
    }),
    { text: 'select * from orders where day >= $1 and (net > $2 or day < $1)', values: ['2026-01-31', 10] },
  )
  assert.deepEqual(bound('select :list::jsonb', { list: [1] }), { text: 'select $1::jsonb', values: ['[1]'] })
})

test('texts, names, comments and casts stay as they are', () => {
  for (const sql of [
    `select ':a' as "b:c"`,
    `select 'it''s :a'`,
    'select 1 -- :a',
    'select /* :a\n:b */ 1',
    'select $$ :a $$, $x$ :b $x$',
    `select '12:30'::time, day::date`,
    'select a[1:2]',
  ])
    assert.deepEqual([parameterNames(sql), bound(sql, {}).text], [[], sql])
})

test('a value nobody has given is named', () => {
  assert.throws(() => bound('select :from', { toString: 1 }), {
    code: 'QUERY_PARAMETER_MISSING',
    message: 'The query asks for :from, and the parameters have no such value.',
  })
  assert.throws(() => bound('select :constructor', {}), { code: 'QUERY_PARAMETER_MISSING' })
})

test('no value ever becomes part of the text', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      assert.deepEqual(bound('select :value', { value }), { text: 'select $1', values: [value] })
    }),
  )
})
