import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineMessages, say } from './messages.ts'

const texts = defineMessages({
  plain: { en: 'Saved', de: 'Gespeichert' },
  locked: { en: '{label} is locked', de: '{label} ist gesperrt' },
  rows: { en: '{count, plural, one {# record} other {# records}}', de: '{count, plural, one {# Datensatz} other {# Datensätze}}' },
})

test('a message speaks both languages', () => {
  assert.equal(say(texts.plain(), 'en'), 'Saved')
  assert.equal(say(texts.locked({ label: 'Orders' }), 'de'), 'Orders ist gesperrt')
})

test('a count finds its plural', () => {
  assert.equal(say(texts.rows({ count: 1 }), 'de'), '1 Datensatz')
  assert.equal(say(texts.rows({ count: 1200 }), 'en'), '1,200 records')
})
