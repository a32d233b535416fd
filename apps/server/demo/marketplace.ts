import { randomUUID } from 'node:crypto'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { field, fieldIds, key, money, type StructureDraft } from './fields.ts'
import { workflowDraft, type WorkflowDraft } from './workflow-text.ts'

/** How the marketplace names some countries, though it was asked for their codes. */
const longNames: Record<string, readonly string[]> = {
  DE: ['Deutschland', 'GER'],
  AT: ['Österreich'],
}
const everyFourth = 4

/** The country codes that stand in country-codes.csv, and the code of each name Northwind uses. */
export function countryCodes(csv: string): { all: string[]; byName: Map<string, string> } {
  const [head, ...rows] = csv.trimEnd().split('\n').map(cellsOf)
  const [code, name] = ['ISO3166-1-Alpha-2', 'CLDR display name'].map((title) => head!.indexOf(title))
  const named = rows.filter((row) => row[code!]).map((row) => [row[name!]!, row[code!]!] as const)
  return { all: named.map(([, short]) => short), byName: new Map([...named, ['USA', 'US']]) }
}

const cellsOf = (row: string) =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!)

/**
 * What a marketplace would have sent of the same year: every fourth order of the shop's file with its first line, and the faults such
 * files have. Countries of German-speaking customers are written out, and here and there a quantity is below zero, an address has no
 * @ and an article is unknown.
 */
export function marketplaceFile(orders: string, lines: string, codes: Map<string, string>): string {
  const firstLines = new Map<string, string[]>()
  for (const line of lines.trimEnd().split('\n').slice(1)) {
    const cells = line.split(',')
    if (!firstLines.has(cells[0]!)) firstLines.set(cells[0]!, cells)
  }
  const rows = orders
    .trimEnd()
    .split('\n')
    .slice(1)
    .filter((_, i) => i % everyFourth === 0)
    .map((row, i) => {
      const cells = row.split(',')
      const [order, customer] = cells as [string, string]
      const [, article, price, quantity] = firstLines.get(order)! as [string, string, string, string]
      const code = codes.get(cells.at(-1)!)!
      const written = longNames[code]
      return [
        `MP-${order}`,
        cells[3]!.slice(0, 10),
        `${customer.toLowerCase()}${i % 41 === 7 ? '.' : '@'}post.example`,
        written ? written[i % written.length] : code,
        i % 37 === 11 ? `9${article}` : article,
        i % 29 === 5 ? `-${quantity}` : quantity,
        price,
      ].join(',')
    })
  return `${['order_number,ordered_on,email,country,article,quantity,unit_price', ...rows].join('\n')}\n`
}

/** An order of the marketplace as everybody after the import wants it. */
export const marketOrder: StructureDraft = {
  class_name: 'MarketplaceOrder',
  table_name: 'marketplace_order',
  label: 'Marketplace order',
  description: 'An order that came by the marketplace, checked, with the name of its article.',
  content_identifier: 'order_number',
  fields: [
    field('order_number', 'text', { length: 20, ...key }),
    field('ordered_on', 'date', { required: true, index: true }),
    field('email', 'text', { length: 191, required: true }),
    field('country_code', 'text', { length: 2, required: true, index: true }),
    field('product', 'text', { length: 191, required: true }),
    field('quantity', 'integer', { required: true }),
    field('total', 'decimal', { ...money, required: true }),
  ],
}

/** The name of the article by looking it up, the total by a formula. */
export function marketMapping(source_fields: StructureField[], products: string): MappingDefinition {
  const source = fieldIds(source_fields)
  const target = fieldIds(marketOrder.fields)
  const to = (source_field_id: string, name: string) => ({
    id: randomUUID(),
    source_field_id,
    target_field_id: target(name),
  })
  const box = { label: '', conditions: [], otherwise: 'empty' as const }
  return {
    transformers: [
      {
        ...box,
        id: randomUUID(),
        key: 'structure_lookup',
        label: 'Article',
        inputs: [source('article')],
        options: { structure: products, key: 'product_id', field: 'product_name', on_missing: 'reject' },
        output: 'article_name',
        position: { x: 430, y: 110 },
      },
      {
        ...box,
        id: randomUUID(),
        key: 'formula',
        label: 'Total',
        inputs: [source('quantity'), source('unit_price')],
        options: { text: 'round(quantity * unit_price)', names: ['quantity', 'unit_price'] },
        output: 'order_total',
        position: { x: 430, y: 330 },
      },
    ],
    connections: [
      to(source('order_number'), 'order_number'),
      to(source('ordered_on'), 'ordered_on'),
      to(source('email'), 'email'),
      to(source('country'), 'country_code'),
      to('article_name', 'product'),
      to(source('quantity'), 'quantity'),
      to('order_total', 'total'),
    ],
  }
}

type Parts = { model_id: string; mapping_id: string; structure_id: string; codes: string[] }

/** Orders of the marketplace are checked before they are mapped, so that each says what is wrong with it. */
export const marketWorkflow = ({ model_id, mapping_id, structure_id, codes }: Parts): WorkflowDraft =>
  workflowDraft(
    'Import marketplace orders',
    'Reads what the marketplace drops every morning, refuses what cannot be right, and writes the rest.',
    {
      steps: [
        {
          id: 'morning',
          element: 'schedule',
          label: 'Every morning',
          settings: { option: 'daily', time: '05:15', zone: 'Europe/Berlin' },
          at: [0, 0],
        },
        { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
        {
          id: 'read',
          element: 'read_file',
          label: 'Read orders',
          settings: { path: 'marketplace/orders.csv', model_id },
          at: [0, 1],
        },
        {
          id: 'check',
          element: 'validate_records',
          label: 'Check orders',
          settings: {
            rules: [
              {
                field: 'country',
                operator: 'in',
                value: codes.join(', '),
                message: 'Country is not a two-letter code',
              },
              { field: 'quantity', operator: 'greater', value: 0, message: 'Quantity is not above zero' },
              { field: 'email', operator: 'contains', value: '@', message: 'E-mail address has no @' },
            ],
          },
          at: [0, 2],
        },
        {
          id: 'to_order',
          element: 'mapping',
          label: 'Marketplace to order',
          settings: { mapping_id },
          at: [0, 3],
        },
        {
          id: 'write',
          element: 'write_records',
          label: 'Write orders',
          settings: { structure_id, mode: 'upsert', key: ['order_number'] },
          at: [0, 4],
        },
      ],
      edges: [
        'morning.out > read.in',
        'by_hand.out > read.in',
        'read.out > check.in',
        'check.valid > to_order.in',
        'to_order.out > write.in',
      ],
    },
  )
