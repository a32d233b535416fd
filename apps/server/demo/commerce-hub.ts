import { demoDataSets, demoInsights, type DemoStructures } from './insights.ts'
import { checkReturns, importPrices, nobody, reportFailures, sendShipments } from './failures.ts'
import { countryCodes, marketMapping, marketOrder, marketplaceFile, marketWorkflow } from './marketplace.ts'
import { masters, orderMapping, salesOrder, shopOrder } from './northwind.ts'
import { demoFile, endedRuns, made, published, runThrough, understood, type DemoProject } from './project.ts'
import { approveLargeOrders, eveningRound, mailReport, monthlySales, sumUpMonths } from './reports.ts'
import {
  announcedReturns,
  customerReturn,
  exportOpenOrders,
  receiveReturns,
  reorderList,
  routeShipments,
  shipment,
} from './warehouse.ts'
import { masterWorkflow, orderWorkflow } from './workflows.ts'
import { ordersOfLastYear } from './year-of-orders.ts'

/** Calls the address of a webhook, as a shop would. */
type CallHook = (path: string, body: object) => Promise<unknown>

/** The demo's largest project: a shop's year of orders, run through, with what went wrong in it. */
export async function furnishHub(project: DemoProject, callHook: CallHook): Promise<void> {
  const codes = await bringFiles(project)
  const [master, structures, models] = await Promise.all([
    readMasters(project),
    makeStructures(project),
    understandOrders(project),
  ])
  const load = await published(project, {
    label: 'Load master data',
    class_name: 'LoadMasterData',
    source: masterWorkflow(master),
  })
  const ids = { ...structures, products: master[1]!.structure_id, countries: master[2]!.structure_id }
  const [workflows] = await Promise.all([
    makeWorkflows(project, { master, models, codes, ids }),
    runThrough(project, load, 'stopped'),
    surround(project, ids),
  ])
  await Promise.all([
    runThrough(project, workflows.imports, 'stopped').then(() => endedRuns(project, workflows.route, 1)),
    runThrough(project, workflows.market, 'warning'),
    announceReturns(project, workflows.returns, callHook),
  ])
  await Promise.all([
    runThrough(project, workflows.evening, 'stopped').then(() => runThrough(project, workflows.mail, 'stopped')),
    runThrough(project, workflows.reorder, 'stopped'),
    runThrough(project, workflows.approve, 'waiting'),
    runThrough(project, workflows.prices, 'error'),
    // A run that finds nobody there tries again for half a minute before it fails; nobody waits for that here.
    project.post(`workflows/${workflows.carrier}/run`),
    runThrough(project, workflows.check, 'error'),
  ])
  await endedRuns(project, workflows.report, 3)
}

/** The files of Northwind, its orders moved into the year before, and those of a marketplace; answers the country codes. */
async function bringFiles(project: DemoProject): Promise<string[]> {
  const [countries, orders, lines] = await Promise.all(
    ['country-codes.csv', 'northwind/orders.csv', 'northwind/order-details.csv'].map(demoFile),
  )
  const recent = ordersOfLastYear(orders!, new Date())
  const { all, byName } = countryCodes(countries!)
  const rest = ['customers', 'products', 'categories', 'employees', 'suppliers'].map(async (name) =>
    bring('northwind', `${name}.csv`, await demoFile(`northwind/${name}.csv`)),
  )
  await Promise.all([
    ...rest,
    bring('northwind', 'orders.csv', recent),
    bring('northwind', 'order-details.csv', lines!),
    bring('northwind', 'country-codes.csv', countries!),
    bring('marketplace', 'orders.csv', marketplaceFile(recent, lines!, byName)),
  ])
  return all

  function bring(folder: string, name: string, text: string) {
    return project.upload(`files?path=${folder}`, name, Buffer.from(text))
  }
}

type Master = { step: string; file: string; model_id: string; structure_id: string; key: string }
type Masters = (Master & { fields: { name: string; original_name?: string | undefined }[] })[]

const readMasters = (project: DemoProject): Promise<Masters> =>
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

async function makeStructures(project: DemoProject) {
  const [shop_orders, sales_orders, market_orders, shipments, returns, monthly] = await Promise.all(
    [shopOrder, salesOrder, marketOrder, shipment, customerReturn, monthlySales].map((draft) =>
      made(project, 'data_structures', draft),
    ),
  )
  return {
    shop_orders: shop_orders!,
    sales_orders: sales_orders!,
    market_orders: market_orders!,
    shipments: shipments!,
    returns: returns!,
    monthly: monthly!,
  }
}

async function understandOrders(project: DemoProject) {
  const [orders, lines, market] = await Promise.all([
    understood(project, { path: 'northwind/orders.csv', name: 'Orders file', key: 'order_id' }),
    // a line is told by its order and its product together
    understood(project, {
      path: 'northwind/order-details.csv',
      name: 'Order lines file',
      key: 'line_id',
      dynamic_fields: [{ name: 'line_id', glue: '-', values: ['order_id', 'product_id'] }],
    }),
    understood(project, { path: 'marketplace/orders.csv', name: 'Marketplace file', key: 'order_number' }),
  ])
  const market_rows = await made(project, 'data_structures', {
    class_name: 'MarketplaceRow',
    table_name: 'marketplace_row',
    label: 'Marketplace row',
    description: 'A row of the file the marketplace drops.',
    content_identifier: 'order_number',
    fields: market.fields,
  })
  return { orders: orders.model_id, lines: lines.model_id, market, market_rows }
}

