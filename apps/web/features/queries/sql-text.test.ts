import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsIn, nearest, parametersIn, statementAt, tablesIn, type QueryField, type QueryTable } from './sql-text.ts'

const field = (name: string, type: QueryField['type'], more: Partial<QueryField> = {}): QueryField => ({
  name,
  label: name,
  type,
  isKey: false,
  ...more,
})
const tables: QueryTable[] = [
  {
    id: 'o',
    name: 'sales_order',
    label: 'Orders',
    fields: [
      field('id', 'uuid', { isKey: true }),
      field('ordered_on', 'date'),
      field('country', 'text'),
      field('status', 'choice', { values: ['new', 'shipped'] }),
      field('total', 'decimal'),
      field('paid', 'boolean'),
      field('changed_at', 'date_time'),
    ],
  },
  { id: 'c', name: 'customer', label: 'Customers', fields: [field('id', 'uuid'), field('name', 'text')] },
]

test('the statement under the caret ends at its semicolon, not at one in a text', () => {
  const sql = "select ';' as a;\nselect 2;\n"
  assert.deepEqual(statementAt(sql, 3), { from: 0, to: 16, text: "select ';' as a;" })
  assert.deepEqual(statementAt(sql, 20), { from: 17, to: 26, text: 'select 2;' })
  assert.equal(statementAt(sql, sql.length).text, 'select 2;')
  assert.equal(statementAt('select 1', 8).text, 'select 1')
})

test('tables are found with what they are called', () => {
  assert.deepEqual(tablesIn('select * from sales_order o left join customer as c on c.id = o.customer where 1 = 1'), [
    { table: 'sales_order', alias: 'o' },
    { table: 'customer', alias: 'c' },
  ])
  assert.deepEqual(tablesIn('select * from "Sales" , customer k -- from no\nwhere true'), [
    { table: 'Sales', alias: 'Sales' },
    { table: 'customer', alias: 'k' },
  ])
  assert.deepEqual(tablesIn("select 'from x' from sales_order order by 1"), [
    { table: 'sales_order', alias: 'sales_order' },
  ])
  assert.deepEqual(
    fieldsIn('select c. from sales_order o join customer c on true', tables, 'c').map((one) => one.field.name),
    ['id', 'name'],
  )
})

test('a parameter has the type of what it is compared with', () => {
  const kinds = (where: string) =>
    parametersIn(`select * from sales_order o where ${where}`, tables).map(({ name, kind, isList }) =>
      [name, kind, isList ? 'list' : ''].join(' ').trim(),
    )
  assert.deepEqual(kinds('o.ordered_on >= :from and ordered_on < :to'), ['from date', 'to date'])
  assert.deepEqual(kinds('o.ordered_on between :from and :to'), ['from date', 'to date'])
  assert.deepEqual(kinds('o.country in (:countries) and o.country = any(:more)'), [
    'countries text list',
    'more text list',
  ])
  assert.deepEqual(kinds(':least <= o.total and o.paid = :paid'), ['least number', 'paid boolean'])
  assert.deepEqual(kinds('o.changed_at > :since and o.status = :status'), ['since date_time', 'status choice'])
  assert.deepEqual(kinds("'12:30' = :x::date and ':no' <> o.country -- :never"), ['x date'])
  assert.deepEqual(parametersIn('select * from sales_order where status <> :s', tables)[0]!.values, ['new', 'shipped'])
})

test('a wrong name has neighbours, the likeliest first', () => {
  assert.deepEqual(nearest('costumer', ['customer', 'country', 'id']), ['customer'])
  assert.deepEqual(nearest('sta', ['total', 'status', 'stack_height', 'starts_on', 'id']), [
    'status',
    'starts_on',
    'stack_height',
  ])
  assert.deepEqual(nearest('totl', ['total', 'id']), ['total'])
  assert.deepEqual(nearest('zzzz', ['total', 'id']), [])
})
