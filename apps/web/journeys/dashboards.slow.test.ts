import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aField } from '@weft/engine/testing/structure.ts'
import { dayIn } from '@weft/kit/define/period.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

// A dashboard is built from nothing by mouse and keyboard, filtered, drilled into and handed on by its link.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const structure = await user.post('data_structures', {
  class_name: 'Sale',
  table_name: 'sale',
  label: 'Sales',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('sold_on', 'date'),
    aField('country'),
    aField('channel'),
    aField('amount', 'decimal', { precision: 12, scale: 2 }),
  ],
})
const day = (ago: number) => dayIn(new Date(Date.now() - ago * 86_400_000), 'Europe/Berlin')
const sales = Array.from({ length: 60 }, (_, i) => ({
  number: i + 1,
  sold_on: day(i),
  country: ['Germany', 'Austria', 'Denmark'][i % 3]!,
  channel: ['Shop', 'Marketplace', 'EDI', 'Shop'][i % 4]!,
  amount: 100 + ((i * 37) % 90),
}))
for (const sale of sales)
  await user.post(`data_structures/${structure.id}/records`, { ...sale, amount: sale.amount.toFixed(2) })

const at = (field: string) => ({ of: 'sales', field })
const { id: daily } = await user.post('data_sets', {
  name: 'Daily sales',
  definition: {
    structures: [{ as: 'sales', structure_id: structure.id }],
    fields: [
      { name: 'sold_on', ...at('sold_on'), label: 'Day' },
      { name: 'country', ...at('country'), label: 'Country' },
      { name: 'channel', ...at('channel'), label: 'Channel' },
      { name: 'amount', ...at('amount'), function: 'sum', label: 'Amount' },
      { name: 'sold', ...at('number'), function: 'count', label: 'Sold' },
    ],
    sort: [{ field: 'country' }],
  },
})
const { id: perChannel } = await user.post('data_sets', {
  name: 'By channel',
  definition: {
    structures: [{ as: 'sales', structure_id: structure.id }],
    fields: [
      { name: 'channel', ...at('channel'), label: 'Channel' },
      { name: 'amount', ...at('amount'), function: 'sum', label: 'Amount' },
    ],
    sort: [{ field: 'amount', descending: true }],
  },
})
const insight = (label: string, chart_type: string, graphs: object[], more: object = {}) =>
  user.post('insights', { label, chart_type, definition: { graphs, ...more } })
await insight('Sales by country', 'bar', [{ data_set_id: daily, x_field: 'country', y_field: 'sold' }], {
  values: true,
  legend: false,
})
await insight(
  'Sales and revenue',
  'combo',
  [
    { data_set_id: daily, x_field: 'sold_on', y_field: 'sold', series_field: 'channel' },
    { data_set_id: daily, x_field: 'sold_on', y_field: 'amount', name: 'Revenue', axis: 'right' },
  ],
  { stacking: 'stacked', right_axis: { title: '', unit: '€' } },
)
await insight('Country by channel', 'pivot', [
  { data_set_id: daily, x_field: 'country', series_field: 'channel', y_field: 'amount' },
])
await insight('Channels', 'table', [{ data_set_id: perChannel }])

const tile = (page: Page, name: string) => page.locator(`section[aria-label="${name}"]`)
const sum = (rows: typeof sales) => rows.reduce((all, { amount }) => all + amount, 0)
const whole = new Intl.NumberFormat('en')

const page = await pageOf(sign_in, '/project/insights/create')

test('a number is made in the editor of insights, with what counts as a good change', async () => {
  await page.getByRole('textbox', { name: /^Label/ }).fill('Revenue')
  await page.getByRole('radio', { name: 'Number' }).click()
  await page.getByRole('combobox', { name: 'Data set' }).click()
  await page.getByRole('option', { name: 'Daily sales' }).click()
  await page.getByRole('combobox', { name: 'Along' }).click()
  await page.getByRole('option', { name: 'Day' }).click()
  await page.getByRole('combobox', { name: 'Values', exact: true }).click()
  await page.getByRole('option', { name: 'Amount' }).click()
  await page.getByLabel('Compared over days').fill('28')
  await page.getByText(whole.format(sum(sales.slice(0, 28))), { exact: true }).waitFor()
  await seenInBoth(page, 'insight-number')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/insights\/[0-9a-f-]{36}$/)
})

