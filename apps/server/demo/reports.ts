import { field, key, money, type StructureDraft } from './fields.ts'
import { workflowDraft } from './workflow-text.ts'

export const monthlySales: StructureDraft = {
  class_name: 'MonthlySales',
  table_name: 'monthly_sales',
  label: 'Monthly sales',
  description: 'What each month came to.',
  content_identifier: 'month',
  fields: [
    field('month', 'text', { length: 7, ...key }),
    field('orders', 'integer', { required: true }),
    field('net_total', 'decimal', { ...money, required: true }),
    field('largest', 'decimal', money),
  ],
}

type Structures = { sales_orders: string; monthly: string }

export const sumUpMonths = ({ sales_orders, monthly }: Structures) =>
  workflowDraft('Sum up months', 'Orders, net total and largest order of each month, counted anew.', {
    steps: [
      {
        id: 'monthly',
        element: 'schedule',
        label: 'First of the month',
        settings: { option: 'monthly', time: '03:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      { id: 'read', element: 'read_records', label: 'Orders', settings: { structure_id: sales_orders }, at: [0, 1] },
      {
        id: 'month',
        element: 'set_fields',
        label: 'Month of the order',
        settings: { fields: [{ field: 'month', value: '{{ ordered_on | left: 7 }}', type: 'text' }] },
        at: [0, 2],
      },
      {
        id: 'sum',
        element: 'aggregate',
        label: 'Sum up',
        settings: {
          group_by: ['month'],
          functions: [
            { function: 'count', into: 'orders' },
            { function: 'sum', field: 'net_total', into: 'net_total' },
            { function: 'max', field: 'net_total', into: 'largest' },
          ],
        },
        at: [0, 3],
      },
      {
        id: 'write',
        element: 'write_records',
        label: 'Write months',
        settings: { structure_id: monthly, mode: 'replace', key: ['month'] },
        at: [0, 4],
      },
    ],
    edges: [
      'monthly.out > read.in',
      'by_hand.out > read.in',
      'read.out > month.in',
      'month.out > sum.in',
      'sum.out > write.in',
    ],
  })

export const mailReport = ({ monthly }: Structures) =>
  workflowDraft('Weekly report by mail', 'Tells the sales people every Friday what the months came to.', {
    steps: [
      {
        id: 'fridays',
        element: 'schedule',
        label: 'Fridays at four',
        settings: { option: 'weekly', weekday: '5', time: '16:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      { id: 'read', element: 'read_records', label: 'Months', settings: { structure_id: monthly }, at: [0, 1] },
      {
        id: 'latest',
        element: 'sort',
        label: 'Latest first',
        settings: { by: [{ field: 'month', direction: 'down' }] },
        at: [0, 2],
      },
      {
        id: 'mail',
        element: 'send_mail',
        label: 'Mail to sales',
        settings: {
          to: 'vertrieb@hanse-handel.example',
          subject: 'Sales until {{ month }}',
          text: 'In {{ month }} there were {{ orders }} orders of {{ net_total | number: 2 }} euros; {{ records }} months are known.',
          times: 'once',
        },
        at: [0, 3],
      },
    ],
    edges: ['fridays.out > read.in', 'by_hand.out > read.in', 'read.out > latest.in', 'latest.out > mail.in'],
  })

/** The evening calls other workflows one behind the other. */
export const eveningRound = (months: string, open_orders: string) =>
  workflowDraft('Evening round', 'Sums up the months and writes the warehouse its list, one behind the other.', {
    steps: [
      {
        id: 'evenings',
        element: 'schedule',
        label: 'Every evening',
        settings: { option: 'daily', time: '20:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      { id: 'months', element: 'call_workflow', label: 'Sum up months', settings: { workflow_id: months }, at: [0, 1] },
      {
        id: 'open_orders',
        element: 'call_workflow',
        label: 'Export open orders',
        settings: { workflow_id: open_orders },
        at: [0, 2],
      },
      { id: 'done', element: 'finish', label: 'Done', at: [0, 3] },
    ],
    edges: [
      'evenings.out > months.in',
      'by_hand.out > months.in',
      'months.out > open_orders.in',
      'open_orders.out > done.in',
    ],
  })

/** Waits for a person. */
export const approveLargeOrders = ({ sales_orders }: Structures) =>
  workflowDraft('Approve large orders', 'Nothing above ten thousand euros leaves before somebody has agreed.', {
    steps: [
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [0, 0] },
      {
        id: 'large',
        element: 'read_records',
        label: 'Above 10,000 euros',
        settings: { structure_id: sales_orders, filter: [{ field: 'net_total', operator: 'greater', value: 10_000 }] },
        at: [0, 1],
      },
      {
        id: 'ask',
        element: 'approval',
        label: 'Ask the administrator',
        settings: {
          title: 'Release {{ records }} orders above 10,000 euros?',
          summary: 'The first is {{ order_number }} of {{ customer }}: {{ net_total | number: 2 }} euros.',
          timeout: '90d',
        },
        at: [0, 2],
      },
      {
        id: 'file',
        element: 'build_file',
        label: 'List of what may leave',
        settings: { path: 'warehouse/released.csv', format: 'csv' },
        at: [0, 3],
      },
    ],
    edges: ['by_hand.out > large.in', 'large.out > ask.in', 'ask.approved > file.in'],
  })
