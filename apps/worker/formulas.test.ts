import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { transformers as all } from '@weft/catalogue/transformers/all.ts'
import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { emitted, compileMapping } from '@weft/engine/mapping/compile.ts'
import { evaluatorFor } from '@weft/engine/mapping/emit/evaluate.ts'
import { runnerFor } from '@weft/engine/mapping/runner.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { foldBoxes } from '@weft/kit/formula/fold.ts'
import { repaired } from '@weft/kit/formula/formula.ts'
import { functionsOf } from '@weft/kit/formula/functions.ts'
import { parseFormula } from '@weft/kit/formula/parse.ts'
import { printFormula } from '@weft/kit/formula/print.ts'
import { unfoldFormula } from '@weft/kit/formula/unfold.ts'
import { say } from '@weft/kit/messages/messages.ts'

const transformers = new Map(all.map((one) => [one.key, one]))
const functions = functionsOf(all)
const source = {
  id: 'shop',
  label: 'Shop',
  fields: [
    aField('order_no'),
    aField('customer'),
    aField('paid', 'boolean'),
    aField('quantity', 'integer'),
    aField('price', 'decimal'),
    aField('discount', 'decimal'),
    aField('lines', 'list', { fields: [aField('sku'), aField('qty', 'integer'), aField('price', 'decimal')] }),
  ],
}
const target = {
  id: 'sales',
  label: 'Sales',
  fields: [
    aField('number'),
    aField('net', 'decimal'),
    aField('count', 'integer'),
    aField('open', 'boolean'),
    aField('items', 'list', { fields: [aField('material'), aField('value', 'decimal')] }),
  ],
}
const idsOf = (fields: readonly StructureField[], prefix = ''): [string, string][] =>
  fields.flatMap((one) => [
    [prefix + one.name, one.id] as [string, string],
    ...idsOf(one.fields ?? [], `${prefix}${one.name}.`),
  ])
const [from, to] = [new Map(idsOf(source.fields)), new Map(idsOf(target.fields))]
const ports = {
  lookup: async () => new Map<string, DataRecord>(),
  references: async () => new Map<string, string>(),
  data_set: async () => new Map<string, DataRecord>(),
  partners: async () => new Map<string, DataRecord[]>(),
  numbers: async ({ first }: { first: string }) => first,
  configuration: async () => undefined,
}
const moment = { now: new Date('2026-11-21T08:30:00Z'), seed: '1' }

/** A mapping whose target fields are formulas; one that begins with `=` is a field of the source. */
const mapped = (formulas: Record<string, string>, lists: Record<string, string> = {}): MappingDefinition =>
  mappingDefinition.parse({
    transformers: Object.entries(formulas).map(([field, text]) => ({
      id: randomUUID(),
      key: 'formula',
      inputs: [],
      options: { text },
      output: `${field.replace('.', '_')}_formula`,
      position: { x: 0, y: 0 },
    })),
    connections: [
      ...Object.keys(formulas).map((field) => [`${field.replace('.', '_')}_formula`, field] as const),
      ...Object.entries(lists).map(([field, list]) => [from.get(list)!, field] as const),
    ].map(([origin, field]) => ({ id: randomUUID(), source_field_id: origin, target_field_id: to.get(field) })),
  })
const problemsOf = (text: string, field = 'net') =>
  checkMapping({ definition: mapped({ [field]: text }), source, target, transformers }).problems
const compiled = (formulas: Record<string, string>, lists?: Record<string, string>) =>
  compileMapping({ definition: mapped(formulas, lists), source, target, transformers }, ports)

const record = {
  order_no: 'SW-48218',
  customer: null,
  paid: false,
  quantity: 3,
  price: '19.99',
  discount: '5',
  lines: [
    { sku: 'TEE-0815', qty: 4, price: '7.15' },
    { sku: 'TEE-0900', qty: 2, price: '0.10' },
  ],
}
const value = async (field: string, text: string, given: DataRecord = record) => {
  const { out, rejected } = await compiled({ [field]: text }).run([given], moment)
  return rejected[0] ? say(rejected[0].reason, 'en') : out[0]![field]
}

