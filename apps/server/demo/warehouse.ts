import { field, key, money, type StructureDraft } from './fields.ts'
import { workflowDraft } from './workflow-text.ts'

export const shipment: StructureDraft = {
  class_name: 'Shipment',
  table_name: 'shipment',
  label: 'Shipment',
  description: 'An order that has not left the house yet, and the way it will go.',
  content_identifier: 'order_number',
  fields: [
    field('order_number', 'text', { length: 20, ...key }),
    field('customer', 'text', { length: 191 }),
    field('ship_to', 'text', { length: 400 }),
    field('country_code', 'text', { length: 2, index: true }),
    field('continent', 'text', { length: 10 }),
    field('way', 'choice', { values: ['parcel', 'express', 'pallet'], required: true }),
    field('freight', 'decimal', money),
  ],
}

export const customerReturn: StructureDraft = {
  class_name: 'CustomerReturn',
  table_name: 'customer_return',
  label: 'Return',
  description: 'What customers send back, as the shop announces it.',
  content_identifier: 'return_number',
  fields: [
    field('return_number', 'text', { length: 20, ...key }),
    field('order_number', 'text', { length: 20, required: true }),
    field('reason', 'choice', { values: ['damaged', 'wrong_article', 'too_late', 'not_wanted'], required: true }),
    field('quantity', 'integer', { required: true }),
  ],
}

/** What the shop announces by its webhook: the reason of one is none of those agreed on, the quantity of another cannot be. */
export const announcedReturns = [
  { return_number: 'R-1001', order_number: 'NW-10248', reason: 'damaged', quantity: 2 },
  { return_number: 'R-1002', order_number: 'NW-10295', reason: 'not_wanted', quantity: 4 },
  { return_number: 'R-1003', order_number: 'NW-10317', reason: 'kaputt', quantity: 1 },
  { return_number: 'R-1004', order_number: 'NW-10403', reason: 'wrong_article', quantity: -3 },
  { return_number: 'R-1005', order_number: 'NW-10518', reason: 'too_late', quantity: 12 },
  { return_number: 'R-1006', order_number: 'NW-10677', reason: 'damaged', quantity: 1 },
]

type Ids = Record<'sales_orders' | 'countries' | 'shipments' | 'products' | 'returns', string>

