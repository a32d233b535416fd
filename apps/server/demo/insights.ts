/** What the demo's charts ask of the sales orders. */
export const demoDataSet = (structure_id: string) => ({ name: 'Sales by country', description: 'Net totals of the sales orders by country.', definition: { structure_id } })

export const demoInsights = (data_set_id: string) => [
  { label: 'Sales by country', chart_type: 'column', definition: { data_set_id } },
]
