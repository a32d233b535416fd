// In a process of its own: a product and a browser are enough for one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { drag, openBrowser } from '@weft/kit/testing/browser.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

const product = await startProduct()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await product.stop()
})

const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const field = (name: string, type: string, more: object = {}) => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
  ...more,
})
const key = { primary_key: true, nullable: false }
const money = { precision: 12, scale: 2 }
const shop = await user.post('data_structures', {
  class_name: 'ShopOrder',
  table_name: 'shop_order',
  label: 'Shop order',
  fields: [
    field('number', 'text', key),
    field('placed_at', 'date_time'),
    field('currency', 'text'),
    field('channel', 'text'),
    field('buyer', 'object', {
      fields: [field('first_name', 'text'), field('last_name', 'text'), field('is_business', 'boolean')],
    }),
    field('ship_to', 'object', { fields: [field('street', 'text'), field('zip', 'text'), field('country', 'text')] }),
    field('lines', 'list', {
      fields: [field('sku', 'text'), field('quantity', 'integer'), field('net_price', 'decimal', money)],
    }),
  ],
})
const sales = await user.post('data_structures', {
  class_name: 'SalesOrder',
  table_name: 'sales_order',
  label: 'Sales order',
  fields: [
    field('sales_order', 'text', key),
    field('order_date', 'date', { required: true }),
    field('currency', 'text', { required: true }),
    field('sold_to', 'object', { fields: [field('name', 'text', { required: true })] }),
    field('country_key', 'text'),
    field('total', 'decimal', money),
    field('items', 'list', {
      fields: [
        field('material', 'text', { required: true }),
        field('order_qty', 'integer'),
        field('net_value', 'decimal', money),
      ],
    }),
  ],
})
await user.post(`data_structures/${shop.id}/records`, {
  number: 'A-10482',
  placed_at: '2026-11-18T09:24:00.000Z',
  currency: 'EUR',
  channel: 'shop-de',
  buyer: { first_name: 'Anke', last_name: 'Petersen', is_business: true },
  ship_to: { street: 'Elbchaussee 14', zip: '22765', country: 'Germany' },
  lines: [
    { sku: 'LM-2209', quantity: 4, net_price: '89.50' },
    { sku: 'LM-2210', quantity: 1, net_price: '249.00' },
  ],
})
const mapping = await user.post('mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
})

