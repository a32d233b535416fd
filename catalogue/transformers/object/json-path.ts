import { FunctionExpressionType, JSONPathEnvironment, JSONPathRecursionLimitError, type FilterFunction } from 'json-p3'
import { z } from 'zod'
import { counted } from '@weft/kit/define/counted.ts'
import { compilePattern, patternProblem, type Pattern } from '@weft/kit/define/pattern.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { expressionIn } from './expression.ts'

const texts = defineMessages({
  long: {
    en: 'This JSONPath expression looks at too many parts of the value.',
    de: 'Dieser JSONPath-Ausdruck sieht sich zu viele Teile des Werts an.',
  },
  deep: {
    en: 'The value is nested more than {deepest} levels deep.',
    de: 'Der Wert ist mehr als {deepest} Ebenen tief verschachtelt.',
  },
})
/** Levels of a value an expression may go down. */
const deepest = 200
/** Parts of a value one expression may look at for one record. */
const most = 200_000

const environment = new JSONPathEnvironment({ maxRecursionDepth: deepest })
// The library's own run on the platform's backtracking; RE2 takes time that grows with the text.
environment.functionRegister.set(
  'match',
  matching((pattern) => `^(?:${pattern})$`),
)
environment.functionRegister.set(
  'search',
  matching((pattern) => pattern),
)

const expression = expressionIn('JSONPath', (text) => environment.compile(text))

/** RFC 9535: JSONPath, Query Expressions for JSON. */
export const jsonPath = defineTransformer({
  key: 'json_path',
  group: 'object',
  icon: 'IconJson',
  takes: ['any'],
  options: z.strictObject({ expression, result: z.enum(['first', 'all']).default('first') }),
  gives: ({ result }) => (result === 'all' ? 'list' : 'any'),
  apply: ({ expression, result }) => {
    const query = environment.compile(expression)
    return (value) => {
      const { cover, bare } = counted(most, () => refuse(texts.long()))
      const found = within(() => query.query(cover(value) as never).values())
      return result === 'all' ? found.map(bare) : found.length === 0 ? null : bare(found[0])
    }
  },
  labels: {
    title: { en: 'JSONPath', de: 'JSONPath' },
    help: {
      en: 'Takes out of an object or a list what a JSONPath expression such as $.lines[?@.qty > 1].sku finds.',
      de: 'Nimmt aus einem Objekt oder einer Liste, was ein JSONPath-Ausdruck wie $.lines[?@.qty > 1].sku findet.',
    },
    fields: {
      expression: { en: 'Expression', de: 'Ausdruck' },
      result: {
        label: { en: 'Result', de: 'Ergebnis' },
        options: {
          first: { en: 'The first that is found', de: 'Der erste Fund' },
          all: { en: 'All, as a list', de: 'Alle, als Liste' },
        },
      },
    },
  },
  examples: [
    {
      takes: [
        {
          lines: [
            { sku: 'a', qty: 1 },
            { sku: 'b', qty: 3 },
          ],
        },
      ],
      options: { expression: '$.lines[?@.qty > 1].sku' },
      gives: 'b',
    },
    {
      takes: [{ lines: [{ sku: 'a' }, { sku: 'b' }] }],
      options: { expression: '$..sku', result: 'all' },
      gives: ['a', 'b'],
    },
    { takes: [{ tags: ['red-1', 'blue'] }], options: { expression: '$.tags[?match(@, "red.*")]' }, gives: 'red-1' },
    { takes: [{ a: 1 }], options: { expression: '$.constructor' }, gives: null },
    { takes: [{ a: { b: [1] } }], options: { expression: '$.a' }, gives: { b: [1] } },
  ],
})

function within<T>(look: () => T): T {
  try {
    return look()
  } catch (error) {
    if (error instanceof JSONPathRecursionLimitError) return refuse(texts.deep({ deepest }))
    throw error
  }
}

function matching(around: (pattern: string) => string): FilterFunction {
  const known = new Map<string, Pattern | undefined>()
  const patternOf = (text: string) => {
    if (!known.has(text)) {
      if (known.size >= 100) known.clear()
      known.set(text, text.length > 500 || patternProblem(text) ? undefined : compilePattern(around(text)))
    }
    return known.get(text)
  }
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (value: unknown, pattern: unknown) =>
      typeof value === 'string' && typeof pattern === 'string' && (patternOf(pattern)?.test(value) ?? false),
  }
}
