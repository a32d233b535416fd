import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { issuePaths } from './issues.ts'
import { languages, say } from './messages.ts'
import { inWords } from './patterns.ts'

const said = (schema: z.ZodType, value: unknown) =>
  issuePaths(schema.safeParse(value).error?.issues ?? []).map(({ place, message }) => [
    place,
    say(message, 'en'),
    say(message, 'de'),
  ])

const cases: [string, z.ZodType, unknown, string, string][] = [
  ['a missing value', z.string(), undefined, 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  ['nothing where a number belongs', z.number(), null, 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  ['an empty address', z.email(), '', 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  ['a choice not made', z.enum(['a', 'b']), '', 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  ['an empty list', z.array(z.int()).min(2), [], 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  [
    'nothing where one of several belongs',
    z.union([z.email(), z.url()]),
    undefined,
    'This field is required.',
    'Dieses Feld ist ein Pflichtfeld.',
  ],
  ['an empty text', z.string().min(1), '', 'This field is required.', 'Dieses Feld ist ein Pflichtfeld.'],
  [
    'a text that is too short',
    z.string().min(3),
    'ab',
    'At least 3 characters, please.',
    'Bitte mindestens 3 Zeichen.',
  ],
  ['a text that is too long', z.string().max(1), 'ab', 'At most 1 character, please.', 'Bitte höchstens 1 Zeichen.'],
  ['a text of another length', z.string().length(6), '12', 'Exactly 6 characters, please.', 'Bitte genau 6 Zeichen.'],
  [
    'a number that is too small',
    z.int().min(1600),
    3,
    'Please enter 1600 or more.',
    'Bitte geben Sie 1600 oder mehr ein.',
  ],
  [
    'a number that must be positive',
    z.number().positive(),
    0,
    'Please enter more than 0.',
    'Bitte geben Sie mehr als 0 ein.',
  ],
  ['a broken number', z.int(), 1.5, 'Please enter a whole number.', 'Bitte geben Sie eine ganze Zahl ein.'],
  ['a text instead of a number', z.number(), 'x', 'Please enter a number.', 'Bitte geben Sie eine Zahl ein.'],
  [
    'a list that is too short',
    z.array(z.string()).min(2),
    ['a'],
    'At least 2 entries, please.',
    'Bitte mindestens 2 Einträge.',
  ],
  [
    'an unknown choice',
    z.enum(['', 'insert', 'upsert']),
    'x',
    'Please choose one of: insert, upsert.',
    'Bitte wählen Sie eines von: insert, upsert.',
  ],
  [
    'a wrong e-mail address where none is possible too',
    z.union([z.literal(''), z.email()]),
    'x',
    'Please enter an e-mail address such as name@example.com.',
    'Bitte geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  ],
  [
    'a wrong date',
    z.iso.date(),
    '31.12.2026',
    'Please enter a date such as 2026-12-31.',
    'Bitte geben Sie ein Datum wie 2026-12-31 ein.',
  ],
  [
    'a text against the pattern',
    z.string().regex(inWords(/^[a-z]{2}$/, { en: 'Two small letters, please.', de: 'Bitte zwei Kleinbuchstaben.' })),
    'X',
    'Two small letters, please.',
    'Bitte zwei Kleinbuchstaben.',
  ],
]
for (const [name, schema, value, en, de] of cases)
  test(`${name} is told with what to do`, () => assert.deepEqual(said(schema, value), [['', en, de]]))

test('each problem is told at its own place, an unknown key at the key', () => {
  const schema = z.strictObject({ rows: z.array(z.strictObject({ n: z.int() })) })
  assert.deepEqual(
    said(schema, { rows: [{ n: 1, x: 2 }, { n: 1.5 }] }).map(([place, en]) => [place, en]),
    [
      ['rows.0.x', 'There is no such field here.'],
      ['rows.1.n', 'Please enter a whole number.'],
    ],
  )
})

test('whatever is sent, there is a sentence in every language and none speaks of types of a programming language', () => {
  const schema = z.strictObject({
    a: z.union([z.literal(''), z.email()]),
    b: z.int().min(1).max(9),
    c: z.array(z.boolean()).max(2),
    d: z.record(z.string(), z.number()),
    e: z.discriminatedUnion('kind', [z.object({ kind: z.literal('x') })]).nullable(),
  })
  fc.assert(
    fc.property(
      fc.record(
        { a: fc.anything(), b: fc.anything(), c: fc.anything(), d: fc.anything(), e: fc.anything() },
        { requiredKeys: [] },
      ),
      (value) => {
        for (const { message } of issuePaths(schema.safeParse(value).error?.issues ?? []))
          for (const language of languages)
            assert.doesNotMatch(say(message, language), /expected|erwartet|received|undefined/)
      },
    ),
  )
})
