import { z } from 'zod'
import { defineTransformer, type Moment } from '@weft/kit/define/transformer.ts'
import { refuse, Refused } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import library from 'jsonata'
import { expressionIn, refuseExpression } from './expression.ts'
import { linearRegExp } from '@weft/kit/define/linear-reg-exp.ts'

const texts = defineMessages({
  long: {
    en: 'This JSONata expression takes too many steps for one value.',
    de: 'Dieser JSONata-Ausdruck braucht für einen Wert zu viele Schritte.',
  },
  deep: {
    en: 'This JSONata expression calls itself more than {deepest} levels deep.',
    de: 'Dieser JSONata-Ausdruck ruft sich mehr als {deepest} Ebenen tief selbst auf.',
  },
  large: {
    en: 'This JSONata expression makes a text of more than {longest, number} characters.',
    de: 'Dieser JSONata-Ausdruck macht einen Text von mehr als {longest, number} Zeichen.',
  },
  inexact: {
    en: 'JSONata computes with at most 15 digits, and {value} has more. Take a formula for it.',
    de: 'JSONata rechnet mit höchstens 15 Stellen, und {value} hat mehr. Nehmen Sie dafür eine Formel.',
  },
  random: {
    en: 'Random values are not available: the same record has to give the same result when a run is repeated.',
    de: 'Zufallswerte stehen nicht zur Verfügung: Derselbe Datensatz muss bei einer Wiederholung dasselbe ergeben.',
  },
  function: {
    en: 'The expression gives a function and no value.',
    de: 'Der Ausdruck ergibt eine Funktion und keinen Wert.',
  },
})
/** Steps one expression may take for one record, and levels it may call itself. */
const most = 200_000
const deepest = 300
/** Characters `$pad` may bring a text to. */
const longest = 1_000_000

/** Characters its regular expressions may look through for one record. */
const mostLookedAt = 5_000_000
let looked = 0
/** The library keeps one for all expressions. */
const RegexEngine = linearRegExp((characters) => {
  looked += characters
  if (looked > mostLookedAt) refuse(texts.long())
})
// Its types leave out that it takes options.
const parse = library as (text: string, options: object) => ReturnType<typeof library>
const compile = (text: string) => parse(text, { RegexEngine })

const expression = expressionIn('JSONata', (text) => {
  try {
    compile(text)
  } catch (error) {
    throw new Error(reasonOf(error))
  }
})

/**
 * JSONata 1.8, https://docs.jsonata.org, whose line is kept and evaluates at once; since 2.0 the library answers by promises, and what
 * previews a mapping in the browser does not wait. Bounded by the hooks its author describes: https://docs.jsonata.org/embedding-extending
 */
export const jsonata = defineTransformer({
  key: 'jsonata',
  group: 'object',
  icon: 'IconBraces',
  takes: ['any'],
  options: z.strictObject({ expression: expression.meta({ input: 'longText' }) }),
  gives: () => 'any',
  apply: ({ expression }, moment) => bounded(expression, moment),
  labels: {
    title: { en: 'JSONata', de: 'JSONata' },
    help: {
      en: 'Takes out of an object or a list, or makes of it, what a JSONata expression such as $sum(lines.(qty * price)) says. Amounts of money are computed exactly by a formula.',
      de: 'Nimmt aus einem Objekt oder einer Liste oder macht daraus, was ein JSONata-Ausdruck wie $sum(lines.(qty * price)) sagt. Geldbeträge rechnet eine Formel genau.',
    },
    fields: { expression: { en: 'Expression', de: 'Ausdruck' } },
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
      options: { expression: 'lines[qty > 1].sku' },
      gives: 'b',
    },
    {
      takes: [
        {
          lines: [
            { sku: 'a', qty: 2, price: 1.5 },
            { sku: 'b', qty: 3, price: 2 },
          ],
        },
      ],
      options: { expression: '$sum(lines.(qty * price))' },
      gives: 9,
    },
    {
      takes: [{ first: 'Anke', last: 'Petersen' }],
      options: { expression: '{ "name": $uppercase(last) & ", " & first }' },
      gives: { name: 'PETERSEN, Anke' },
    },
    { takes: [{ tags: ['red-1', 'blue'] }], options: { expression: 'tags[$match($, /red-(\\d)/)]' }, gives: 'red-1' },
    { takes: [{ a: [1, 2, 3] }], options: { expression: 'a.($ * 2)' }, gives: [2, 4, 6] },
    { takes: [{ a: 1 }], options: { expression: 'b.c' }, gives: null },
    {
      takes: [1],
      options: { expression: '($f := function($n) { $f($n + 1) + 1 }; $f(0))' },
      refuses: 'This JSONata expression calls itself more than 300 levels deep.',
    },
    {
      takes: [1],
      options: { expression: '$count([1..1000000].($ * 2))' },
      refuses: 'This JSONata expression takes too many steps for one value.',
    },
    {
      takes: ['a'],
      options: { expression: '$pad($, 100000000)' },
      refuses: 'This JSONata expression makes a text of more than 1,000,000 characters.',
    },
    {
      takes: [{ a: 123456789 }],
      options: { expression: 'a * a' },
      refuses: 'JSONata computes with at most 15 digits, and 15241578750190520 has more. Take a formula for it.',
    },
    {
      takes: [1],
      options: { expression: '$random()' },
      refuses: 'Random values are not available: the same record has to give the same result when a run is repeated.',
    },
    {
      takes: [{ a: 'x' }],
      options: { expression: '$number(a)' },
      refuses: 'This JSONata expression cannot be used: Unable to cast value to a number: "x"',
    },
  ],
})

function bounded(text: string, { now }: Moment) {
  const compiled = compile(text)
  let [left, depth] = [0, 0]
  compiled.assign('__evaluate_entry', () => {
    if (left-- <= 0) refuse(texts.long())
    if (++depth > deepest) refuse(texts.deep({ deepest }))
  })
  compiled.assign('__evaluate_exit', () => void depth--)
  compiled.registerFunction('now', () => now.toISOString(), '<:s>')
  compiled.registerFunction('millis', () => now.getTime(), '<:n>')
  compiled.registerFunction('random', () => refuse(texts.random()), '<:n>')
  compiled.registerFunction('shuffle', () => refuse(texts.random()), '<a:a>')
  compiled.registerFunction('pad', padded, '<s-ns?:s>')
  return (value: unknown): unknown => {
    ;[left, depth, looked] = [most, 0, 0]
    try {
      return plainOf(compiled.evaluate(value))
    } catch (error) {
      if (error instanceof Refused) throw error
      return refuseExpression('JSONata', new Error(reasonOf(error)))
    }
  }
}

/** As the library's own, which would make a text as long as it is told. */
function padded(text: string | undefined, width: number, by = ' ') {
  if (text === undefined) return undefined
  if (Math.abs(width) > longest) refuse(texts.large({ longest }))
  return width < 0 ? text.padStart(-width, by) : text.padEnd(width, by)
}

/** A value as records have it: what the library hangs onto its lists is left behind. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'function') return refuse(texts.function())
  if (typeof value === 'number') {
    const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
    return isExact ? value : refuse(texts.inexact({ value: String(value) }))
  }
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value !== 'object' || value === null) return value ?? null
  if ('_jsonata_function' in value || '_jsonata_lambda' in value) return refuse(texts.function())
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainOf(one)]))
}

/** The library throws objects of its own, and the platform errors where something is too large. */
const reasonOf = (error: unknown) => String((error as { message?: unknown }).message ?? error)
