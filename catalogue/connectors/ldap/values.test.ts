import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineage, schemaOf, typeOf } from './schema.ts'
import { generalizedTime, isoMoment } from './values.ts'

test('points in time are read with all their digits, in UTC, and written back', () => {
  assert.equal(isoMoment('20261122140203Z'), '2026-11-22T14:02:03Z')
  assert.equal(isoMoment('20261122140203.0000001Z'), '2026-11-22T14:02:03.0000001Z')
  assert.equal(isoMoment('202611221402+0130'), '2026-11-22T12:32:00.000Z')
  assert.equal(isoMoment('soon'), 'soon')
  assert.equal(generalizedTime('2026-11-22T14:02:03.0000001Z'), '20261122140203.0000001Z')
  assert.equal(generalizedTime('2026-11-22T14:02:03+01:00'), '20261122130203Z')
})

test('a schema is read as a directory writes it', () => {
  const schema = schemaOf(
    [
      "( 2.5.6.6 NAME 'person' DESC 'a ( $ person' SUP top STRUCTURAL MUST ( sn $ cn ) MAY ( userPassword ) )",
      "( 1 NAME ( 'top' 'root' ) ABSTRACT MUST objectClass )",
    ],
    [
      "( 2.5.4.4 NAME ( 'sn' 'surname' ) SUP name )",
      "( 2.5.4.41 NAME 'name' SYNTAX 1.3.6.1.4.1.1466.115.121.1.15{32768} )",
    ],
  )
  assert.deepEqual(
    lineage(schema, 'Person').map(({ name, kind, must }) => [name, kind, must]),
    [
      ['person', 'structural', ['sn', 'cn']],
      ['top', 'abstract', ['objectClass']],
    ],
  )
  assert.deepEqual(typeOf(schema, 'surname'), {
    type: 'long_text',
    isBinary: false,
    isSingle: false,
    isWritable: true,
    native: '1.3.6.1.4.1.1466.115.121.1.15',
  })
})

test('no definition and no point in time brings the reading down', () => {
  const word = fc.constantFrom(
    '(',
    ')',
    '$',
    "'",
    'NAME',
    "'a'",
    'SUP',
    'a',
    'b',
    'MUST',
    'SYNTAX',
    '{',
    'ABSTRACT',
    ' ',
  )
  const definition = fc.oneof(
    fc.string(),
    fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(fc.array(definition, { maxLength: 5 }), fc.string(), (definitions, name) => {
      const schema = schemaOf(definitions, definitions)
      for (const one of [name, 'a', 'b']) {
        lineage(schema, one)
        assert.equal(typeof typeOf(schema, one).type, 'string')
      }
      assert.equal(typeof isoMoment(name), 'string')
      assert.equal(typeof generalizedTime(name), 'string')
    }),
  )
})
