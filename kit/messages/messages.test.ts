import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { defineMessages, inserted, quotedTexts, say } from './messages.ts'

const texts = defineMessages({
  plain: { en: 'Saved', de: 'Gespeichert' },
  locked: { en: '{label} is locked', de: '{label} ist gesperrt' },
  line: { en: 'Line {place}: {reason}', de: 'Zeile {place}: {reason}' },
  rows: {
    en: '{count, plural, one {# record} other {# records}}',
    de: '{count, plural, one {# Datensatz} other {# Datensätze}}',
  },
})

test('a message speaks both languages', () => {
  assert.equal(say(texts.plain(), 'en'), 'Saved')
  assert.equal(say(texts.locked({ label: 'Orders' }), 'de'), 'Orders ist gesperrt')
})

test('a count finds its plural', () => {
  assert.equal(say(texts.rows({ count: 1 }), 'de'), '1 Datensatz')
  assert.equal(say(texts.rows({ count: 1200 }), 'en'), '1,200 records')
})

test('what somebody else has written stands in a message as it was written', () => {
  const awkward = fc.oneof(
    fc.string({ unit: fc.constantFrom('{', '}', "'", '#', '<', 'a', ' ', '$', '&') }),
    fc.string({ unit: 'binary' }),
  )
  for (const text of ['{"a":{"b":[]}}', "it's {x}", "'{'", '}}', "{'}", '{count, plural, one {#}}', "$& '' {"])
    assert.equal(say(quotedTexts(text), 'en'), text)
  fc.assert(
    fc.property(awkward, awkward, (en, de) => {
      assert.deepEqual([say(quotedTexts(en, de), 'en'), say(quotedTexts(en, de), 'de')], [en, de])
      const placed = inserted(texts.line({ place: 7, reason: '' }), 'reason', quotedTexts(en, de))
      assert.deepEqual([say(placed, 'en'), say(placed, 'de')], [`Line 7: ${en}`, `Zeile 7: ${de}`])
    }),
    { numRuns: 2_000 },
  )
})
