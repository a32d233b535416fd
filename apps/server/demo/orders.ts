import { masters, orderMapping, salesOrder, shopOrder } from './northwind.ts'
import { demoFile, made, published, understood, type DemoProject } from './project.ts'
import { masterWorkflow, orderWorkflow } from './workflows.ts'
import { ordersOfLastYear } from './year-of-orders.ts'

export type Orders = Awaited<ReturnType<typeof makeOrders>>

/** The shop's master data and its year of orders, with the two workflows that bring them in; nothing has run yet. */
export async function makeOrders(project: DemoProject) {
  const files = await bringFiles(project)
  const [master, shop_orders, sales_orders, orders_model, lines_model] = await Promise.all([
    readMasters(project),
    made(project, 'data_structures', shopOrder),
    made(project, 'data_structures', salesOrder),
    understood(project, { path: 'northwind/orders.csv', name: 'Orders file', key: 'order_id' }),
    // a line is told by its order and its product together
    understood(project, {
      path: 'northwind/order-details.csv',
      name: 'Order lines file',
      key: 'line_id',
      dynamic_fields: [{ name: 'line_id', glue: '-', values: ['order_id', 'product_id'] }],
    }),
  ])
  const [customers, products, countries] = master.map(({ structure_id }) => structure_id) as [string, string, string]
  const named = (original: string) => master[2]!.fields.find(({ original_name }) => original_name === original)!.name
  const country_code = named('ISO3166-1-Alpha-2')
  const mapping_id = await made(project, 'mappings', {
    label: 'Shop order to sales order',
    description: 'Heads, lines, exact totals and ISO countries.',
    source_structure_id: shop_orders,
    target_structure_id: sales_orders,
    definition: orderMapping({
      customers,
      products,
      countries,
      country_name: named('CLDR display name'),
      country_code,
    }),
  })
  const [load, imports] = await Promise.all([
    published(project, {
      label: 'Load master data',
      class_name: 'LoadMasterData',
      source: masterWorkflow(master),
    }),
    published(project, {
      label: 'Import sales orders',
      class_name: 'ImportSalesOrders',
      source: orderWorkflow({
        orders_model: orders_model.model_id,
        lines_model: lines_model.model_id,
        mapping_id,
        shop_orders,
        sales_orders,
      }),
    }),
  ])
  return { files, products, countries, country_code, sales_orders, load, imports }
}

/** The files of Northwind, its orders moved into the year before; answers the texts others are made from. */
async function bringFiles(project: DemoProject) {
  const [countries, orders, lines] = (await Promise.all(
    ['country-codes.csv', 'northwind/orders.csv', 'northwind/order-details.csv'].map(demoFile),
  )) as [string, string, string]
  const recent = ordersOfLastYear(orders, new Date())
  const bring = (name: string, text: string) =>
    project.upload('files?replace=true&path=northwind', name, Buffer.from(text))
  await Promise.all([
    ...['customers', 'products', 'categories', 'employees', 'suppliers'].map(async (name) =>
      bring(`${name}.csv`, await demoFile(`northwind/${name}.csv`)),
    ),
    bring('orders.csv', recent),
    bring('order-details.csv', lines),
    bring('country-codes.csv', countries),
  ])
  return { countries, orders: recent, lines }
}

const readMasters = (project: DemoProject) =>
  Promise.all(
    masters.map(async ({ file, class_name, table_name, label, key }) => {
      const { model_id, fields } = await understood(project, { path: `northwind/${file}`, name: label, key })
      const structure_id = await made(project, 'data_structures', {
        class_name,
        table_name,
        label,
        description: `From ${file}.`,
        content_identifier: key,
        fields,
      })
      return { step: table_name, file, model_id, structure_id, key, fields }
    }),
  )
