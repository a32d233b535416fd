import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { isFinal, type JobStatusName } from '@weft/kit/define/job-status.ts'
import { onControl, onRecords } from '@weft/kit/testing/product-database.ts'
import { demoClients, demoSignIns } from './demo.ts'
import { aJourney, seenInBoth } from './opening.ts'

// What the demo shows is what has happened in it.

const { product, pageOf } = await aJourney({ demo: true })
const signIns = await demoSignIns(product)
const { admin, tenant } = await demoClients(product)
const project = tenant.headers['x-project-id']!

/** What the control database says of the large project. */
const control = async <T extends object>(text: string) =>
  onControl(product, async (client) => (await client.query<T>(text, [project])).rows)
/** The one figure of a question to the records. */
async function figure(sql: string): Promise<number> {
  const { rows } = await tenant.post('queries/run', { sql, parameters: '{}' })
  return Number(Object.values(rows[0])[0])
}

test('there are two partners, five tenants and fifteen workflows, and all runs but the approval come to an end', async () => {
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
  assert.deepEqual(names(await admin.get('partners')), ['Nordlicht Digital', 'Südwind Systeme'])
  assert.deepEqual(names(await admin.get('clients')), [
    'Alpenblick Sport',
    'Bergmann Werkzeuge',
    'Deichgraf Logistik',
    'Elbkontor Kaffee',
    'Hanse Handel',
  ])
  assert.equal((await tenant.get('workflows?perPage=50')).length, 15)
  // The carrier is tried again for a while before the run fails.
  let open: string[] = []
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(500)) {
    const jobs = (await tenant.get('jobs?perPage=100')) as { status: JobStatusName; workflow_label: string }[]
    open = jobs.filter(({ status }) => !isFinal(status)).map((job) => job.workflow_label)
    if (open.length === 1) break
  }
  assert.deepEqual(open, ['Approve large orders'])
  const [approval] = await tenant.get('approvals?filter[state]=open')
  const large = await figure('select count(*) from sales_order where net_total > 10000')
  assert.equal(approval.title, `Release ${large} orders above 10,000 euros?`)
})

test('workflows fail for the reasons that are shown', async () => {
  const reasons: Record<string, RegExp> = {
    'Receive returns': /^Nothing was written/,
    'Import supplier prices': /suppliers\/price-list\.csv: the storage has none there/,
    'Check returns': /^Return R-1004 has a quantity below zero: -3\.$/,
    'Send shipments to the carrier': /nothing answers at this address and port \(ECONNREFUSED\)/,
  }
  let failed: { label: string; id: string }[] = []
  for (const until = Date.now() + 120_000; Date.now() < until && failed.length < 4; await sleep(500))
    failed = await control(
      `select w.label, j.id from jobs j join workflows w on w.id = j.workflow_id
       where j.project_id = $1 and j.status = 'error' order by w.label`,
    )
  assert.deepEqual(
    failed.map(({ label }) => label),
    Object.keys(reasons).toSorted(),
  )
  for (const { label, id } of failed) {
    const { error } = await tenant.get(`jobs/${id}`)
    assert.match(error.message, reasons[label]!)
  }
  const causes = (await tenant.get('failure_causes')) as { workflow_label: string }[]
  assert.deepEqual(causes.map((one) => one.workflow_label).toSorted(), Object.keys(reasons).toSorted())
  const page = await pageOf(signIns.tenant, '/project/reporting/failed')
  for (const label of Object.keys(reasons)) await page.getByText(label).first().waitFor()
})

test('as many records wait at each cause as the tables hold, and the screen says so', async () => {
  const [causes, held] = await Promise.all([
    tenant.get('rejection_causes') as Promise<{ id: string; reason: string; waiting: number }[]>,
    control<{ id: string; count: number }>(
      `select cause_id as id, count(*)::int as count from record_errors where project_id = $1 and state = 'open' group by 1`,
    ),
  ])
  assert.deepEqual(
    Object.fromEntries(causes.map(({ id, waiting }) => [id, Number(waiting)])),
    Object.fromEntries(held.map(({ id, count }) => [id, count])),
  )
  const told = Object.fromEntries(causes.map(({ reason, waiting }) => [reason, Number(waiting)]))
  assert.equal(told['Country is not a two-letter code'], 41)
  assert.equal(told['Quantity is not above zero'], 7)
  assert.equal(told['E-mail address has no @'], 5)
  assert.equal(causes.length, 5)
  const page = await pageOf(signIns.tenant, '/project/reporting/rejected')
  await page.getByRole('link', { name: 'Country is not a two-letter code' }).first().waitFor()
  await page.getByText('41', { exact: true }).first().waitFor()
  await seenInBoth(page, 'demo-rejected')
})

type Graphs = { graphs: { points: unknown[][] }[] }
/** What each insight shows, asked in another way. */
const questions: Record<string, string> = {
  'Sales by country': 'select country as x, sum(net_total) as y from sales_order group by 1',
  'Sales by month': "select to_char(ordered_on, 'YYYY-MM') as x, sum(net_total) as y from sales_order group by 1",
  'Open shipments by way': 'select way as x, count(*) as y from shipment group by 1',
  'Marketplace by country': 'select country_code as x, count(*) as y from marketplace_order group by 1',
  'Orders by month': "select to_char(ordered_on, 'YYYY-MM') as x, count(*) as y from sales_order group by 1",
}

