import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictOf, type Validator } from '@weft/kit/define/validator.ts'
import { languages, say } from '@weft/kit/messages/messages.ts'
import { validators } from './all.ts'
import { fileProblem, file } from './file.ts'

const all: readonly Validator[] = validators

for (const validator of all)
  test(`${validator.key} judges its ${validator.examples.length} examples as they say`, async () => {
    for (const { value, options, valid } of validator.examples) {
      const message = await validator.check(value, validator.options.parse(options))
      assert.equal(message === undefined, valid, `${JSON.stringify(value)} with ${JSON.stringify(options)}`)
      if (message) for (const language of languages) assert.ok(say(message, language).length > 5)
    }
  })

test('there are the 22 validators of the specification and the rules of the form helper', () => {
  const specified = [
    'email_address',
    'file',
    'greater_than',
    'less_than',
    'identical',
    'integer',
    'numeric',
    'ip',
    'not_empty',
    'regular_expression',
    'remote',
    'string_case',
    'string_length',
    'uri',
    'between',
    'blank',
    'callback',
    'choice',
    'credit_card',
    'date',
    'different',
    'digits',
  ]
  const helper = [
    'required',
    'min_length',
    'max_length',
    'alpha',
    'alphanumeric',
    'with_spaces',
    'email',
    'number_or_variable',
    'natural_number',
    'integer',
    'decimal',
    'json',
  ]
  assert.equal(specified.length, 22)
  assert.deepEqual(all.map((one) => one.key).sort(), [...new Set([...specified, ...helper])].sort())
})

test('an empty value is ignored by all but those that ask for one', async () => {
  assert.deepEqual(
    await verdictOf(
      all.find((one) => one.key === 'integer')!,
      '',
      {},
    ),
    { verdict: 'Ignored' },
  )
  assert.equal(
    (
      await verdictOf(
        all.find((one) => one.key === 'not_empty')!,
        '',
        {},
      )
    ).verdict,
    'Invalid',
  )
  assert.equal(
    (
      await verdictOf(
        all.find((one) => one.key === 'integer')!,
        '5',
        {},
      )
    ).verdict,
    'Valid',
  )
})

test('a rule without a sentence of its own names the field', async () => {
  const { verdict, message } = await verdictOf(
    all.find((one) => one.key === 'callback')!,
    5,
    { decide: () => false },
    'Quantity',
  )
  assert.deepEqual(
    [verdict, languages.map((language) => say(message!, language))],
    ['Invalid', ['The field Quantity is not valid', 'Das Feld Quantity ist ungültig']],
  )
})

test('files have the eight codes of the upload', () => {
  const codes = file.examples
    .map(({ value, options }) => fileProblem(value as never, file.options.parse(options))?.code)
    .filter(Boolean)
  assert.deepEqual([...new Set(codes)].map(String).sort(), [
    'INVALID_EXTENSION',
    'INVALID_MAX_FILES',
    'INVALID_MAX_SIZE',
    'INVALID_MAX_TOTAL_SIZE',
    'INVALID_MIN_FILES',
    'INVALID_MIN_SIZE',
    'INVALID_MIN_TOTAL_SIZE',
    'INVALID_TYPE',
  ])
})
