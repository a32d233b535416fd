import type { Decimal } from 'decimal.js'
import { z } from 'zod'
import { compareValues, Exact, identityOf } from '@weft/kit/define/compare.ts'
import { named } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isMissing, refuse, shown, toDecimal } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { entryField } from './entries.ts'
import { fromField, newField, takenField } from './field-name.ts'

const texts = defineMessages({
  differs: {
    en: '“{field}” differs within a group: “{first}” and “{other}”.',
    de: '„{field}“ ist innerhalb einer Gruppe verschieden: „{first}“ und „{other}“.',
  },
})
const ways = ['same', 'first', 'last', 'sum', 'min', 'max', 'count', 'lines'] as const
type Way = (typeof ways)[number]
type Taken = { from: string; how: Way; fields: { to: string; from: string }[] }

/** `GROUP BY` of SQL with its aggregates, the groups in the order of their first rows; `lines` nests the rows as `JSON_ARRAYAGG` does. */
export const groupRows = defineTransformer({
  key: 'group_rows',
  group: 'list',
  icon: 'IconStackPush',
  takes: ['list'],
  takes_numbers: true,
  options: z.strictObject({
    by: z.array(z.string().min(1).max(200)).min(1).max(10),
    take: z
      .array(
        z.strictObject({
          to: newField,
          from: fromField,
          how: named(z.enum(ways).default('same'), 'How', 'Wie', {
            same: { en: 'must be the same', de: 'muss gleich sein' },
            first: { en: 'the first', de: 'der erste' },
            last: { en: 'the last', de: 'der letzte' },
            sum: { en: 'the sum', de: 'die Summe' },
            min: { en: 'the smallest', de: 'der kleinste' },
            max: { en: 'the largest', de: 'der größte' },
            count: { en: 'how many', de: 'wie viele' },
            lines: { en: 'all rows as lines', de: 'alle Zeilen als Positionen' },
          }),
          fields: named(z.array(takenField).max(50).default([]), 'Fields of the lines', 'Felder der Positionen'),
        }),
      )
      .min(1)
      .max(50),
  }),
  gives: 'list',
  apply:
    ({ by, take }) =>
    (list) => {
      const groups = Map.groupBy(list, (entry) =>
        JSON.stringify(by.map((field) => identityOf(entryField(entry, field)))),
      )
      return [...groups.values()].map((rows) =>
        Object.fromEntries(take.map(({ to, ...taken }) => [to, valueOf(rows, taken)])),
      )
    },
  labels: {
    title: { en: 'Rows to headers with lines', de: 'Zeilen zu Köpfen mit Positionen' },
    help: {
      en: 'Makes one entry of all rows with the same values: with their sum, the first of them, or all of them as lines below it.',
      de: 'Macht aus allen Zeilen mit denselben Werten einen Eintrag: mit ihrer Summe, der ersten von ihnen oder allen als Positionen darunter.',
    },
    fields: { by: { en: 'By the fields', de: 'Nach den Feldern' }, take: { en: 'Fields', de: 'Felder' } },
  },
  examples: [
    {
      takes: [
        [
          { order: 7, customer: 'A', sku: 'x', price: '0.10' },
          { order: 8, customer: 'B', sku: 'y', price: '5' },
          { order: '7', customer: 'A', sku: 'z', price: '0.20' },
        ],
      ],
      options: {
        by: ['order'],
        take: [
          { to: 'number', from: 'order', how: 'first' },
          { to: 'customer', from: 'customer' },
          { to: 'total', from: 'price', how: 'sum' },
          { to: 'lines', how: 'lines', fields: [{ to: 'article', from: 'sku' }] },
        ],
      },
      gives: [
        { number: 7, customer: 'A', total: '0.3', lines: [{ article: 'x' }, { article: 'z' }] },
        { number: 8, customer: 'B', total: '5', lines: [{ article: 'y' }] },
      ],
    },
    {
      takes: [[{ sku: 'a', qty: 4 }, { sku: 'a', qty: 12 }, { sku: 'a' }]],
      options: {
        by: ['sku'],
        take: [
          { to: 'most', from: 'qty', how: 'max' },
          { to: 'least', from: 'qty', how: 'min' },
          { to: 'rows', how: 'count' },
        ],
      },
      gives: [{ most: 12, least: 4, rows: 3 }],
    },
    {
      takes: [
        [
          { order: 7, customer: 'A' },
          { order: 7, customer: 'B' },
        ],
      ],
      options: { by: ['order'], take: [{ to: 'customer', from: 'customer' }] },
      refuses: '“customer” differs within a group: “A” and “B”.',
    },
    { takes: [[]], options: { by: ['order'], take: [{ to: 'n', how: 'count' }] }, gives: [] },
  ],
})

function valueOf(rows: readonly unknown[], { from, how, fields }: Taken): unknown {
  if (how === 'count') return rows.length
  if (how === 'lines') return rows.map((row) => (fields.length === 0 ? row : picked(row, fields)))
  const values = rows.map((row) => entryField(row, from))
  const there = values.filter((value) => !isMissing(value))
  switch (how) {
    case 'first':
      return values[0]
    case 'last':
      return values.at(-1)
    case 'sum':
      return there.reduce((sum: Decimal, value) => sum.plus(toDecimal(value)), new Exact(0)).toFixed()
    case 'min':
    case 'max':
      return there.toSorted(compareValues).at(how === 'min' ? 0 : -1) ?? null
    case 'same':
      return sameOf(from, there)
  }
}

const picked = (row: unknown, fields: Taken['fields']) =>
  Object.fromEntries(fields.map(({ to, from }) => [to, entryField(row, from)]))

function sameOf(field: string, values: readonly unknown[]): unknown {
  const [first] = values
  const other = values.find((value) => identityOf(value) !== identityOf(first))
  return other === undefined
    ? (first ?? null)
    : refuse(texts.differs({ field, first: shown(first), other: shown(other) }))
}
