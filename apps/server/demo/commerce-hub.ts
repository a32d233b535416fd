import { checkReturns, importPrices, nobody, reportFailures, sendShipments } from './failures.ts'
import { demoDashboard, demoDataSets, demoInsights, type DemoStructures } from './insights.ts'
import { countryCodes, marketMapping, marketOrder, marketplaceFile, marketWorkflow } from './marketplace.ts'
import { makeOrders, type Orders } from './orders.ts'
import { endedRuns, made, published, runThrough, understood, type DemoProject } from './project.ts'
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

/** Calls the address of a webhook, as a shop would. */
type CallHook = (path: string, body: object) => Promise<unknown>

/** The demo's largest project: a shop's year of orders, run through, with what went wrong in it. */
export async function furnishHub(project: DemoProject, callHook: CallHook): Promise<void> {
  const [orders, structures] = await Promise.all([makeOrders(project), makeStructures(project)])
  const ids = { ...structures, ...orders }
  // What others begin by themselves stands before their first run.
  const [report, route] = await Promise.all([
    published(project, reportFailures()),
    published(project, routeShipments(ids, ids.country_code, ids.imports)),
    runThrough(project, orders.load, 'stopped'),
  ])
  const [workflows] = await Promise.all([
    makeWorkflows(project, ids),
    runThrough(project, orders.imports, 'stopped').then(() => endedRuns(project, route, 1)),
    makeMarketplace(project, ids).then((market) => runThrough(project, market, 'warning')),
    published(project, receiveReturns(ids)).then((returns) => announceReturns(project, returns, callHook)),
    surround(project, ids),
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
  await endedRuns(project, report, 3)
}

async function makeStructures(project: DemoProject) {
  const [market_orders, shipments, returns, monthly] = (await Promise.all(
    [marketOrder, shipment, customerReturn, monthlySales].map((draft) => made(project, 'data_structures', draft)),
  )) as [string, string, string, string]
  return { market_orders, shipments, returns, monthly }
}

type Ids = Orders & Awaited<ReturnType<typeof makeStructures>>

async function makeWorkflows(project: DemoProject, ids: Ids) {
  const [months, open_orders, reorder, mail, approve, prices, carrier, check] = await Promise.all([
    published(project, sumUpMonths(ids)),
    published(project, exportOpenOrders(ids)),
    published(project, reorderList(ids)),
    published(project, mailReport(ids)),
    published(project, approveLargeOrders(ids)),
    published(project, importPrices()),
    published(project, sendShipments(ids.shipments)),
    published(project, checkReturns(ids.returns)),
    project.post('workflow_tokens', { workflow_id: ids.imports, name: 'Shop' }),
  ])
  const evening = await published(project, eveningRound(months, open_orders))
  return { reorder, mail, approve, prices, carrier, check, evening }
}

/** The file of the marketplace, how it is read and mapped, and the workflow that does it. */
async function makeMarketplace(project: DemoProject, { files, products, market_orders }: Ids): Promise<string> {
  const { all, byName } = countryCodes(files.countries)
  const path = 'marketplace/orders.csv'
  const text = marketplaceFile(files.orders, files.lines, byName)
  await project.upload('files?replace=true&path=marketplace', 'orders.csv', Buffer.from(text))
  const { model_id, fields } = await understood(project, { path, name: 'Marketplace file', key: 'order_number' })
  const mapping_id = await made(project, 'mappings', {
    label: 'Marketplace to order',
    description: 'Articles by their names, totals by a formula.',
    source_structure_id: await made(project, 'data_structures', {
      class_name: 'MarketplaceRow',
      table_name: 'marketplace_row',
      label: 'Marketplace row',
      description: 'A row of the file the marketplace drops.',
      content_identifier: 'order_number',
      fields,
    }),
    target_structure_id: market_orders,
    definition: marketMapping(fields, products),
  })
  return published(project, marketWorkflow({ model_id, mapping_id, structure_id: market_orders, codes: all }))
}

async function announceReturns(project: DemoProject, workflow_id: string, callHook: CallHook) {
  const { path } = await project.post('workflow_tokens', { workflow_id, name: 'Shop announces returns' })
  await Promise.all(announcedReturns.map((one) => callHook(path, one)))
  await endedRuns(project, workflow_id, announcedReturns.length)
}

async function showTrade(project: DemoProject, sets: Parameters<typeof demoInsights>[0]) {
  const ids = await Promise.all(demoInsights(sets).map((insight) => made(project, 'insights', insight)))
  await project.post('dashboards', demoDashboard(ids))
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
    showTrade(project, sets),
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
