import type { dashboardDefinition } from '@weft/kit/define/dashboard.ts'
import type { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { insightDefinition } from '@weft/kit/define/insight.ts'
import type { z } from 'zod'

/** The structures of the demo's project whose records its charts show. */
export type DemoStructures = Record<'sales_orders' | 'market_orders' | 'shipments' | 'monthly', string>

type SetKey = 'countries' | 'months' | 'products' | 'ways' | 'market' | 'sums'
type SetDraft = {
  key: SetKey
  name: string
  description: string
  definition: z.input<typeof dataSetDefinition>
}
type InsightDraft = { label: string; chart_type: string; theme: string; definition: z.input<typeof insightDefinition> }

/** What the demo's charts ask of its records. */
export const demoDataSets = ({ sales_orders, market_orders, shipments, monthly }: DemoStructures): SetDraft[] => [
  {
    key: 'countries',
    name: 'Sales by country',
    description: 'Orders and net totals of each country, the largest first.',
    definition: {
      structures: [{ as: 'orders', structure_id: sales_orders }],
      fields: [
        { name: 'country', of: 'orders', field: 'country', label: 'Country' },
        { name: 'orders', of: 'orders', field: 'order_number', function: 'count', label: 'Orders' },
        { name: 'net_total', of: 'orders', field: 'net_total', function: 'sum', label: 'Net total' },
      ],
      sort: [{ field: 'net_total', descending: true }],
    },
  },
  {
    key: 'months',
    name: 'Sales by month',
    description: 'Net totals of each month.',
    definition: {
      structures: [{ as: 'orders', structure_id: sales_orders }],
      fields: [
        { name: 'month', of: 'orders', field: 'ordered_on', truncate: 'month', label: 'Month' },
        { name: 'net_total', of: 'orders', field: 'net_total', function: 'sum', label: 'Net total' },
        { name: 'freight', of: 'orders', field: 'freight', function: 'sum', label: 'Freight' },
      ],
      sort: [{ field: 'month' }],
    },
  },
  {
    key: 'products',
    name: 'Best products',
    description: 'The ten products with the highest sales, from the lines of the orders.',
    definition: {
      structures: [{ as: 'orders', structure_id: sales_orders }],
      lists: [{ as: 'lines', of: 'orders', field: 'lines', keep_empty: false }],
      fields: [
        { name: 'product', of: 'lines', field: 'product', label: 'Product' },
        { name: 'sales', of: 'lines', field: 'line_total', function: 'sum', label: 'Sales' },
      ],
      sort: [{ field: 'sales', descending: true }],
      limit: 10,
    },
  },
  {
    key: 'ways',
    name: 'Open shipments by way',
    description: 'How many orders wait to leave as parcel, express or on a pallet.',
    definition: {
      structures: [{ as: 'shipments', structure_id: shipments }],
      fields: [
        { name: 'way', of: 'shipments', field: 'way', label: 'Way' },
        { name: 'orders', of: 'shipments', field: 'order_number', function: 'count', label: 'Orders' },
      ],
      sort: [{ field: 'orders', descending: true }],
    },
  },
  {
    key: 'market',
    name: 'Marketplace by country',
    description: 'Orders of the marketplace that were accepted, the most first.',
    definition: {
      structures: [{ as: 'orders', structure_id: market_orders }],
      fields: [
        { name: 'country_code', of: 'orders', field: 'country_code', label: 'Country' },
        { name: 'orders', of: 'orders', field: 'order_number', function: 'count', label: 'Orders' },
        { name: 'total', of: 'orders', field: 'total', function: 'sum', label: 'Total' },
      ],
      sort: [{ field: 'orders', descending: true }],
    },
  },
  {
    key: 'sums',
    name: 'Orders by month',
    description: 'What the workflow “Sum up months” has written.',
    definition: {
      structures: [{ as: 'months', structure_id: monthly }],
      fields: [
        { name: 'month', of: 'months', field: 'month', label: 'Month' },
        { name: 'orders', of: 'months', field: 'orders', label: 'Orders' },
        { name: 'largest', of: 'months', field: 'largest', label: 'Largest order' },
      ],
      sort: [{ field: 'month' }],
    },
  },
]

export const demoInsights = (sets: Record<SetKey, string>): InsightDraft[] => [
  {
    label: 'Sales by country',
    chart_type: 'column',
    theme: 'default',
    definition: {
      graphs: [{ data_set_id: sets.countries, x_field: 'country', y_field: 'net_total', name: 'Net total' }],
      y_axis: { title: 'Net total', unit: '€' },
      legend: false,
      decimals: 0,
    },
  },
  {
    label: 'Sales by month',
    chart_type: 'area',
    theme: 'ocean',
    definition: {
      graphs: [
        { data_set_id: sets.months, x_field: 'month', y_field: 'net_total', name: 'Net total' },
        { data_set_id: sets.months, x_field: 'month', y_field: 'freight', name: 'Freight' },
      ],
      y_axis: { title: 'Amount', unit: '€' },
      smooth: true,
      decimals: 0,
    },
  },
  {
    label: 'Best products',
    chart_type: 'donut',
    theme: 'default',
    definition: {
      graphs: [{ data_set_id: sets.products, x_field: 'product', y_field: 'sales', name: 'Sales' }],
      decimals: 0,
    },
  },
  {
    label: 'Open shipments by way',
    chart_type: 'donut',
    theme: 'default',
    definition: {
      graphs: [{ data_set_id: sets.ways, x_field: 'way', y_field: 'orders', name: 'Orders' }],
      decimals: 0,
    },
  },
  {
    label: 'Marketplace by country',
    chart_type: 'bar',
    theme: 'ocean',
    definition: {
      graphs: [{ data_set_id: sets.market, x_field: 'country_code', y_field: 'orders', name: 'Orders' }],
      legend: false,
      decimals: 0,
    },
  },
  {
    label: 'Orders by month',
    chart_type: 'column',
    theme: 'default',
    definition: {
      graphs: [{ data_set_id: sets.sums, x_field: 'month', y_field: 'orders', name: 'Orders' }],
      legend: false,
      decimals: 0,
    },
  },
]

/** All of them under one set of filters; `ids` in the order of the insights. */
export const demoDashboard = (ids: string[]): { label: string; definition: z.input<typeof dashboardDefinition> } => ({
  label: 'Trade overview',
  definition: {
    tiles: ids.map((insight_id, i) => ({ id: `tile_${i + 1}`, insight_id, ...places[i]! })),
    filters: [
      { name: 'period', label: 'Period', kind: 'period', field: 'month' },
      { name: 'country', label: 'Country', kind: 'choice', field: 'country' },
    ],
  },
})

const places = [
  { x: 6, y: 0, w: 6, h: 6 },
  { x: 0, y: 0, w: 6, h: 6 },
  { x: 0, y: 6, w: 6, h: 5 },
  { x: 6, y: 6, w: 6, h: 5 },
  { x: 0, y: 11, w: 6, h: 6 },
  { x: 6, y: 11, w: 6, h: 6 },
]
