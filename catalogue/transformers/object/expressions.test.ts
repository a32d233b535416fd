import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bind } from '@weft/kit/define/transformer.ts'
import { jsonPath } from './json-path.ts'
import { xpath } from './xpath.ts'

const moment = { now: new Date(0), configuration: new Map<string, string>(), unique: () => '', number: () => '' }

test('an XPath expression that would go through a document again and again is ended', () => {
  const xml = `<o>${'<a><b>1</b></a>'.repeat(2_000)}</o>`
  const run = bind(xpath, { expression: 'count(//*[count(//*[count(//*) > 1]) > 1])' }, moment)
  assert.throws(() => run([xml]), /looks at too many parts of the document/)
})

test('a JSONPath expression that would go through a value again and again is ended', () => {
  const value = { list: Array.from({ length: 2_000 }, (_, n) => ({ n })) }
  const run = bind(jsonPath, { expression: '$..[?$..[?$..n]]', result: 'all' }, moment)
  assert.throws(() => run([value]), /looks at too many parts of the value/)
})

test('a pattern in a JSONPath expression cannot hang on a text made for it', () => {
  const run = bind(jsonPath, { expression: '$[?match(@, "(a+)+b")]' }, moment)
  assert.equal(run([['a'.repeat(5_000)]]), null)
})

test('expressions see no inherited properties, no functions and nothing outside of the value', () => {
  for (const expression of [
    '$.__proto__',
    '$.constructor.name',
    '$..constructor',
    "$['__proto__']['toString']",
    '$.length',
  ])
    assert.deepEqual(bind(jsonPath, { expression, result: 'all' }, moment)([{ a: [1] }]), [], expression)
  assert.throws(() => bind(xpath, { expression: 'document("/etc/passwd")' }, moment)(['<o/>']), /cannot be used/)
  assert.equal(bind(xpath, { expression: 'string(//constructor)' }, moment)(['<o/>']), '')
})

test('what is wrong with an expression is said before a mapping runs', () => {
  assert.equal(xpath.options.safeParse({ expression: '//a[' }).success, false)
  assert.equal(jsonPath.options.safeParse({ expression: '$.a[?' }).success, false)
  assert.equal(jsonPath.options.safeParse({ expression: 'a.b' }).success, false)
})

test('XML that declares entities of its own, or nests without end, is refused', () => {
  const run = bind(xpath, { expression: 'string(/)' }, moment)
  for (const xml of ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', '<a>'.repeat(100_000)])
    assert.throws(() => run([xml]), /is not well-formed XML/)
})

test('positions, axes and unions come in the order of the document', () => {
  const xml = '<o><a n="1">x</a><b>y</b><a n="2">z<c/>w</a></o>'
  const all = (expression: string) => bind(xpath, { expression, result: 'all' }, moment)([xml])
  assert.deepEqual(all('//b | //a[1] | //a/@n'), ['x', '1', 'y', '2'])
  assert.deepEqual(all('//c/preceding-sibling::text()'), ['z'])
  assert.deepEqual(all('//c/ancestor::*[last()]'), ['xyzw'])
  assert.deepEqual(all('//a[last()]'), ['zw'])
  assert.deepEqual(all('//@n/..'), ['x', 'zw'])
  assert.deepEqual(all('name(//*[@n = 2])'), ['a'])
})
