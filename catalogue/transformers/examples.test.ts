import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { Exact } from '@weft/kit/define/compare.ts'
import { smallOf } from '@weft/kit/define/small-decimal.ts'
import { arity, bind } from '@weft/kit/define/transformer.ts'
import { plain, Refused } from '@weft/kit/define/value.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { openStored } from '@weft/kit/text-templates/open-stored.ts'
import { transformers } from './all.ts'

const moment = {
  now: new Date('2026-11-21T08:30:00Z'),
  configuration: new Map([['sales_org', 'DE01']]),
  secrets: new Map([
    ['partner.key', 'key'],
    ['aes.key', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  ]),
  texts: new Map([
    [
      '0197a3c0-0000-7000-8000-000000000004',
      openStored({
        label: 'Order',
        kind: 'html',
        body: '<b>{{ customer }}</b>{% for line in lines %} {{ line.quantity }} x {{ line.sku }}{% endfor %}',
        fields: [
          { name: 'customer', is: 'value' },
          { name: 'lines', is: 'list' },
        ],
        configuration: new Map(),
      }),
    ],
  ]),
  unique: () => 'one',
  number: () => '41',
}

for (const transformer of transformers)
  for (const [i, { takes, options, found, gives, refuses }] of transformer.examples.entries())
    test(`${transformer.key} does what its example ${i + 1} shows`, async () => {
      await transformer.loads?.()
      const apply = bind(transformer, options, moment)
      if (refuses !== undefined)
        return assert.throws(
          () => apply(takes, found),
          (error) => error instanceof Refused && say(error.reason, 'en') === refuses,
        )
      const given = apply(takes, found)
      assert.deepEqual(plain(given), gives)
      // Any other decimal would round what is computed with it to 20 digits.
      if (Decimal.isDecimal(given)) assert.equal(given.constructor, Exact)
    })

test('what is computed with small decimals is what decimals give', () => {
  const numbers = fc.integer({ min: -9_000_000, max: 9_000_000 }).map((units) => (units / 1000).toFixed(3))
  const able = transformers.filter(({ small }) => small)
  assert.deepEqual(
    able.map(({ key }) => key),
    ['add', 'multiply', 'round', 'subtract'],
  )
  for (const { small, ...transformer } of able)
    for (const options of [{}, ...(transformer.key === 'round' ? [{ decimals: 1, mode: 'half_even' }] : [])])
      fc.assert(
        fc.property(numbers, numbers, (one, other) => {
          const takes = transformer.key === 'round' ? [one] : [one, other]
          const smalls = takes.map(smallOf)
          if (smalls.includes(undefined)) return
          const given = small!(transformer.options.parse(options))(...smalls)
          if (given) assert.equal(given.toFixed(), plain(bind(transformer, options, moment)(takes)))
        }),
      )
})

const deep = (levels: number, wrap: (inner: unknown) => unknown) => {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}
const strange: unknown[] = [
  ...[deep(3_000, (b) => ({ b })), deep(3_000, (one) => [one])],
  ...['<a>'.repeat(3_000) + '</a>'.repeat(3_000), '> '.repeat(2_000), '['.repeat(3_000), '{"a":'.repeat(3_000)],
  ...[
    '\ud800',
    '\u0000',
    '😀'.repeat(500),
    ' ',
    '-0',
    'NaN',
    '1e400',
    '99999-12-31',
    '0000-00-00',
    '2026-02-30T25:61:61Z',
  ],
  ...[
    -1,
    0.1,
    Number.MAX_SAFE_INTEGER,
    true,
    [],
    {},
    [null],
    [[]],
    { length: 5 },
    JSON.parse('{"__proto__": {"a": 1}}'),
  ],
]

for (const transformer of transformers)
  test(`${transformer.key} gives a value or refuses, whatever comes in`, async () => {
    await transformer.loads?.()
    for (const { takes, options, found } of transformer.examples) {
      const apply = bind(transformer, options, moment)
      for (const value of strange)
        for (const at of takes.keys())
          try {
            apply(takes.with(at, value), found)
          } catch (error) {
            // The engine rejects a record with either and goes on with the others.
            assert.ok(error instanceof Refused || error instanceof RangeError, String(error))
          }
    }
  })

test('every transformer has examples with as many inputs as it takes, and texts in both languages', () => {
  for (const { key, takes, least, examples, labels } of transformers) {
    assert.ok(examples.length > 0, key)
    for (const example of examples)
      assert.ok(
        example.takes.length >= arity({ takes, least: least ?? 0 }).least &&
          example.takes.length <= arity({ takes }).most,
        key,
      )
    for (const { en, de } of [labels.title, labels.help]) assert.ok(en && de, key)
  }
})

test('every transformer stands in the list once, under a key of its own', () => {
  const files = globSync('*/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
  const keys = transformers.map(({ key }) => key.toLowerCase().replaceAll('_', ''))
  assert.equal(new Set(keys).size, keys.length)
  const groups = new Set(transformers.map(({ group }) => group as string))
  const shared = [
    'pattern',
    'quotient',
    'locales',
    'zone',
    'format',
    'entries',
    'countries',
    'verdict',
    'holidays',
    'dated',
    'missing',
    'fieldname',
    'expression',
    'secret',
  ]
  for (const file of files) {
    assert.ok(groups.has(dirname(file)), file)
    const name = basename(file, '.ts').replaceAll('-', '')
    assert.ok(keys.includes(name) || shared.includes(name), file)
  }
})