test('every figure of the insights is what a query over the records gives', async () => {
  const insights = (await tenant.get('insights')) as { id: string; label: string }[]
  assert.equal(insights.length, 6)
  for (const { id, label } of insights) {
    const question = questions[label]
    if (!question) continue
    const { graphs } = (await tenant.get(`insights/${id}/data`)) as Graphs
    const { rows } = await tenant.post('queries/run', { sql: question, parameters: '{}' })
    const pairs = (points: unknown[][]) =>
      points.map(([x, y]) => `${String(x).slice(0, label.endsWith('month') ? 7 : 99)}: ${Number(y)}`).toSorted()
    const asked = (rows as { x: unknown; y: unknown }[]).map(({ x, y }) => [x, y])
    assert.deepEqual(pairs(graphs[0]!.points), pairs(asked), label)
  }
  const best = insights.find(({ label }) => label === 'Best products')!
  const { graphs } = (await tenant.get(`insights/${best.id}/data`)) as Graphs
  const orders = (await allRecords('sales_order')) as { lines: { product: string; line_total: number }[] }[]
  const sales = new Map<string, number>()
  for (const { product: name, line_total } of orders.flatMap(({ lines }) => lines))
    sales.set(name, (sales.get(name) ?? 0) + Number(line_total))
  const largest = [...sales].toSorted(([, a], [, b]) => b - a).slice(0, 10)
  assert.deepEqual(
    graphs[0]!.points.map(([x, y]) => [x, Number(y)]),
    largest.map(([name, amount]) => [name, Number(amount.toFixed(2))]),
  )
})

/** The records of a structure as its table holds them. */
const allRecords = async (table: string): Promise<unknown[]> => {
  const { id } = (await admin.get('clients?searchTerm=hanse'))[0]
  return onRecords(product, id, async (client) => {
    const { rows } = await client.query<{ schema: string }>(
      'select table_schema as schema from information_schema.tables where table_name = $1',
      [table],
    )
    return (await client.query(`select * from ${client.escapeIdentifier(rows[0]!.schema)}.${table}`)).rows
  })
}

test('every schedule that is awake has a next time, and orders lie in the year before', async () => {
  const schedules = await control<{ label: string; next_at: Date | null }>(
    `select w.label, s.next_at from schedules s join workflows w on w.id = s.workflow_id where w.project_id = $1`,
  )
  assert.equal(schedules.length, 10)
  for (const { label, next_at } of schedules) assert.ok(next_at && next_at > new Date(), label)
  const { rows } = await tenant.post('queries/run', {
    sql: 'select count(*) as orders, max(ordered_on) < current_date as before_today, min(ordered_on) >= current_date - 367 as within from sales_order',
    parameters: '{}',
  })
  assert.deepEqual({ ...rows[0], orders: Number(rows[0].orders) }, { orders: 830, before_today: true, within: true })
})

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

test('the first steps are ticked by what is really done, put away, and brought back by the help centre', async () => {
  const page = await pageOf(signIns.tenant, '/project/welcome')
  await steps(page).getByText('0 of 7 done').waitFor()
  assert.deepEqual(await steps(page).getByRole('link').allInnerTexts(), [
    'Look at a run',
    'Mend rejected records',
    'Change a mapping and try it',
    'Ask the data',
    'Draw a chart',
    'Call a webhook',
    'Take it further',
  ])
  await seenInBoth(page, 'first-steps')
  await steps(page).getByRole('link', { name: 'Look at a run' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/project\/workflows\/reporting\/[^/]+\/[^/]+\/details/)
  await page.getByRole('tab', { name: 'Log' }).waitFor()
  await page.goto(`${product.url}/project/welcome`)
  await steps(page).getByText('1 of 7 done').waitFor()

  // A mended cause becomes written records: one of the 41 has an unknown article besides.
  await steps(page).getByRole('link', { name: 'Mend rejected records' }).click()
  await page.waitForURL(/\/project\/reporting\/rejected\/[0-9a-f-]{36}$/)
  const before = await figure('select count(*) from marketplace_order')
  assert.equal(before, 151)
  for (const [value, code] of Object.entries({ GER: 'DE', Deutschland: 'DE', Österreich: 'AT' }))
    await page.getByRole('textbox', { name: `${value} becomes`, exact: true }).fill(code)
  await page.getByRole('button', { name: /^Try on 10$/ }).click()
  await page.getByText(/of 10 go through/).waitFor()
  await page.getByRole('button', { name: /^Apply to 41$/ }).click()
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(500))
    if ((await figure('select count(*) from marketplace_order')) === 191) break
  assert.equal(await figure('select count(*) from marketplace_order'), 191)
  assert.equal(await figure("select count(*) from marketplace_order where country_code in ('DE', 'AT')"), 40)

  await page.goto(`${product.url}/project/welcome`)
  // The figures above were questions to the data, which is a step as well.
  await steps(page).getByText('3 of 7 done').waitFor()
  const tokens = (await tenant.get('workflow_tokens')) as { id: string; name: string }[]
  const { id } = tokens.find(({ name }) => name === 'Shop announces returns')!
  const { path } = await tenant.get(`workflow_tokens/${id}/address`)
  const called = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ return_number: 'R-2001', order_number: 'NW-10248', reason: 'damaged', quantity: 1 }),
  })
  assert.equal(called.status, 202)
  await page.reload()
  await steps(page).getByText('4 of 7 done').waitFor()
  await seenInBoth(page, 'first-steps-some')

  await steps(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await steps(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('region', { name: 'Last jobs' }).waitFor()
  assert.equal(await steps(page).count(), 0)
  await page.getByRole('button', { name: 'Help centre' }).click()
  await page.getByRole('menuitem', { name: 'First steps' }).click()
  await steps(page).getByText('4 of 7 done').waitFor()
})

test('on a phone and in German the first steps stand there as well', async () => {
  const page = await pageOf(signIns.tenant, '/project/welcome', {
    language: 'de',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page
    .getByRole('region', { name: 'Erste Schritte' })
    .getByText(/von 7 erledigt/)
    .waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await seenInBoth(page, 'first-steps-phone')
})
