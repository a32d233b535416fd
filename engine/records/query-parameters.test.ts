import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bound, parameterNames } from './query-parameters.ts'
import { mysqlSpelling } from './mysql/sql-parts.ts'

const apart = (...asked: Parameters<typeof bound>) => {
  const { text, values } = bound(...asked)
  return { text, values }
}

test('names become places, each value once', () => {
  assert.deepEqual(
    apart('select * from orders where day >= :from and (net > :least or day < :from)', {
      from: '2026-01-31',
      least: 10,
      unused: 1,
    }),
    { text: 'select * from orders where day >= $1 and (net > $2 or day < $1)', values: ['2026-01-31', 10] },
  )
  assert.deepEqual(apart('select :list::jsonb', { list: [1] }), { text: 'select $1::jsonb', values: ['[1]'] })
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
      assert.deepEqual(apart('select :value', { value }), { text: 'select $1', values: [value] })
    }),
  )
})

test('a list is as many values behind `in`, one behind `any`, and null where it is empty', () => {
  const sql = 'select * from a where b in (:names) and c = any (:names) or d in (:names)'
  assert.deepEqual(apart(sql, { names: ['x', 'y'] }), {
    text: 'select * from a where b in ($1, $2) and c = any ($3) or d in ($1, $2)',
    values: ['x', 'y', ['x', 'y']],
  })
  assert.deepEqual(apart('select 1 where 1 in ( :n )', { n: [] }), { text: 'select 1 where 1 in ( null )', values: [] })
  assert.equal(
    bound('select * from a where b in (:names)', { names: ["O'Neil", 7, null] }, mysqlSpelling).text,
    "select * from a where b in ('O''Neil', 7, null)",
  )
})

test('a place of the text with its values is one of the text as it was typed', () => {
  const sql = 'select :from, :list in (:list), wrong'
  const { text, placeOf } = bound(sql, { from: 1, list: [1, 2] })
  assert.equal(text, 'select $1, $2 in ($3, $4), wrong')
  assert.equal(placeOf(text.indexOf('wrong')), sql.indexOf('wrong'))
  assert.equal(placeOf(text.indexOf('$1') + 1), sql.indexOf(':from'))
  assert.equal(placeOf(0), 0)
})