test('a formula computes exactly, with fields, functions and lists', async () => {
  assert.equal(await value('net', 'quantity * price * (1 - discount / 100)'), '56.9715')
  assert.equal(await value('net', '0.1 + 0.2'), '0.3')
  assert.equal(await value('net', 'round(quantity * price * (1 - discount / 100), 2)'), '56.97')
  assert.equal(await value('net', 'sum(lines.price * lines.qty)'), '28.8')
  assert.equal(await value('net', '-price - -1'), '-18.99')
  assert.equal(await value('net', 'price / 0'), 'Division by zero.')
  assert.equal(await value('number', '"AU-2026-" & split_part(order_no, "-", 2)'), 'AU-2026-48218')
  assert.equal(await value('number', 'if(paid = true, "paid", if(price > 10, "open", "small"))'), 'open')
  assert.equal(await value('number', 'coalesce(customer, "nobody")'), 'nobody')
  assert.equal(await value('number', '"EUR"'), 'EUR')
  assert.equal(await value('number', 'order_no'), 'SW-48218')
  assert.equal(await value('count', 'count(lines)'), 2)
  assert.equal(await value('open', 'not paid and price >= 19.99'), true)
  assert.deepEqual(
    await value(
      'items',
      'group_rows(lines, by: ["sku"], take: [{to: "material", from: "sku"}, {to: "value", from: "price", how: "sum"}])',
      {
        ...record,
        lines: [...record.lines, { sku: 'TEE-0815', qty: 1, price: '0.05' }],
      },
    ),
    [
      { material: 'TEE-0815', value: '7.2' },
      { material: 'TEE-0900', value: '0.1' },
    ],
  )
  assert.equal(await value('number', 'value_map(order_no, [{from: "SW-48218", to: "found"}])'), 'found')
})

test('a formula inside a list is computed for each entry', async () => {
  const run = compiled(
    {
      'items.value': 'round(lines.qty * lines.price, decimals: 1)',
      'items.material': 'order_no & "/" & lower(lines.sku)',
    },
    { items: 'lines' },
  )
  const { out, rejected } = await run.run([record], moment)
  assert.deepEqual(rejected, [])
  assert.deepEqual(out[0]!['items'], [
    { material: 'SW-48218/tee-0815', value: '28.6' },
    { material: 'SW-48218/tee-0900', value: '0.2' },
  ])
})

test('what is wrong with a formula is said at its place, with what mends it, and can be saved unfinished', () => {
  const told = (text: string, field?: string) =>
    problemsOf(text, field).map(({ severity, code, at, repairs = [], message }) => [
      severity,
      code,
      'from' in at && at.from !== undefined ? text.slice(at.from, at.to) : '',
      say(message, 'en'),
      ...repairs.map((repair) => repaired(text, repair)),
    ])
  assert.deepEqual(told('round(sum(lines.price'), [
    ['open', 'formula_open', 'e', '2 brackets still open', 'round(sum(lines.price))'],
  ])
  assert.deepEqual(told('quantity * prise'), [
    ['open', 'formula_name', 'prise', 'There is no field “prise” in the source.', 'quantity * price'],
  ])
  assert.deepEqual(told('ruond(price)'), [
    ['open', 'formula_function', 'ruond', 'There is no function “ruond”.', 'round(price)'],
  ])
  assert.deepEqual(told('round(price, decimal: 1)'), [
    ['open', 'formula_setting', 'decimal', '“round” has no setting “decimal”.', 'round(price, decimals: 1)'],
  ])
  assert.deepEqual(
    told('round(price, quantity)').map(([, code]) => code),
    ['formula_fixed'],
  )
  assert.deepEqual(
    told('round()').map(([, , , text]) => text),
    ['“round” needs a value.'],
  )
  assert.deepEqual(told('quantity * order_no'), [
    [
      'error',
      'type',
      'order_no',
      'Text does not fit a number. Put “Read a number” in between.',
      'quantity * parse_number(order_no)',
      'quantity * to_decimal(order_no)',
    ],
  ])
  assert.deepEqual(
    told('round(price, 99)').map(([, code, place]) => [code, place]),
    [['option', 'round(price, 99)']],
  )
  assert.deepEqual(
    told('net_formula + 1').map(([, code]) => code),
    ['cycle'],
  )
  assert.equal(say(problemsOf('f((')[0]!.message, 'de'), 'hier fehlt ein Wert')
})

