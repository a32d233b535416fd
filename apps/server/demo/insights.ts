import type { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { insightDefinition } from '@weft/kit/define/insight.ts'
import type { z } from 'zod'

type SetDraft = {
  key: 'countries' | 'months' | 'products'
  name: string
  description: string
  definition: z.input<typeof dataSetDefinition>
}
type InsightDraft = { label: string; chart_type: string; theme: string; definition: z.input<typeof insightDefinition> }

/** What the demo's charts ask of the sales orders. */
export const demoDataSets = (structure_id: string): SetDraft[] => [
  {
    key: 'countries',
    name: 'Sales by country',
    description: 'Orders and net totals of each country, the largest first.',
    definition: {
      structures: [{ as: 'orders', structure_id }],
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
      structures: [{ as: 'orders', structure_id }],
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
      structures: [{ as: 'orders', structure_id }],
      lists: [{ as: 'lines', of: 'orders', field: 'lines', keep_empty: false }],
      fields: [
        { name: 'product', of: 'lines', field: 'product', label: 'Product' },
        { name: 'sales', of: 'lines', field: 'line_total', function: 'sum', label: 'Sales' },
      ],
      sort: [{ field: 'sales', descending: true }],
      limit: 10,
    },
  },
]

export const demoInsights = (sets: Record<SetDraft['key'], string>): InsightDraft[] => [
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
]