/** Orders that have not left yet go by one of three ways, with the continent of their country looked up. */
export const routeShipments = ({ sales_orders, countries, shipments }: Ids, country_key: string, imports: string) =>
  workflowDraft('Route shipments', 'Decides for each open order whether it goes as parcel, express or on a pallet.', {
    steps: [
      {
        id: 'after_import',
        element: 'predecessor',
        label: 'After the import',
        settings: { workflows: [imports] },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      {
        id: 'read_open',
        element: 'read_records',
        label: 'Open orders',
        settings: { structure_id: sales_orders, filter: [{ field: 'shipped_on', operator: 'empty' }] },
        at: [1, 1],
      },
      {
        id: 'continent',
        element: 'lookup_record',
        label: 'Continent',
        settings: {
          structure_id: countries,
          key: country_key,
          value: 'country_code',
          take: [{ from: 'continent', to: 'continent' }],
        },
        at: [1, 2],
      },
      {
        id: 'way',
        element: 'switch',
        label: 'Which way',
        settings: {
          cases: [
            { exit: 'pallet', rules: [{ field: 'freight', operator: 'greater', value: 100 }], match: 'all' },
            { exit: 'express', rules: [{ field: 'continent', operator: 'not_equals', value: 'EU' }], match: 'all' },
          ],
        },
        at: [1, 3],
      },
      ...['pallet', 'express', 'parcel'].map((way, i) => ({
        id: `by_${way}`,
        element: 'set_fields',
        label: `By ${way}`,
        settings: { fields: [{ field: 'way', value: way, type: 'text' }] },
        at: [i, 4] as [number, number],
      })),
      {
        id: 'write',
        element: 'write_records',
        label: 'Write shipments',
        settings: { structure_id: shipments, mode: 'replace', key: ['order_number'] },
        at: [1, 5],
      },
    ],
    edges: [
      'after_import.out > read_open.in',
      'by_hand.out > read_open.in',
      'read_open.out > continent.in',
      'continent.found > way.in',
      'way.pallet > by_pallet.in',
      'way.express > by_express.in',
      'way.default > by_parcel.in',
      ...['pallet', 'express', 'parcel'].map((way) => `by_${way}.out > write.in`),
    ],
  })

export const exportOpenOrders = ({ shipments }: Ids) =>
  workflowDraft(
    'Export open orders',
    'Puts a list of what has to leave into the storage, where the warehouse reads it.',
    {
      steps: [
        {
          id: 'weekdays',
          element: 'schedule',
          label: 'Weekdays at six',
          settings: { option: 'cron', cron: '0 6 * * 1-5', zone: 'Europe/Berlin' },
          at: [0, 0],
        },
        { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
        {
          id: 'read',
          element: 'read_records',
          label: 'Shipments',
          settings: { structure_id: shipments },
          at: [0, 1],
        },
        {
          id: 'order',
          element: 'sort',
          label: 'By way and number',
          settings: { by: [{ field: 'way' }, { field: 'order_number' }] },
          at: [0, 2],
        },
        {
          id: 'file',
          element: 'build_file',
          label: 'Write the list',
          settings: {
            path: 'warehouse/open-orders.csv',
            format: 'csv',
            columns: ['order_number', 'way', 'ship_to', 'country_code', 'freight'].map((name) => ({
              field: name,
              name,
            })),
          },
          at: [0, 3],
        },
      ],
      edges: ['weekdays.out > read.in', 'by_hand.out > read.in', 'read.out > order.in', 'order.out > file.in'],
    },
  )

export const reorderList = ({ products }: Ids) =>
  workflowDraft('Reorder list', 'Lists the articles of which too few are left, and tells the project.', {
    steps: [
      {
        id: 'mondays',
        element: 'schedule',
        label: 'Mondays at seven',
        settings: { option: 'weekly', weekday: '1', time: '07:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      {
        id: 'read',
        element: 'read_records',
        label: 'Articles',
        settings: { structure_id: products },
        at: [0, 1],
      },
      {
        id: 'few',
        element: 'filter',
        label: 'Fewer than wanted',
        settings: {
          rules: [
            { field: 'units_in_stock', operator: 'less', value: '{{ reorder_level }}' },
            { field: 'discontinued', operator: 'equals', value: '0' },
          ],
        },
        at: [0, 2],
      },
      {
        id: 'file',
        element: 'build_file',
        label: 'Write the list',
        settings: { path: 'purchasing/reorder.xlsx', format: 'xlsx' },
        at: [0, 3],
      },
      {
        id: 'tell',
        element: 'notify',
        label: 'Tell the project',
        settings: {
          level: 'info',
          title: 'The reorder list is ready',
          message: 'It lies in purchasing/reorder.xlsx.',
          times: 'once',
        },
        at: [0, 4],
      },
    ],
    edges: [
      'mondays.out > read.in',
      'by_hand.out > read.in',
      'read.out > few.in',
      'few.match > file.in',
      'file.out > tell.in',
    ],
  })

export const receiveReturns = ({ returns }: Ids) =>
  workflowDraft('Receive returns', 'The shop calls whenever a customer announces that something comes back.', {
    steps: [
      { id: 'shop_calls', element: 'webhook', label: 'Shop calls', at: [0, 0] },
      {
        id: 'write',
        element: 'write_records',
        label: 'Write returns',
        settings: { structure_id: returns, mode: 'upsert', key: ['return_number'] },
        at: [0, 1],
      },
    ],
    edges: ['shop_calls.out > write.in'],
  })