test('a formula of the longest text is one transformer among twenty', () => {
  assert.deepEqual(problemsOf(Array.from({ length: 90 }, () => 'price').join(' - ')), [])
  const codes = problemsOf(Array.from({ length: 150 }, () => 'price').join(' - 1 - ')).map(({ code }) => code)
  assert.deepEqual([...new Set(codes)], ['formula_parts'])
})

test('formula, boxes, formula: the text is the same', () => {
  for (const text of [
    'quantity * price * (1 - discount / 100)',
    'round(sum(lines.price * lines.qty), decimals: 1)',
    'if(not paid and price >= 3, order_no & "!", null)',
    'coalesce(customer, "PL-STANDARD")',
    'value_map(order_no, table: [{from: "a", to: "b"}], default: "c")',
    'a_box + 1.50 - -2',
  ]) {
    const boxes = boxesOf(text)
    const tree = foldBoxes(boxes.at(-1)!, {
      transformers,
      boxes: new Map(boxes.map((one) => [one.output, one])),
      nameOf: (origin) => source.fields.find(({ id }) => id === origin)?.name ?? nameOf.get(origin) ?? origin,
      isPart: () => true,
    })
    assert.equal(tree && printFormula(tree), text)
  }
})
const nameOf = new Map([...from].map(([name, id]) => [id, name]))
function boxesOf(text: string) {
  const { parts, sound, problems } = unfoldFormula(parseFormula(text).tree, {
    functions,
    resolve: (name) => from.get(name) ?? (name === 'a_box' ? name : undefined),
    known: [],
    idOf: (part) => ({ id: randomUUID(), output: `part_${part}` }),
  })
  assert.ok(sound, JSON.stringify(problems))
  return parts.map(({ id, key, inputs, options, output }): MappingDefinition['transformers'][number] => ({
    ...{ id, key, inputs, options, output, label: '', conditions: [], otherwise: 'empty', position: { x: 0, y: 0 } },
  }))
}

const field = fc.constantFrom(
  'order_no',
  'customer',
  'paid',
  'quantity',
  'price',
  'discount',
  'lines.price',
  'lines.qty',
  'lines',
)
const { text: anyText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(field, fc.constantFrom('1', '0', '0.5', '"x"', '""', 'true', 'null', '100')),
    fc
      .tuple(tie('text'), fc.constantFrom('+', '-', '*', '/', '&', '=', '<', 'and', 'or'), tie('text'))
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    fc
      .tuple(
        fc.constantFrom('sum', 'round', 'coalesce', 'upper', 'count', 'first', 'to_decimal', 'not', 'abs'),
        tie('text'),
      )
      .map(([name, one]) => `${name}(${one})`),
    fc.tuple(tie('text'), tie('text'), tie('text')).map((all) => `if(${all.join(', ')})`),
  ),
}))

test('worker and browser agree on every formula: same results, same rejections', async () => {
  let sound = 0
  const records: DataRecord[] = [
    record,
    { order_no: '12', paid: true, quantity: 0, price: null, discount: '0.10', lines: [] },
    { order_no: '', customer: 'x', quantity: '7', price: '1e2', lines: null },
  ]
  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom('net', 'number', 'open'), async (text, goal) => {
      const checked = checkMapping({ definition: mapped({ [goal]: text }), source, target, transformers })
      if (checked.uses.length > 0) sound++
      const [code, evaluator] = [runnerFor(checked, ports, emitted), runnerFor(checked, ports, evaluatorFor)]
      assert.deepEqual(await code.run(records, moment), await evaluator.run(records, moment), text)
    }),
    { numRuns: 1_500 },
  )
  assert.ok(sound > 300, String(sound))
})
