import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import fc from 'fast-check'

const { app_url } = await testDatabase()
const pool = openPool(app_url, { max: 1, level: 'system' })
after(() => pool.end())
const templatesOf = async (messages: string[]): Promise<string[]> => {
  const { rows } = await pool.query<{ template: string }>(
    'select weft_message_template(m) as template from unnest($1::text[]) with ordinality as x (m, n) order by n',
    [messages],
  )
  return rows.map(({ template }) => template)
}

const shown: [message: string, template: string][] = [
  ["ENOENT: no such file or directory, open '/in/orders-4711.csv'", 'ENOENT: no such file or directory, open "…"'],
  ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED …'],
  [
    'duplicate key value violates unique constraint "orders_pkey"',
    'duplicate key value violates unique constraint "…"',
  ],
  ['Key (number)=(A17) already exists.', 'Key (number)=(…) already exists.'],
  ['Order SH-48213 of 2026-11-27T05:00:00.000Z is closed', 'Order … of … is closed'],
  ['Der Auftrag vom 27. November 2026 ist schon zu', 'Der Auftrag vom … ist schon zu'],
  ['since Fri, 27 Nov 2026 it is gone', 'since … it is gone'],
  ['Rows 3, 17 and 1,204 are wrong', 'Rows … and … are wrong'],
  ['GET https://shop.example/orders/77 failed', 'GET https://shop.example/orders/… failed'],
  ['Nobody is called kim.elbe@elbe.example here', 'Nobody is called … here'],
  ['record 7f2c1e0a-9b1d-4c55-8d0e-1b2a3c4d5e6f is locked', 'record … is locked'],
  ['Die Datei „rechnung.pdf“ fehlt', 'Die Datei "…" fehlt'],
  ["It isn't there, and won't be", "It isn't there, and won't be"],
  ['The step took longer than {limit} for one batch.', 'The step took longer than {limit} for one batch.'],
]
test('a message is told without what differs from run to run', async () => {
  const templates = await templatesOf(shown.map(([message]) => message))
  assert.deepEqual(
    templates,
    shown.map(([, template]) => template),
  )
})

const words = fc.constantFrom('order', 'could', 'not', 'be', 'written', 'for', 'customer', 'because', 'stock', 'Lager')
const kinds = {
  number: fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(3)),
    fc.nat(9_999_999).map((value) => value.toLocaleString('en')),
  ),
  id: fc.oneof(
    fc.uuid(),
    fc.nat(999_999).map((value) => `SH-${value}`),
  ),
  date: fc
    .date({ noInvalidDate: true, min: new Date('1980-01-01'), max: new Date('2080-01-01') })
    .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10), date.toUTCString())),
  quoted: fc.string({ maxLength: 20 }).map((text) => `"${text.replaceAll(/["'“”„«»‘’`]/g, '')}"`),
}
type Part = { word: string } | { kind: keyof typeof kinds }
const parts = fc.array(
  fc.oneof(
    words.map((word): Part => ({ word })),
    fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])).map((kind): Part => ({ kind })),
  ),
  { minLength: 1, maxLength: 8 },
)
const filled = (sentence: Part[]) =>
  fc
    .tuple(...sentence.map((part) => ('word' in part ? fc.constant(part.word) : kinds[part.kind])))
    .map((all) => all.join(' '))

test('two messages that differ by their values alone have the same template', () =>
  fc.assert(
    fc.asyncProperty(
      parts.chain((sentence) => fc.tuple(filled(sentence), filled(sentence))),
      async ([one, other]) => {
        const [a, b] = await templatesOf([one, other])
        assert.equal(a, b)
      },
    ),
    { numRuns: 500 },
  ))

test('messages of other words have other templates', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(words, { minLength: 1, maxLength: 6 }),
      fc.array(words, { minLength: 1, maxLength: 6 }),
      async (one, other) => {
        const [a, b] = await templatesOf([one.join(' '), other.join(' ')])
        assert.equal(a === b, one.join(' ') === other.join(' '))
      },
    ),
    { numRuns: 200 },
  ))