const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
const errors: string[] = []
page.on('pageerror', (error) => errors.push(error.message))
page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
const pictures = process.env['WEFT_PICTURES']
async function picture(name: string) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/${name}.png` })
}

await page.goto(product.url)
await page.evaluate(() => localStorage.setItem('language', 'en'))
await page.goto(`${product.url}/login`)
await page.locator('input[type=email], input[name=email]').first().fill(sign_in.email)
await page.locator('input[type=password]').first().fill(sign_in.password)
await page.keyboard.press('Enter')
await page.waitForURL((url) => url.pathname !== '/login')
await page.goto(`${product.url}/project/mappings/${mapping.id}/mapper`)
await page.waitForLoadState('networkidle')
await picture('first')

const tree = (name: string) => page.getByRole('tree', { name })
const row = (tree_name: string, field_name: string) =>
  tree(tree_name).getByRole('treeitem', { name: new RegExp(`^${field_name.replace('.', '\\. ?')} ?,`) })
const port = (of: Locator) => of.locator('[data-port]')
test('a field is dragged to a field; the sample value appears on the other side at once', async () => {
  await drag(page, port(row('Shop order', 'number')), port(row('Sales order', 'sales_order')))
  await row('Sales order', 'sales_order').getByText('A-10482').waitFor()
  await page.getByText('1 of 10 mapped').waitFor()
})

test('suggestions connect what looks alike, and can be taken back step by step', async () => {
  await page.getByRole('button', { name: 'Suggest' }).click()
  await page.getByText(/connections? added/).waitFor()
  await page.getByText(/[4-9] of 10 mapped/).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('1 of 10 mapped').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByText(/[4-9] of 10 mapped/).waitFor()
  await picture('suggested')
})

const addTransformer = async (words: string) => {
  await page.getByRole('button', { name: 'Transformer', exact: true }).click()
  await page.getByPlaceholder('Find a transformer').fill(words)
  await page.keyboard.press('Enter')
}
const node = (name: string) => page.locator('[data-node]').filter({ hasText: name })

test('a transformer takes fields and fills a target; its result is shown for the sample', async () => {
  await addTransformer('Join text')
  await drag(page, port(row('Shop order', 'buyer.first_name')), node('Join text').locator('[data-port]').nth(0))
  await drag(page, port(row('Shop order', 'buyer.last_name')), node('Join text').locator('[data-port]').nth(1))
  await drag(page, node('Join text').locator('[data-port^="o:"]'), port(row('Sales order', 'sold_to.name')))
  await row('Sales order', 'sold_to.name').getByText('Anke Petersen').waitFor()
  await node('Join text').click()
  await page
    .getByRole('contentinfo', { name: 'Details' })
    .or(page.locator('footer'))
    .getByText('Anke · Petersen')
    .waitFor()
})

test('what a transformer needs beside is fetched when a mapping uses it, and its result is shown', async () => {
  const there = row('Sales order', 'country_key')
  await addTransformer('Markdown as HTML')
  await drag(page, port(row('Shop order', 'channel')), node('Markdown as HTML').locator('[data-port]').nth(0))
  await drag(page, node('Markdown as HTML').locator('[data-port^="o:"]'), port(there))
  await there.getByText('<p>shop-de</p>').waitFor()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z')
  await node('Markdown as HTML').waitFor({ state: 'detached' })
})

test('a configuration value and a column of a data set are picked, and what they give is seen for the sample', async () => {
  await user.post('config_values', { name: 'channel.default', value: 'marketplace' })
  const fields = ['number', 'channel'].map((name) => ({ name, of: 'orders', field: name }))
  const definition = { structures: [{ as: 'orders', structure_id: shop.id }], fields }
  await user.post('data_sets', { name: 'Channels by order', definition })
  const there = row('Sales order', 'country_key')
  const details = page.getByRole('contentinfo', { name: 'Details' }).or(page.locator('footer'))
  const pick = async (field: string, option: string) => {
    await details.getByLabel(field, { exact: true }).first().click()
    await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
    await page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'hidden' })
  }
  await addTransformer('Configuration value')
  await node('Configuration value').click()
  await pick('Name', 'channel.default')
  await drag(page, node('Configuration value').locator('[data-port^="o:"]'), port(there))
  await there.getByText('marketplace').waitFor()
  await picture('configuration-value')

  await addTransformer('Look up in a data set')
  await drag(page, port(row('Shop order', 'number')), node('Look up in a data set').locator('[data-port]').nth(0))
  await node('Look up in a data set').click()
  await pick('Data set', 'Channels by order')
  await pick('Where', 'number')
  await pick('Take', 'channel')
  await drag(page, node('Look up in a data set').locator('[data-port^="o:"]'), port(there))
  await there.getByText('shop-de').waitFor()
  await picture('data-set-value')
  for (const name of ['Look up in a data set', 'Configuration value']) {
    await node(name).click()
    await page.keyboard.press('Delete')
    await node(name).waitFor({ state: 'detached' })
  }
})

test('without a mouse: Enter picks a field up, Enter on another connects the two', async () => {
  await addTransformer('Country code')
  await node('Country code').click()
  await row('Shop order', 'ship_to.country').focus()
  await page.keyboard.press('Enter')
  await node('Country code').focus()
  await page.keyboard.press('Enter')
  await node('Country code').focus()
  await page.keyboard.press('Enter')
  await row('Sales order', 'country_key').focus()
  await page.keyboard.press('Enter')
  await row('Sales order', 'country_key').getByText('DE', { exact: true }).waitFor()
  await picture('keyboard')
})

test('a line is drawn by the name of a field, and a transformer is put into it', async () => {
  const there = row('Sales order', 'currency')
  await page.keyboard.press('Escape')
  await drag(page, row('Shop order', 'channel'), there)
  await there.getByText('shop-de').waitFor()
  await there.click()
  await page.getByRole('button', { name: 'Insert a transformer' }).click()
  await page.getByPlaceholder('Find a transformer').fill('upper')
  await page.keyboard.press('Enter')
  await there.getByText('SHOP-DE').waitFor()
  for (let step = 0; step < 2; step++) await page.keyboard.press('Control+z')
  await there.getByText('shop-de', { exact: false }).waitFor({ state: 'detached' })
})

test('entries of a list are mapped one by one, and summed up exactly', async () => {
  if ((await row('Sales order', 'items').locator('[data-used]').count()) === 0)
    await drag(page, port(row('Shop order', 'lines')), port(row('Sales order', 'items')))
  await addTransformer('Multiply')
  await drag(page, port(row('Shop order', 'lines.quantity')), node('Multiply').locator('[data-port]').nth(0))
  await drag(page, port(row('Shop order', 'lines.net_price')), node('Multiply').locator('[data-port]').nth(1))
  await drag(page, node('Multiply').locator('[data-port^="o:"]'), port(row('Sales order', 'items.net_value')))
  await row('Sales order', 'items.net_value').getByText('358').waitFor()
  await addTransformer('sum_list')
  await drag(page, node('Multiply').locator('[data-port^="o:"]'), node('Sum').locator('[data-port]').first())
  await drag(page, node('Sum').locator('[data-port^="o:"]'), port(row('Sales order', 'total')))
  await row('Sales order', 'total').getByText('607').waitFor()
  await picture('lists')
})

test('what does not fit is said at its place; a date with time needs a transformer to become a date', async () => {
  await drag(page, port(row('Shop order', 'placed_at')), port(row('Sales order', 'order_date')))
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'order_date: A date with time does not fit a date. Put “As date” in between.' })
    .waitFor()
  await picture('problem')
  await page.keyboard.press('Control+z')
  await addTransformer('As date')
  await drag(page, port(row('Shop order', 'placed_at')), node('As date').locator('[data-port]').first())
  await drag(page, node('As date').locator('[data-port^="o:"]'), port(row('Sales order', 'order_date')))
  await row('Sales order', 'order_date').getByText('2026-11-18').waitFor()
})

test('deleting a list’s connection asks about the connections of its entries', async () => {
  await row('Sales order', 'items').click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Delete the connections of the entries as well?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await row('Sales order', 'items').locator('[data-used]').count(), 1)
})

test('leaving with unsaved changes warns, another mode keeps them, saving stores them', async () => {
  await page.getByRole('link', { name: 'Debug' }).click()
  await page.getByText('Multiply').first().waitFor()
  await page.getByRole('cell', { name: '358', exact: true }).first().waitFor()
  await picture('debug')
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await page.getByText('transformers:', { exact: true }).waitFor()
  await page.getByText('Function', { exact: true }).click()
  await page.getByText('const map').waitFor()
  await picture('code')
  await page
    .getByRole('navigation', { name: 'Sections of the mapping' })
    .getByRole('link', { name: 'Settings' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Data mapper' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor()
  await picture('saved')
  const { definition, problems } = await user.get(`mappings/${mapping.id}`)
  assert.deepEqual(
    [
      definition.transformers.map((one: { key: string }) => one.key).sort(),
      problems.filter((one: { severity: string }) => one.severity === 'error'),
    ],
    [['Multiply', 'concat', 'country_code', 'sum_list', 'to_date'].map((one) => one.toLowerCase()).sort(), []],
  )
  const { out } = await user.post(`mappings/${mapping.id}/run`)
  assert.deepEqual([out[0].total, out[0].items.length, out[0].sold_to], ['607', 2, { name: 'Anke Petersen' }])
})

test('the preview takes records of one’s own', async () => {
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('dialog').getByText('Result: 1 record').waitFor()
  await picture('preview')
  await page.keyboard.press('Escape')
})

test('it is found usable by assistive technology, in German and in the dark', async () => {
  const axe = readFileSync(new URL(import.meta.resolve('axe-core')), 'utf8')
  await page.goto(`${product.url}/project/mappings/${mapping.id}/mapper`)
  await page.waitForLoadState('networkidle')
  await picture('again')
  await node('Multiply').click()
  await page.getByRole('table').waitFor()
  await page.evaluate(axe)
  const found = (await page.evaluate("axe.run('main')")) as {
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  assert.deepEqual(
    found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, nodes[0]!.html, nodes[0]!.failureSummary]),
    [],
  )
  await page
    .getByRole('button', { name: /EN|English|Language/ })
    .first()
    .click()
  await page.getByText('Deutsch').first().click()
  await page.getByText(/von 10 zugeordnet/).waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
  await node('Multiplizieren').click()
  await picture('dark')
})

test('nothing went wrong in the browser', () =>
  assert.deepEqual(
    errors.filter((error) => !/status of 4\d\d/.test(error)),
    [],
  ))
