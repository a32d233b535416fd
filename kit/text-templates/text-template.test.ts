import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderText } from '../define/render.ts'
import { filterNames, parseTemplate, TemplateError, type Values } from '../define/template.ts'
import { WeftError } from '../errors/errors.ts'
import type { TemplateKind } from './kinds.ts'
import { givenNames, unknownIn, unknownUse, type Given } from './given.ts'
import { parseTextTemplate } from './text-template.ts'

const order = {
  number: 4711,
  customer: 'Müller & Söhne',
  language: 'de',
  total: '1234.50',
  note: '',
  lines: [
    { sku: 'A-1', name: 'Schraube "M4"', quantity: 10, price: '0.10' },
    { sku: 'B-2', name: 'Mutter <M4>', quantity: 2, price: '1200' },
  ],
  odd: { 'a key': 1 },
}
const rendered = (text: string, values: Values = order, kind: TemplateKind = 'text') =>
  parseTextTemplate(kind, text).render(values)

test('loops, conditions and filters write a text, and count exactly', () => {
  assert.equal(
    rendered(
      `{% assign sum = 0 -%}
{% for line in lines -%}
{{ forloop.index }}. {{ line.name }}: {{ line.quantity | times: line.price | number: 2 }} EUR
{% assign part = line.quantity | times: line.price %}{% assign sum = sum | plus: part -%}
{% endfor -%}
{% if language == "de" %}Summe{% else %}Sum{% endif %} {{ sum | number }}
{%- unless note %} (ohne Hinweis){% endunless %}
{%- if total > 999 %} viel{% endif %}
{%- case number %}{% when 4711 %} Duft{% endcase %}`,
    ),
    '1. Schraube "M4": 1,00 EUR\n2. Mutter <M4>: 2.400,00 EUR\nSumme 2.401,00 (ohne Hinweis) viel Duft',
  )
})

test('values are escaped as the kind of the text says, unless raw is written', () => {
  const shown: [TemplateKind, string, string][] = [
    ['html', '<b>{{ lines[1].name }}</b>{{ lines[1].name | raw }}', '<b>Mutter &#60;M4&#62;</b>Mutter <M4>'],
    ['html', '{{ customer | html }} {{ customer }}', 'Müller &#38; Söhne Müller &#38; Söhne'],
    ['xml', '<n a="{{ lines[0].name }}"/>', '<n a="Schraube &#34;M4&#34;"/>'],
    [
      'json',
      '{"n": "{{ lines[0].name }}", "q": {{ lines[0].quantity }}, "l": {{ odd | json }}}',
      '{"n": "Schraube \\"M4\\"", "q": 10, "l": {"a key":1}}',
    ],
    ['csv', '{{ lines[0].name }};{{ number }}', '"Schraube ""M4""";4711'],
    ['text', '{{ lines[1].name }}', 'Mutter <M4>'],
    ['mail', '{{ customer }}', 'Müller & Söhne'],
  ]
  for (const [kind, text, expected] of shown) assert.equal(rendered(text, order, kind), expected, text)
  assert.throws(() => rendered('{"a": {{ note }}}', order, 'json'), { code: 'TEXT_TEMPLATE_JSON' })
})

test('what a text speaks of is known with its place, but for what it makes itself', () => {
  const { uses } = parseTextTemplate(
    'text',
    'Hi {{ customer }}{% for line in lines %}{{ line.sku }}{{ forloop.index }}{% if line.a == b[c].d or e contains "x" %}{% endif %}{% endfor %}{% assign x = f | plus: g %}{{ x | default: h }}',
  )
  assert.deepEqual(
    uses.map(({ name, path, from }) => [name, path, from]),
    [
      ['customer', [], ['customer']],
      ['lines', [], ['lines']],
      ['line', ['sku'], ['lines', null]],
      ['line', ['a'], ['lines', null]],
      ['b', [null, 'd'], ['b']],
      ['c', [], ['c']],
      ['e', [], ['e']],
      ['f', [], ['f']],
      ['g', [], ['g']],
      ['h', [], ['h']],
    ],
  )
  assert.equal(uses[0]!.at, 3)
  assert.equal(
    new WeftError(422, 'X', unknownUse('custmer', ['customer', 'total'])).answer('de').message,
    'Es gibt keinen Wert namens „custmer“. Meinten Sie „customer“?',
  )
})

