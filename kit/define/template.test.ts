import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { WeftError } from '../errors/errors.ts'
import { renderText, renderValue } from './render.ts'
import { templateNames, parseTemplate, template, TemplateError, unknownNames } from './template.ts'

const values = {
  order: { number: 7, lines: [{ sku: 'A-1' }, { sku: 'B-2' }], total: '1234567.895' },
  name: 'Müller & Söhne',
  'odd key': 'x',
  day: '2026-11-21',
  now: new Date('2026-11-20T23:30:00Z'),
  job: { parameters: { country: 'DE' } },
}
const shown: [string, string][] = [
  ['plain text', 'plain text'],
  ['Order {{ order.number | pad: 6 }}', 'Order 000007'],
  ['{{order.lines[1].sku}}', 'B-2'],
  ['{{ ["odd key"] }}', 'x'],
  ['{{ order.total | number }}', '1.234.567,90'],
  ['{{ order.total | number: 1, "en" }}', '1,234,567.9'],
  ['{{ order.total | round: 2 }}', '1234567.9'],
  ['{{ now | date: "dd.MM.yyyy HH:mm" }}', '21.11.2026 00:30'],
  ['{{ now | date: "HH:mm", "UTC" }}', '23:30'],
  ['{{ day | date: "d. MMMM" }}', '21. November'],
  ['{{ missing | default: "none" }}', 'none'],
  ['{{ missing }}', ''],
  ['{{ name | url }}', 'M%C3%BCller%20%26%20S%C3%B6hne'],
  ['{{ name | html }}', 'Müller &#38; Söhne'],
  ['{{ "../../etc/passwd" | file_name }}', '__.._etc_passwd'],
  ['{{ "}} | {{" | lower }}', '}} | {{'],
  ['{{ order.lines | length }} lines for {{ job.parameters.country }}', '2 lines for DE'],
  ['{{ order.lines }}', '[{"sku":"A-1"},{"sku":"B-2"}]'],
  ['{{ name | replace: "Müller", "$&" }}', '$& & Söhne'],
  ['{ not {one}', '{ not {one}'],
]
for (const [text, expected] of shown)
  test(`${text} reads ${expected}`, () => assert.equal(renderText(parseTemplate(text), values), expected))

test('a single expression keeps the kind of its value', () => {
  assert.equal(renderValue(parseTemplate('{{ order.number }}'), values), 7)
  assert.deepEqual(renderValue(parseTemplate('{{ order.lines }}'), values), [{ sku: 'A-1' }, { sku: 'B-2' }])
  assert.equal(renderValue(parseTemplate(' {{ order.number }}'), values), ' 7')
})

test('a mistake is told with its place', () => {
  const wrong: [string, number, RegExp][] = [
    ['abc {{ x', 4, /never closed/],
    ['{{ }}', 2, /missing/],
    ['{{ a + b }}', 2, /no field/],
    ['{{ a | shout }}', 6, /no filter "shout"/],
    ['{{ a.b( }}', 2, /no field/],
  ]
  for (const [text, at, message] of wrong)
    assert.throws(
      () => parseTemplate(text),
      (error) => error instanceof TemplateError && error.at === at && message.test(error.message),
      text,
    )
  assert.match(template.safeParse('{{ a | shout }}').error!.issues[0]!.message, /no filter/)
})

test('a filter that cannot use a value says so to the user', () => {
  assert.throws(() => renderText(parseTemplate('{{ name | number }}'), values), /cannot use the value Müller/)
})

test('inherited properties are no values', () => {
  for (const text of [
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ name.constructor }}',
    '{{ order.toString }}',
    '{{ order.__proto__.x }}',
  ])
    assert.equal(renderText(parseTemplate(text), values), '')
})

test('unknown names are found', () => {
  const parsed = parseTemplate('{{ order.x }} {{ nobody.y | default: other }}')
  assert.deepEqual(templateNames(parsed), ['order', 'nobody', 'other'])
  assert.deepEqual(
    unknownNames(parsed, new Set(['order'])).map((message) => message.values),
    [{ name: 'nobody' }, { name: 'other' }],
  )
})

test('whatever is typed, it is read or refused with a message, in linear time', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('{{', '}}', '|', ':', '"', "'", '\\', '.', '[', ']', 'order', 'date', 'number', ',', ' '),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(pieces, (list) => {
      try {
        assert.equal(typeof renderText(parseTemplate(list.join('')), values), 'string')
      } catch (error) {
        if (!(error instanceof WeftError)) throw error
      }
    }),
    { numRuns: 3_000 },
  )
  assert.throws(() => parseTemplate(`{{ ${'a'.repeat(100_000)}${'[0'.repeat(50_000)}`))
})

test('filters that make a text many times as long are refused with the limit, at once', () => {
  const longer = `{{ text${` | replace: "a", "${'a'.repeat(1_000)}"`.repeat(3)} }}`
  const join = `{{ list | join: "${'x'.repeat(10_000)}" }}`
  const often = '{{ text }}'.repeat(10)
  for (const [source, given] of [
    [longer, { text: 'aa' }],
    [join, { list: Array(100_000).fill('a') }],
    [often, { text: 'a'.repeat(1_000_000) }],
  ] as const)
    assert.throws(
      () => renderText(parseTemplate(source), given),
      (error: WeftError) => {
        assert.deepEqual(
          [error.code, error.answer('de').message],
          [
            'TEMPLATE_TOO_LARGE',
            'Der Text wäre länger als 4.194.304 Zeichen. Suchen Sie nach Filtern, die ihn um ein Vielfaches verlängern.',
          ],
        )
        return true
      },
    )
})
