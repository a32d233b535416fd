import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { arity, bind } from '@weft/kit/define/transformer.ts'
import { plain, Refused } from '@weft/kit/define/value.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { transformers } from './all.ts'

const moment = {
  now: new Date('2026-11-21T08:30:00Z'),
  configuration: new Map([['sales_org', 'DE01']]),
  secrets: new Map([
    ['partner.key', 'key'],
    ['aes.key', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
  ]),
  unique: () => 'one',
}

for (const transformer of transformers)
  for (const [i, { takes, options, found, gives, refuses }] of transformer.examples.entries())
    test(`${transformer.key} does what its example ${i + 1} shows`, async () => {
      await transformer.loads?.()
      const apply = bind(transformer, options, moment)
      if (refuses === undefined) assert.deepEqual(plain(apply(takes, found)), gives)
      else
        assert.throws(
          () => apply(takes, found),
          (error) => error instanceof Refused && say(error.reason, 'en') === refuses,
        )
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
    'secret',
  ]
  for (const file of files) {
    assert.ok(groups.has(dirname(file)), file)
    const name = basename(file, '.ts').replaceAll('-', '')
    assert.ok(keys.includes(name) || shared.includes(name), file)
  }
})