test('unknown names are found as deep as is known what is inside, also in what loops go through', () => {
  const given: Given[] = [
    { name: 'customer', is: 'object', fields: [{ name: 'city', is: 'value' }, ...givenNames(['extra'])] },
    {
      name: 'lines',
      is: 'list',
      fields: [
        { name: 'sku', is: 'value' },
        { name: 'parts', is: 'list', fields: [{ name: 'part_number', is: 'value' }] },
      ],
    },
    { name: 'tags', is: 'list' },
    { name: 'total', is: 'value' },
  ]
  const unknown = (text: string) =>
    unknownIn(parseTextTemplate('text', text).uses, given).map(
      ({ message, at }) => `${at} ${new WeftError(422, 'X', message).answer('en').message}`,
    )
  const wrong: [string, string[]][] = [
    ['{{ customer.city }}{{ customer.extra.any.thing }}{{ record.customer.city }}{{ job.id }}{{ now }}', []],
    ['{{ customer.ctiy }}', ['0 There is no value called "customer.ctiy". Did you mean "customer.city"?']],
    ['{{ record.nothing }}', ['0 There is no value called "record.nothing".']],
    ['{{ total.net }}', ['0 There is no value called "total.net".']],
    ['{% for line in lines %}{{ line.sku }}{{ forloop.index }}{% endfor %}{{ tags[0].any }}', []],
    [
      '{% for line in lines %}{{ line.skuu }}{% endfor %}',
      ['23 There is no value called "line.skuu". Did you mean "line.sku"?'],
    ],
    [
      '{% for line in lines %}{% for part in line.parts %}{{ part.part_nunber | upper }}{% endfor %}{% endfor %}',
      ['51 There is no value called "part.part_nunber". Did you mean "part.part_number"?'],
    ],
    [
      '{% for line in lines %}{% for part in line.prats %}{{ part.x }}{% endfor %}{% endfor %}',
      ['38 There is no value called "line.prats". Did you mean "line.parts"?'],
    ],
    ['{{ lines.sku }}', ['0 There is no value called "lines.sku".']],
    [
      '{{ lines[0].sku }}{{ lines[0]["skv"] }}',
      ['18 There is no value called "lines[0].skv". Did you mean "lines[0].sku"?'],
    ],
    ['{% if lines.size > 1 and lines.first.sku %}{% endif %}{{ lines.length }}', []],
    ['{{ lines.size }}', ['0 There is no value called "lines.size".']],
    [
      '{% assign one = lines[0] %}{{ one.sku }}{{ one.skq }}',
      ['40 There is no value called "one.skq". Did you mean "one.sku"?'],
    ],
    ['{% assign one = lines | first %}{{ one.skq }}', []],
    ['{% assign x = customer %}{% if total %}{% assign x = lines[0] %}{% endif %}{{ x.sku }}', []],
    [
      '{% if lines[total].skq %}{% endif %}',
      ['6 There is no value called "lines[…].skq". Did you mean "lines[…].sku"?'],
    ],
  ]
  for (const [text, expected] of wrong) assert.deepEqual(unknown(text), expected, text)
})

test('configuration values stand in stored texts by their names, and one that is not there is an error', () => {
  const text = parseTextTemplate(
    'html',
    '{{ config.shop.name | upper }} {{ config.shop.name }}{% if config.greet == "yes" %} {{ note | default: config.hello }}{% endif %}',
  )
  assert.deepEqual(text.configuration, ['shop.name', 'greet', 'hello'])
  const values = new Map([
    ['shop.name', 'A & B'],
    ['greet', 'yes'],
    ['hello', '{{ note }}'],
  ])
  assert.equal(text.render({ note: '' }, values), 'A &#38; B A &#38; B {{ note }}')
  assert.throws(() => text.render({}, new Map([['greet', 'yes']])), {
    code: 'CONFIG_VALUE_UNKNOWN',
    message:
      'There is no configuration value called "shop.name" in this project, or it is a secret, which text templates do not read.',
  })
})

test('a mistake is told with its place, in both languages', () => {
  const wrong: [string, number, string][] = [
    ['ab {% if x %}', 3, 'Zeichen 4: „{% if x %}“ hat kein Ende.'],
    [
      '{% include "a" %}',
      0,
      'Zeichen 1: Die Anweisung „include“ gibt es nicht. Es gibt if, unless, case, for, break, continue, assign, cycle, comment, elsif, else, endif, endunless, when, endcase, endfor, endcomment.',
    ],
    ['{% assign a = b | size %}', 0, 'Zeichen 1: Den Filter „size“ gibt es nicht.'],
    ['x{% for line lines %}{% endfor %}', 1, 'Zeichen 2: Das ist nicht lesbar: {% for line lines %}'],
    ['{{ a', 0, 'Zeichen 1: „{{“ wird nie durch „}}“ geschlossen.'],
    ['x {% if', 2, 'Zeichen 3: „{%“ wird nie durch „%}“ geschlossen.'],
    ['{% if a %}{{ b + c }}{% endif %}', 12, 'Zeichen 13: „b + c“ ist weder ein Feld noch ein Wert.'],
  ]
  for (const [text, at, message] of wrong)
    assert.throws(
      () => parseTextTemplate('text', text),
      (error) => {
        assert.ok(error instanceof TemplateError, String(error))
        assert.deepEqual([error.answer('de').message, error.at], [message, at])
        return true
      },
      text,
    )
})

