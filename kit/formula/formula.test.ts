import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { say } from '../messages/messages.ts'
import { operators, repaired, type Formula } from './formula.ts'
import { parseFormula } from './parse.ts'
import { printFormula } from './print.ts'

/** A tree without places. */
const bare = (tree: Formula): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (['from', 'to', 'at'].includes(key) ? undefined : value)))
const printed = (text: string) => printFormula(parseFormula(text).tree)
const told = (text: string) =>
  parseFormula(text).problems.map(({ code, from, to, message }) => [code, text.slice(from, to), say(message, 'en')])
const mended = (text: string) => {
  const [problem] = parseFormula(text).problems
  return problem!.repairs.map((repair) => repaired(text, repair))
}

test('what binds more strongly is computed first, and brackets are written only where they are needed', () => {
  assert.equal(printed('quantity*price * (1 - discount / 100)'), 'quantity * price * (1 - discount / 100)')
  assert.equal(printed('((a)) + (b * c)'), 'a + b * c')
  assert.equal(printed('a - (b - c) - d'), 'a - (b - c) - d')
  assert.equal(printed('(a + b) × c ÷ d'), '(a + b) * c / d')
  assert.equal(printed('not a = b and c ≥ 3 or d'), 'not a = b and c >= 3 or d')
  assert.equal(printed('-a * -(b + 1) - -2'), '-a * -(b + 1) - -2')
  assert.equal(printed('"AU-" & upper( lines.sku )'), '"AU-" & upper(lines.sku)')
  assert.equal(printed('round(a / b; decimals: 1)'), 'round(a / b, decimals: 1)')
  assert.equal(
    printed('value_map(a, [{from: "x", to: "y"}], default: null)'),
    'value_map(a, [{from: "x", to: "y"}], default: null)',
  )
  assert.equal(printed('`not` & `order no`'), '`not` & `order no`')
  assert.equal(printed('"a \\"quoted\\" word\\n"'), '"a \\"quoted\\" word\\n"')
})

test('what is wrong is said with its place, and mended by what is offered', () => {
  assert.deepEqual(told('round(sum(lines.price'), [['open', 'e', '2 brackets still open']])
  assert.deepEqual(mended('round(sum(lines.price'), ['round(sum(lines.price))'])
  assert.deepEqual(mended('a * (1 + b'), ['a * (1 + b)'])
  assert.deepEqual(told('a +'), [['missing', '+', 'a value is missing here']])
  assert.deepEqual(told(''), [['missing', '', 'a value is missing here']])
  assert.deepEqual(
    told('a * (1 +').map(([code]) => code),
    ['missing', 'open'],
  )
  assert.deepEqual(told('a)'), [['extra', ')', 'No bracket is open for this one.']])
  assert.deepEqual(mended('a)'), ['a'])
  assert.deepEqual(mended('price * 1,19'), ['price * 1.19'])
  assert.deepEqual(mended('"AU-'), ['"AU-"'])
  assert.deepEqual(told('price quantity'), [
    ['operator', 'quantity', 'Between “price” and “quantity” an operator such as + or & is missing.'],
  ])
  assert.deepEqual(mended('price ? 2'), ['price  2'])
  assert.equal(told('('.repeat(60))[0]![0], 'deep')
  assert.equal(told('a'.repeat(2_001))[0]![0], 'long')
  assert.equal(say(parseFormula('f((a').problems[0]!.message, 'de'), '2 Klammern noch offen')
})

const nowhere = { from: 0, to: 0 }
const name = fc.constantFrom('price', 'lines.qty', 'Straße', 'not', 'order no', '_x1')
const leaf: fc.Arbitrary<Formula> = fc.oneof(
  fc.nat().map((value): Formula => ({ is: 'number', value: String(value), ...nowhere })),
  fc.constantFrom('0.1', '12.50', '-3', '-0.5').map((value): Formula => ({ is: 'number', value, ...nowhere })),
  fc.string({ maxLength: 8 }).map((value): Formula => ({ is: 'text', value, ...nowhere })),
  fc.boolean().map((value): Formula => ({ is: 'truth', value, ...nowhere })),
  fc.constant<Formula>({ is: 'nothing', ...nowhere }),
  name.map((one): Formula => ({ is: 'name', name: one, ...nowhere })),
)
const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc
      .record({ operator: fc.constantFrom(...operators), left: tie('formula'), right: tie('formula') })
      .map((one): Formula => ({ is: 'pair', ...one, ...nowhere })),
    tie('formula').map((of): Formula => {
      // The sign of a number is part of it.
      const isNumber = of.is === 'number' && !of.value.startsWith('-')
      return isNumber ? { ...of, value: `-${of.value}` } : { is: 'negative', of, ...nowhere }
    }),
    fc
      .record({
        name: fc.constantFrom('round', 'if', 'sum'),
        inputs: fc.array(tie('formula'), { maxLength: 3 }),
        settings: fc.array(
          fc
            .record({ name: fc.constantFrom('decimals', 'a b', 'x'), value: tie('formula') })
            .map((one) => ({ ...one, ...nowhere })),
          { maxLength: 2 },
        ),
      })
      .map((one): Formula => ({ is: 'call', ...one, at: nowhere, ...nowhere })),
    tie('formula').map((of): Formula => ({
      is: 'call',
      name: 'not',
      at: nowhere,
      inputs: [of],
      settings: [],
      ...nowhere,
    })),
    fc.array(tie('formula'), { maxLength: 3 }).map((of): Formula => ({ is: 'list', of, ...nowhere })),
  ),
}))

test('whatever a formula is, its text reads as the same formula', () => {
  fc.assert(
    fc.property(formula, (tree) => {
      const text = printFormula(tree)
      if (text.length > 2_000) return
      const read = parseFormula(text)
      assert.deepEqual(read.problems, [], text)
      assert.deepEqual(bare(read.tree), bare(tree), text)
    }),
    { numRuns: 3_000 },
  )
})

test('any text at all is read or told about, with places inside it, and mending never fails', () => {
  const piece = fc.constantFrom(
    'a',
    '1',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '+',
    '-',
    '"',
    '`',
    'not',
    'and',
    ' ',
    '?',
    '\\',
    'f(',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
      ),
      (text) => {
        const { tree, problems } = parseFormula(text)
        if (problems.length === 0) assert.deepEqual(parseFormula(printFormula(tree)).problems, [], text)
        for (const { from, to, repairs } of problems) {
          assert.ok(0 <= from && from <= to && to <= text.length, text)
          for (const repair of repairs) parseFormula(repaired(text, repair))
        }
      },
    ),
    { numRuns: 5_000 },
  )
})