type Ids = Awaited<ReturnType<typeof makeStructures>> & { products: string; countries: string }
type Ground = {
  master: Masters
  models: Awaited<ReturnType<typeof understandOrders>>
  codes: string[]
  ids: Ids
}

async function makeWorkflows(project: DemoProject, { master, models, codes, ids }: Ground) {
  const named = (original: string) => master[2]!.fields.find(({ original_name }) => original_name === original)!.name
  const [mapping_id, market_mapping] = await Promise.all([
    made(project, 'mappings', {
      label: 'Shop order to sales order',
      description: 'Heads, lines, exact totals and ISO countries.',
      source_structure_id: ids.shop_orders,
      target_structure_id: ids.sales_orders,
      definition: orderMapping({
        customers: master[0]!.structure_id,
        products: ids.products,
        countries: ids.countries,
        country_name: named('CLDR display name'),
        country_code: named('ISO3166-1-Alpha-2'),
      }),
    }),
    made(project, 'mappings', {
      label: 'Marketplace to order',
      description: 'Articles by their names, totals by a formula.',
      source_structure_id: models.market_rows,
      target_structure_id: ids.market_orders,
      definition: marketMapping(models.market.fields, ids.products),
    }),
  ])
  const source = orderWorkflow({ ...ids, orders_model: models.orders, lines_model: models.lines, mapping_id })
  const [imports, months, open_orders, report, market, returns, reorder, mail, approve, prices, carrier, check] =
    await Promise.all([
      published(project, { label: 'Import sales orders', class_name: 'ImportSalesOrders', source }),
      published(project, sumUpMonths(ids)),
      published(project, exportOpenOrders(ids)),
      published(project, reportFailures()),
      published(
        project,
        marketWorkflow({
          model_id: models.market.model_id,
          mapping_id: market_mapping,
          structure_id: ids.market_orders,
          codes,
        }),
      ),
      published(project, receiveReturns(ids)),
      published(project, reorderList(ids)),
      published(project, mailReport(ids)),
      published(project, approveLargeOrders(ids)),
      published(project, importPrices()),
      published(project, sendShipments(ids.shipments)),
      published(project, checkReturns(ids.returns)),
    ])
  const [route, evening] = await Promise.all([
    published(project, routeShipments(ids, named('ISO3166-1-Alpha-2'), imports)),
    published(project, eveningRound(months, open_orders)),
    project.post('workflow_tokens', { workflow_id: imports, name: 'Shop' }),
  ])
  return { imports, report, market, returns, reorder, mail, approve, prices, carrier, check, route, evening }
}

async function announceReturns(project: DemoProject, workflow_id: string, callHook: CallHook) {
  const { path } = await project.post('workflow_tokens', { workflow_id, name: 'Shop announces returns' })
  await Promise.all(announcedReturns.map((one) => callHook(path, one)))
  await endedRuns(project, workflow_id, announcedReturns.length)
}

/** What else a project that is worked in has: charts, questions, texts, notes, ids of other systems. */
async function surround(project: DemoProject, ids: DemoStructures) {
  const sets = Object.fromEntries(
    await Promise.all(
      demoDataSets(ids).map(async ({ key, ...data_set }) => [key, await made(project, 'data_sets', data_set)]),
    ),
  )
  await project.post('connections', {
    label: 'Carrier (test system)',
    name: 'carrier',
    description: 'Nothing answers here, so that the demo shows what that looks like.',
    connector: 'rest',
    settings: { base_url: `http://${nobody.host}:${nobody.port}/` },
  })
  await Promise.all([
    ...demoInsights(sets).map((insight) => project.post('insights', insight)),
    project.post('config_values', { name: 'sales_mail', value: 'vertrieb@hanse-handel.example' }),
    project.post('queries', {
      name: 'Best customers',
      description: 'The ten customers with the highest net total.',
      sql: 'select customer, count(*) as orders, sum(net_total) as net_total\nfrom sales_order\ngroup by customer\norder by net_total desc\nlimit 10',
    }),
    project.post('text_templates', {
      label: 'Confirmation of an order',
      type: 'mail',
      data_structure_id: ids.sales_orders,
      body: 'Thank you, {{ customer }}!\n\nYour order {{ order_number }} of {{ ordered_on | date: "dd.MM.yyyy" }} comes to {{ net_total | number: 2 }} euros.',
    }),
    project.post('notes', {
      title: 'Countries of the marketplace',
      note: 'Since spring the marketplace writes out countries of German-speaking customers. Until they mend it, the rejected orders are corrected by a value map.',
    }),
    project.post('notes', {
      title: 'Price list',
      note: 'The supplier has promised suppliers/price-list.csv for every morning. It has not come yet.',
    }),
    ...['ALFKI', 'BERGS', 'BLAUS', 'ERNSH', 'FRANK', 'KOENE', 'LEHMS', 'QUICK'].map((left_id, i) =>
      project.post('cross_references', {
        name: 'shop_customer_erp_customer',
        left_id,
        right_id: String(70_001 + i * 7),
      }),
    ),
  ])
}