test('hostile texts end with a sentence', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => i)
  const hostile: [string, Values, string][] = [
    [
      '{% for a in l %}{% for b in l %}{% for c in l %}{% for d in l %}{% endfor %}{% endfor %}{% endfor %}{% endfor %}',
      { l: many },
      'TEXT_TEMPLATE_SLOW',
    ],
    ['{% for a in (1..1000000000) %}{% endfor %}', {}, 'TEXT_TEMPLATE_MEMORY'],
    [
      '{% for a in l %}{% for b in l %}{{ t }}{% endfor %}{% endfor %}',
      { l: many, t: 'x'.repeat(1_000) },
      'TEMPLATE_TOO_LARGE',
    ],
    [`{% assign a = t${' | replace: "a", t'.repeat(5)} %}{{ a }}`, { t: 'a'.repeat(1_000) }, 'TEMPLATE_TOO_LARGE'],
    ['{{ l | divided_by: 0 }}', { l: 1 }, 'TEMPLATE_VALUE'],
  ]
  for (const [text, values, code] of hostile)
    assert.throws(
      () => rendered(text, values),
      (error) => error instanceof WeftError && error.code === code,
      text,
    )
  for (const text of [
    '{% if constructor %}a{% endif %}{{ constructor }}',
    '{% if customer.constructor %}a{% endif %}{{ customer.__proto__.x }}',
    '{% assign a = lines.constructor.constructor %}{{ a }}',
    '{% for a in __proto__ %}{{ a }}{% endfor %}',
    '{% if toString %}a{% endif %}{{ odd.hasOwnProperty }}',
  ])
    assert.equal(rendered(text), '', text)
  assert.throws(() => parseTextTemplate('text', '{% if a %}'.repeat(15_000)), WeftError)
  assert.throws(() => parseTextTemplate('text', 'x'.repeat(200_001)), TemplateError)
})

const name = fc.constantFrom(
  'number',
  'customer',
  'total',
  'note',
  'lines[0].sku',
  'odd["a key"]',
  '["odd"]',
  'missing',
  '"a}}b"',
  "'x\\n'",
  '-1.5',
  'true',
  'null',
  'größe',
  'a-',
  '$x',
)
const filter = fc.tuple(
  fc.constantFrom(...filterNames),
  fc.array(fc.oneof(name, fc.constantFrom('2', '"en"', '"UTC"', '"|"')), { maxLength: 2 }),
)
const value = fc
  .tuple(name, fc.array(filter, { maxLength: 3 }), fc.constantFrom('', ' ', '\n'))
  .map(
    ([path, filters, gap]) =>
      `{{${gap}${path}${filters.map(([one, given]) => ` | ${one}${given.length > 0 ? `: ${given.join(', ')}` : ''}`).join('')}${gap}}}`,
  )
const plain = fc.oneof(fc.string(), fc.constantFrom('{', '}', '}}', '%}', '<b>', ' \n ', '"', "'", '\\', '{ {'))
const outcome = (write: () => string) => {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof WeftError)) throw error
    return { refused: error.code }
  }
}

test('a text without tags says the same, byte for byte, as it always has', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, value), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      fc.pre(!text.includes('{%'))
      const values = { ...order, größe: 7, 'a-': 'hyphen', $x: 'dollar' }
      assert.deepEqual(
        outcome(() => rendered(text, values)),
        outcome(() => renderText(parseTemplate(text), values)),
      )
    }),
    { numRuns: 4_000 },
  )
})

test('whatever is typed, it is written or refused with a sentence', () => {
  const tag = fc.constantFrom(
    '{% if total %}',
    '{% endif %}',
    '{% else %}',
    '{% for a in lines %}',
    '{% endfor %}',
    '{%',
    '%}',
    '{%- assign a = number | plus: 1 -%}',
    '{% case a %}',
    '{% when 1 %}',
    '{% cycle 1, 2 %}',
    '{% comment %}',
    '{% endcomment %}',
    '{% constructor %}',
    '{% break %}',
    '{% if a contains lines and (b) %}',
    '{% %}',
    '{% if %}',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(plain, value, tag), { maxLength: 15 }),
      fc.constantFrom('text', 'html', 'csv', 'xml', 'json'),
      (parts, kind) => {
        assert.ok(outcome(() => rendered(parts.join(''), order, kind as TemplateKind)) !== undefined)
      },
    ),
    { numRuns: 3_000 },
  )
})
