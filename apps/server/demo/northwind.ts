import { randomUUID } from 'node:crypto'
import type { MappingConnection, MappingTransformer } from '@weft/kit/define/mapping.ts'
import { field, fieldIds, key, money, type StructureDraft } from './fields.ts'

// What the demo is made of: the well-known Northwind trade data, from the public repository neo4j-contrib/northwind-neo4j, and the
// country codes of the public repository datasets/country-codes.

/** One order as the shop has it: the row of orders.csv with its rows of order-details.csv. */
export const shopOrder: StructureDraft = {
  class_name: 'ShopOrder',
  table_name: 'shop_order',
  label: 'Shop order',
  description: 'An order as the shop delivers it: head and lines.',
  content_identifier: 'order_id',
  fields: [
    field('order_id', 'integer', key),
    field('customer_id', 'text', { length: 10 }),
    field('order_date', 'date_time'),
    field('shipped_date', 'date_time'),
    field('ship_name', 'text', { length: 191 }),
    field('ship_city', 'text', { length: 191 }),
    field('ship_country', 'text', { length: 191 }),
    field('freight', 'decimal', money),
    field('lines', 'list', {
      fields: [
        field('product_id', 'integer'),
        field('unit_price', 'decimal', { precision: 12, scale: 4 }),
        field('quantity', 'integer'),
        field('discount', 'decimal', { precision: 6, scale: 4 }),
      ],
    }),
  ],
}

/** One order as everybody after the shop wants it. */
export const salesOrder: StructureDraft = {
  class_name: 'SalesOrder',
  table_name: 'sales_order',
  label: 'Sales order',
  description: 'A sales order with its lines, exact totals and the ISO code of the country.',
  content_identifier: 'order_number',
  fields: [
    field('order_number', 'text', { length: 20, ...key }),
    field('customer', 'text', { length: 191, required: true }),
    field('ordered_on', 'date', { required: true, index: true }),
    field('shipped_on', 'date'),
    field('ship_to', 'text', { length: 400 }),
    field('country', 'text', { length: 191 }),
    field('country_code', 'text', { length: 2, required: true, index: true }),
    field('line_count', 'integer'),
    field('freight', 'decimal', money),
    field('net_total', 'decimal', { ...money, required: true }),
    field('lines', 'list', {
      fields: [
        field('sku', 'text', { required: true }),
        field('product', 'text'),
        field('quantity', 'integer', { required: true }),
        field('unit_price', 'decimal', money),
        field('discount_percent', 'decimal', { precision: 6, scale: 2 }),
        field('line_total', 'decimal', { ...money, required: true }),
      ],
    }),
  ],
}

/** The file each master structure is read from, and what the analysis is overruled with. */
export const masters = [
  { file: 'customers.csv', class_name: 'Customer', table_name: 'customer', label: 'Customer', key: 'customer_id' },
  { file: 'products.csv', class_name: 'Product', table_name: 'product', label: 'Product', key: 'product_id' },
  {
    file: 'country-codes.csv',
    class_name: 'Country',
    table_name: 'country',
    label: 'Country',
    key: 'iso3166_1_alpha_3',
  },
] as const

type Ids = { customers: string; products: string; countries: string; country_name: string; country_code: string }

/** Head and lines, totals as exact decimals, the country's name turned into its ISO code by looking it up. */
export function orderMapping({ customers, products, countries, country_name, country_code }: Ids) {
  const source = fieldIds(shopOrder.fields)
  const target = fieldIds(salesOrder.fields)
  const node = (
    id: string,
    key: string,
    inputs: string[],
    options: object,
    label: string,
    x: number,
    y: number,
  ): MappingTransformer => ({
    id: randomUUID(),
    key,
    label,
    inputs,
    options: options as Record<string, unknown>,
    output: id,
    conditions: [],
    otherwise: 'empty',
    position: { x, y },
  })
  const to = (from: string, target_field_id: string): MappingConnection => ({
    id: randomUUID(),
    source_field_id: from,
    target_field_id,
  })
  const transformers = [
    node('number_text', 'template', [source('order_id')], { text: 'NW-{1}' }, 'Order number', 110, 70),
    node(
      'customer_name',
      'structure_lookup',
      [source('customer_id')],
      { structure: customers, key: 'customer_id', field: 'company_name', on_missing: 'reject' },
      'Customer',
      430,
      110,
    ),
    node('day_ordered', 'to_date', [source('order_date')], {}, 'Day', 750, 130),
    node('day_shipped', 'to_date', [source('shipped_date')], {}, 'Day', 750, 200),
    node('address', 'concat', [source('ship_name'), source('ship_city')], { separator: ', ' }, 'Address', 110, 190),
    node(
      'known_country',
      'value_map',
      [source('ship_country')],
      { table: [{ from: 'USA', to: 'US' }], keep_unknown: true },
      'Name used',
      110,
      330,
    ),
    node(
      'iso_code',
      'structure_lookup',
      ['known_country'],
      { structure: countries, key: country_name, field: country_code, on_missing: 'reject' },
      'ISO code',
      430,
      330,
    ),
    node('entries', 'Collection', [source('lines')], {}, 'Lines', 430, 410),
    node('amount', 'count', [source('lines')], {}, 'How many', 750, 270),
    node('sku_text', 'to_text', [source('lines.product_id')], {}, 'SKU', 110, 430),
    node(
      'product_name',
      'structure_lookup',
      [source('lines.product_id')],
      { structure: products, key: 'product_id', field: 'product_name' },
      'Product',
      430,
      490,
    ),
    node('percent', 'multiply', [source('lines.discount'), 'hundred'], {}, 'Percent', 430, 570),
    node('hundred', 'constant', [], { value: '100', type: 'decimal' }, '100', 110, 510),
    node('one', 'constant', [], { value: '1', type: 'decimal' }, '1', 110, 600),
    node('share', 'subtract', ['one', source('lines.discount')], {}, 'Share paid', 430, 690),
    node(
      'gross',
      'multiply',
      [source('lines.quantity'), source('lines.unit_price'), 'share'],
      {},
      'Quantity × price',
      750,
      600,
    ),
    node('line_sum', 'round', ['gross'], { decimals: 2, mode: 'half_up' }, 'Line total', 750, 730),
    node('order_sum', 'sum_list', ['line_sum'], {}, 'Net total', 750, 810),
  ]
  const connections = [
    to('number_text', target('order_number')),
    to('customer_name', target('customer')),
    to('day_ordered', target('ordered_on')),
    to('day_shipped', target('shipped_on')),
    to('address', target('ship_to')),
    to(source('ship_country'), target('country')),
    to('iso_code', target('country_code')),
    to('amount', target('line_count')),
    to(source('freight'), target('freight')),
    to('order_sum', target('net_total')),
    to('entries', target('lines')),
    to('sku_text', target('lines.sku')),
    to('product_name', target('lines.product')),
    to(source('lines.quantity'), target('lines.quantity')),
    to(source('lines.unit_price'), target('lines.unit_price')),
    to('percent', target('lines.discount_percent')),
    to('line_sum', target('lines.line_total')),
  ]
  return { connections, transformers }
}