test('a dashboard is built from nothing by pointer and keyboard, and changes are taken back', async () => {
  await page.goto(`${product.url}/project/insights/dashboards/create`)
  await page
    .getByRole('textbox', { name: /^Label/ })
    .first()
    .fill('Trade overview')
  await page.getByText('Editing · not saved').waitFor()
  // By keyboard: to the first place that is free.
  for (const name of ['Revenue', 'Sales by country', 'Country by channel', 'Channels']) {
    const entry = page.getByRole('button', { name, exact: true })
    await entry.focus()
    await page.keyboard.press('Enter')
    await tile(page, name).waitFor()
    await page.getByRole('button', { name: 'Close settings' }).click()
  }
  // By pointer: from the palette onto the grid.
  const from = (await page.getByRole('button', { name: 'Sales and revenue' }).boundingBox())!
  const board = (await page.getByRole('region', { name: 'Trade overview' }).boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(board.x + 500, board.y + 60, { steps: 5 })
  await page.getByText('Drop Sales and revenue here').waitFor()
  await picture(page, 'dashboard-dropping')
  await page.mouse.move(board.x + 340, board.y + 30, { steps: 3 })
  await page.mouse.up()
  await tile(page, 'Sales and revenue').waitFor()
  await page.getByRole('button', { name: 'Close settings' }).click()

  const width = async (name: string) => Math.round((await tile(page, name).boundingBox())!.width)
  const before = await width('Revenue')
  await tile(page, 'Revenue').focus()
  await page.keyboard.press('Shift+ArrowRight')
  assert.ok((await width('Revenue')) > before)
  await page.keyboard.press('Control+z')
  assert.equal(await width('Revenue'), before)
  await page.getByRole('button', { name: 'Close settings' }).click()

  for (const [kind, field, first] of [
    ['Period', 'Day', '12 weeks'],
    ['Values', 'Country', undefined],
  ] as const) {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const last = page.locator('fieldset').last()
    await last.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: kind }).click()
    await last.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
    if (!first) continue
    await last.getByRole('combobox', { name: 'At first' }).click()
    await page.getByRole('option', { name: first }).click()
  }
  await tile(page, 'Revenue')
    .getByText(whole.format(sum(sales)), { exact: true })
    .waitFor()
  await seenInBoth(page, 'dashboard-edit')
  // Leaving asks.
  await page.getByRole('link', { name: 'Dashboards' }).first().click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Save dashboard' }).click()
  await page.waitForURL(/dashboards\/[0-9a-f-]{36}/)
  await page.getByRole('button', { name: 'Share' }).waitFor()
})

test('one filter acts on every tile whose data has the field, and stands in the address', async () => {
  await tile(page, 'Revenue')
    .getByText(whole.format(sum(sales)), { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Country all' }).click()
  await page.getByLabel('Austria').check()
  await page.keyboard.press('Escape')
  const austria = sales.filter(({ country }) => country === 'Austria')
  await tile(page, 'Revenue')
    .getByText(whole.format(sum(austria)), { exact: true })
    .waitFor()
  await tile(page, 'Channels').getByText('Not filtered by Day, Country').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('country'), 'Austria')
  await page.getByText('4 weeks', { exact: true }).click()
  const latest = austria.filter(({ sold_on }) => sold_on >= day(27))
  await tile(page, 'Revenue')
    .getByText(whole.format(sum(latest)), { exact: true })
    .waitFor()
  await seenInBoth(page, 'dashboard')

  const other = await pageOf(sign_in, new URL(page.url()).pathname + new URL(page.url()).search, { language: 'de' })
  await tile(other, 'Revenue')
    .getByText(new Intl.NumberFormat('de').format(sum(latest)), { exact: true })
    .waitFor()
  await tile(other, 'Channels').getByText('Nicht nach Day, Country gefiltert').waitFor()
  await seenInBoth(other, 'dashboard-de')
  await other.setViewportSize({ width: 390, height: 844 })
  await picture(other, 'dashboard-phone')
  await other.close()
})

test('a click opens the records behind a cell, whose sum it is, and each leads on to its record', async () => {
  const shop = sales.filter(
    ({ country, channel, sold_on }) => country === 'Austria' && channel === 'Shop' && sold_on >= day(27),
  )
  await tile(page, 'Country by channel')
    .getByRole('button', { name: whole.format(sum(shop)), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Records behind “Country by channel: Austria · Shop”' }).waitFor()
  const cells = dialog.locator('tbody tr td:nth-child(4)')
  await cells.nth(shop.length - 1).waitFor()
  const amounts = await cells.allTextContents()
  assert.equal(amounts.length, shop.length)
  assert.equal(
    amounts.reduce((all, text) => all + Number(text), 0),
    sum(shop),
  )
  await picture(page, 'dashboard-behind')
  await dialog.getByRole('link', { name: 'Open' }).first().click()
  await page.waitForURL(/data-store\//)
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
})

test('a tile is enlarged, shown as a table and saved as CSV', async () => {
  const menu = async (item: string) => {
    await tile(page, 'Sales by country').getByRole('button', { name: 'More for Sales by country' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await menu('Show as table')
  await tile(page, 'Sales by country').getByRole('cell', { name: 'Austria' }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), menu('Export as CSV')])
  assert.equal(file.suggestedFilename(), 'Sales by country.csv')
  await menu('Enlarge')
  await page.getByRole('dialog').getByRole('cell', { name: 'Austria' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
})

test('nothing found offers to clear the filters', async () => {
  await page.goto(`${page.url().split('?')[0]}?country=Nowhere`)
  await tile(page, 'Sales by country').getByText('Nothing matches the filters').waitFor()
  await tile(page, 'Sales by country').getByRole('button', { name: 'Clear filters' }).click()
  await tile(page, 'Sales by country').getByRole('table').waitFor({ state: 'attached' })
})

test('a link leads whoever may look to the same filters, and tells others whom to ask', async () => {
  const outsider = { email: 'otto@hanse-handel.example', password: 'Correct-Horse-1' }
  await user.post('roles', { display_name: 'Only runs', name: 'only_runs', permissions: ['jobs.view'] })
  await user.post('users', { ...outsider, first_name: 'Otto', last_name: 'Ohm', role: 'only_runs', language: 'en' })
  const there = new URL(page.url()).pathname
  const theirs = await pageOf(outsider, `${there}?country=Austria`)
  await theirs.getByText('You may ask:').waitFor()
  await theirs.locator('a[href^="mailto:"]').first().waitFor()
  await seenInBoth(theirs, 'dashboard-denied')
})
