// In a process of its own: a product and a browser are enough for one.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { drag } from '@weft/kit/testing/browser.ts'
import { onRecords } from '@weft/kit/testing/product-database.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney } from './opening.ts'

const northwind = join(import.meta.dirname, '../../server/demo/files/northwind')
const ada = { email: 'ada@elbe.example', password: 'Correct-Horse-1' }

test('a whole day: from a new tenant to a chart of the sums per country', { timeout: 300_000 }, async () => {
  const { product, aPage } = await aJourney()
  const page = await aPage()

  const button = (name: string) => page.getByRole('button', { name, exact: true }).first()
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).first()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).first()
  /** Opens a page by the menu; a section unfolds first. */
  const menu = async (name: string, section?: string) => {
    if (section) await entry(section).click()
    await entry(name).click()
  }
  const pick = async (input: Locator, option: string) => {
    await input.click()
    await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
    await page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'hidden' })
  }
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button('Sign in').click()
    await page.waitForURL(/\/dashboard$/)
  }

  // The provider creates a tenant; its nine steps run.
  await page.goto(product.url)
  await signIn(adminSignIn)
  await page.getByRole('button', { name: /^Area:/ }).click()
  await page.getByRole('menuitem', { name: /^Administration/ }).click()
  await menu('Tenants')
  await link('Create tenant').click()
  await heading('Who is the tenant?')
  await page.getByLabel('Company name').fill('Elbe Handel')
  await page.getByLabel('Workspace domain').fill('elbe.example')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Hansen')
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByLabel(/^Password/).fill(ada.password)
  await button('Create tenant').click()
  await heading('Elbe Handel is ready')
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  // Its first user signs in and makes a project.
  await signIn(ada)
  await menu('Projects', 'Settings')
  await link('Create project').click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Commerce hub')
  await button('Create').click()
  await page.waitForURL(/\/project\/welcome$/)
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()

  // Two files come into the storage, and each becomes a dynamic model and a data structure.
  await menu('Data lake', 'Data')
  await button('Upload').click()
  await page
    .locator('input[type=file]')
    .setInputFiles([join(northwind, 'orders.csv'), join(northwind, 'order-details.csv')])
  await button('orders.csv').waitFor()
  for (const { file, name, rows } of [
    { file: 'orders.csv', name: 'Orders', rows: '830' },
    { file: 'order-details.csv', name: 'Order details', rows: '2,155' },
  ]) {
    await menu('Dynamic models', 'Integrations')
    await page
      .getByRole('main')
      .getByRole('link', { name: /dynamic model$/ })
      .first()
      .click()
    await button('Choose a stored file').click()
    await page.getByRole('dialog').getByRole('button', { name: file }).click()
    await page.getByText(`${rows} entries, the whole file`).waitFor()
    for (const step of ['Basic configuration', 'Table configuration', 'Store model']) {
      await button('Continue').click()
      await heading(step)
    }
    await button('Store and create').click()
    await heading(name)
  }

  // An order shall carry its lines: the structure made from the file gets a list, after its plan was looked at.
  await menu('Data structures', 'Data')
  await link('Orders').click()
  await page.getByRole('link', { name: 'Field configuration' }).click()
  await button('Add field').click()
  await page.getByLabel('Name of new field').fill('lines')
  await pick(page.locator('input[aria-label="Type of lines"]'), 'List')
  for (const [i, [name, type]] of [
    ['unit_price', 'Decimal'],
    ['quantity', 'Whole number'],
  ].entries()) {
    await button('Add field inside').click()
    await page.getByLabel('Name inside lines').nth(i).fill(name!)
    await pick(page.locator('input[aria-label="Type inside lines"]').nth(i), type!)
  }
  await button('Review changes').click()
  await page.getByText('No value is lost.').waitFor()
  await button('Overwrite').click()
  await page.getByText('All changes saved').waitFor()

  // What is wanted in the end is a structure of its own, in three steps.
  await menu('Data structures', 'Data')
  await link('Create data structure').click()
  await page.getByRole('textbox', { name: /^Label/ }).fill('Sales order')
  await button('Continue').click()
  await page.getByLabel('Name of id').fill('order_number')
  for (const [name, type] of [
    ['country', 'Text'],
    ['line_count', 'Whole number'],
    ['net_total', 'Decimal'],
  ]) {
    await button('Add field').click()
    await page.getByLabel('Name of new field').fill(name!)
    await pick(page.locator(`input[aria-label="Type of ${name}"]`), type!)
  }
  await button('Continue').click()
  await page.getByText('Create the table sales_order with 4 fields').waitFor()
  await button('Create structure').click()
  await heading('Sales order')

  // The mapping: two lines, and the sum of price times quantity over the list.
  const row = (tree: string, field: string) =>
    page
      .getByRole('tree', { name: tree })
      .getByRole('treeitem', { name: new RegExp(`^${field.replace('.', String.raw`\. ?`)} ?,`) })
      .locator('[data-port]')
  const source = (field: string) => row('Orders', field)
  const target = (field: string) => row('Sales order', field)
  const node = (name: string) => page.locator('[data-node]').filter({ hasText: name })
  const into = (name: string, place = 0) => node(name).locator('[data-port]').nth(place)
  const out = (name: string) => node(name).locator('[data-port^="o:"]')
  const transformer = async (words: string, name: string) => {
    await button('Transformer').click()
    await page.getByPlaceholder('Find a transformer').fill(words)
    await page.keyboard.press('Enter')
    await node(name).waitFor()
  }
  await menu('Mappings')
  await link('Create mapping').click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Orders to sales orders')
  await pick(
    page
      .getByRole('combobox', { name: /^Source/ })
      .or(page.getByLabel(/^Source/))
      .first(),
    'Orders',
  )
  await pick(
    page
      .getByRole('combobox', { name: /^Target/ })
      .or(page.getByLabel(/^Target/))
      .first(),
    'Sales order',
  )
  await button('Create').click()
  await target('order_number').waitFor()
  await drag(page, source('order_id'), target('order_number'))
  await drag(page, source('ship_country'), target('country'))
  await transformer('Multiply', 'Multiply')
  await drag(page, source('lines.quantity'), into('Multiply'))
  await drag(page, source('lines.unit_price'), into('Multiply', 1))
  await transformer('sum_list', 'Sum')
  await drag(page, out('Multiply'), into('Sum'))
  await drag(page, out('Sum'), target('net_total'))
  await transformer('count', 'Count')
  await drag(page, source('lines'), into('Count'))
  await drag(page, out('Count'), target('line_count'))
  await page.getByText('4 of 4 mapped').waitFor()
  await button('Save').click()
  await page.getByText('unsaved changes').waitFor({ state: 'hidden' })

  // The workflow: read both files, join the lines to their orders, map, write.
  const step = (id: string) => page.locator(`.react-flow__node[data-id=${id}]`)
  const setting = (label: string) =>
    page.getByRole('complementary', { name: 'Settings of the step' }).getByLabel(label, { exact: true }).first()
  const draw = async (element: string, id: string) => {
    await button(element).click()
    await step(id).waitFor()
    await page
      .getByRole('complementary', { name: 'Settings of the step' })
      .getByText(id, { exact: true })
      .or(setting('Name'))
      .first()
      .waitFor()
  }
  const drawReading = async (id: string, path: string, model: string) => {
    await draw('Read file', id)
    await setting('Name').fill(`Read ${path}`)
    await setting('Path').fill(path)
    await page.keyboard.press('Escape')
    await pick(setting('Dynamic model'), model)
  }
  await menu('Workflows')
  await page
    .getByRole('main')
    .getByRole('link', { name: /workflow$/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Import orders')
  await page.getByRole('textbox', { name: /^Class name/ }).fill('ImportOrders')
  await button('Create').click()
  await page.waitForURL(/mode\/build$/)
  await draw('Manual start', 'manual')
  await drawReading('read_file', 'orders.csv', 'Orders')
  await step('manual').click()
  await drawReading('read_file_2', 'order-details.csv', 'Order details')
  await step('read_file').click()
  await draw('Merge', 'merge')
  await pick(setting('How'), 'Joined by key (inputs 1 and 2)')
  for (const side of ['Key of input 1', 'Key of input 2']) {
    await setting(side).fill('order_id')
    await page.keyboard.press('Enter')
  }
  await pick(setting('Of several matches'), 'All as a list in a field')
  await setting('Field for the match').fill('lines')
  await step('read_file_2')
    .locator('.react-flow__handle[data-handleid=out]')
    .dragTo(step('merge').locator('.react-flow__handle[data-handleid=in2]'))
  await draw('Mapping', 'mapping')
  await pick(setting('Mapping'), 'Orders to sales orders')
  await draw('Write records', 'write_records')
  await pick(setting('Data structure'), 'Sales order')
  await button('Tidy up').click()
  await page.locator('[aria-label="Tidy up"]:not([data-loading])').waitFor()
  await page.getByText('No hints').waitFor()
  await button('Publish').click()
  await page.getByText(/Published as version/).waitFor()

  // A run by hand, watched on its page until it ends.
  await button('Test run').click()
  await page.getByRole('radio', { name: 'Real run' }).click()
  await page.getByRole('checkbox', { name: 'Yes, write and send for real' }).click()
  await button('Run for real').click()
  await step('write_records').locator('[data-state]').waitFor()
  await page.getByRole('navigation', { name: 'Sections of the workflow' }).getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('row').getByRole('link', { name: 'Import orders', exact: true }).click()
  await page.waitForURL(/\/details$/)
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
      .locator('dd')
  await figure('Throughput').waitFor()
  await page.getByRole('main').getByText('Completed successfully').first().waitFor()
  assert.deepEqual(await Promise.all(['Read', 'Written', 'Rejected'].map((name) => figure(name).innerText())), [
    '2,985',
    '830',
    '0',
  ])

  // The records are there.
  await menu('Data explorer', 'Data')
  await heading('Data explorer')
  await pick(page.getByRole('main').locator('input[aria-haspopup=listbox]').first(), 'Sales order')
  await page.getByText('830 records').waitFor()
  await page.getByText('France', { exact: true }).first().waitFor()

  // The sum per country as a data set, and as a column chart.
  await menu('Data sets', 'Data')
  await link('Create data set').click()
  await page.getByRole('textbox', { name: /^Name/ }).first().fill('Sales by country')
  await pick(page.getByLabel('Data structure', { exact: true }).first(), 'Sales order')
  await page.getByRole('button', { name: /^Remove field 3$/i }).click()
  await page.getByRole('button', { name: /^Remove field 1$/i }).click()
  await pick(page.locator('input[aria-label="Function"]').nth(1), 'sum')
  await page.getByText(/^21 rows/).waitFor()
  await button('Save').click()
  await page.waitForURL(/editor\/.+/)
  await menu('Insights')
  await link('Add chart').click()
  await page.getByRole('textbox', { name: /^Label/ }).fill('Sales by country')
  await page.getByRole('radio', { name: 'Column' }).or(button('Column')).first().click()
  await page.getByRole('img', { name: 'Sales by country' }).locator('canvas, svg').first().waitFor()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.waitForURL(/insights\/[0-9a-f-]{36}$/)
  await page.getByRole('img', { name: 'Sales by country' }).locator('canvas, svg').first().waitFor()
  // the editor's chart goes and the page's own comes, so the figures are asked for until they are all there
  const figures = page.getByRole('table', { name: 'Sales by country' }).getByRole('row')
  let shown: (string | null)[][] = []
  for (const until = Date.now() + 15_000; shown.length < 21 && Date.now() < until; await sleep(100))
    shown = await figures.evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)),
    )

  // The same by plain SQL, and by the file itself.
  const admin = await Client.signIn(product.url, adminSignIn, 'admin')
  const [tenant] = (await admin.get('clients?searchTerm=Elbe')) as { id: string }[]
  const sums = await onRecords(product, tenant!.id, async (client) => {
    const { rows } = await client.query<{ table_schema: string }>(
      `select table_schema from information_schema.tables where table_name = 'sales_order'`,
    )
    return (
      await client.query<{ country: string; sum: string }>(
        `select country, sum(net_total) from "${rows[0]!.table_schema}".sales_order group by country`,
      )
    ).rows
  })
  const sorted = (pairs: (string | null)[][]) => pairs.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
  assert.equal(shown.length, 21)
  assert.deepEqual(sorted(shown), sorted(sums.map(({ country, sum }) => [country, Number(sum).toLocaleString('en')])))
  assert.equal(cents(sums.map(({ sum }) => Number(sum))), cents(lineTotals()))
})

const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

/** Price times quantity of every line, read without Weft. */
function lineTotals() {
  const [head, ...lines] = readFileSync(join(northwind, 'order-details.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const [price, quantity] = [head!.indexOf('unitPrice'), head!.indexOf('quantity')]
  return lines.map((line) => Number(line[price]) * Number(line[quantity]))
}
