import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'

const demo = join(import.meta.dirname, '../../../server/demo/files')
const folder = mkdtempSync(join(tmpdir(), 'weft-models-'))
const product = await startProduct()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await product.stop()
  rmSync(folder, { recursive: true })
})
const tenant = await aTenantOn(product, 'Hanse')
const page = await signedIn()
const home = `${product.url}/project/dynamicModels/dynamicModel`

async function signedIn(): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  await opened.goto(`${product.url}/login`)
  await opened.locator('input[type=email], input[name=email]').first().fill(tenant.sign_in.email)
  await opened.locator('input[type=password]').fill(tenant.sign_in.password)
  await opened.keyboard.press('Enter')
  await opened.waitForURL(/dashboard|welcome/)
  return opened
}
const next = async () => page.getByRole('button', { name: 'Continue' }).click()
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()

async function complaints() {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run(
      document.querySelector('main') ?? document.body,
    )
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)
  })
}

test('files are uploaded to the data lake, listed and previewed', async () => {
  await page.goto(`${product.url}/project/data-lake`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await page
    .locator('input[type=file]')
    .setInputFiles([join(demo, 'northwind/orders.csv'), join(demo, 'country-codes.csv')])
  await page.getByRole('button', { name: 'orders.csv', exact: true }).click()
  await page.getByText('14 columns, 830 entries').waitFor()
  await page.getByText('Rua do Paço, 67').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('14 columns, 830 entries').waitFor({ state: 'hidden' })
  assert.deepEqual(await complaints(), [])
})

test('the wizard goes from a file in four steps to a stored model and a data structure', async () => {
  await page.goto(`${home}/create`)
  await heading('Analyse file')
  assert.deepEqual(
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button')
      .allInnerTexts()
      .then((titles) => titles.map((title) => title.split('\n').at(-1))),
    ['Analyse file', 'Basic configuration', 'Table configuration', 'Store model'],
  )
  await page.locator('input[type=file]').setInputFiles(join(demo, 'northwind/order-details.csv'))
  await page.getByText('2,155 entries, the whole file').waitFor()
  assert.equal(await page.getByLabel('Entries to analyse').inputValue(), '10')
  await next()
  await heading('Basic configuration')
  await page.getByText('100% of 2,000 rows have 5 cells this way.').waitFor()
  assert.deepEqual(await complaints(), [])
  await next()
  await heading('Table configuration')
  assert.equal(await page.getByRole('radio', { name: 'id is the primary key', exact: true }).isChecked(), true)
  await page.getByLabel('Field name of unitPrice').fill('price')
  await page.getByRole('columnheader', { name: 'price', exact: true }).waitFor()
  await page.getByText('Chosen by you').waitFor()
  assert.deepEqual(await complaints(), [])
  await next()
  await heading('Store model')
  assert.equal(await page.getByLabel('Class name').inputValue(), 'OrderDetails')
  await page.getByRole('button', { name: 'Store and create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order details' }).waitFor()
  const structures = await tenant.user.get('data_structures?noPagination=true')
  assert.deepEqual(
    structures.map(({ class_name, fields }: { class_name: string; fields: { name: string }[] }) => [
      class_name,
      fields.map(({ name }) => name),
    ]),
    [['OrderDetails', ['id', 'order_id', 'product_id', 'price', 'quantity', 'discount']]],
  )
})

test('a stored model is checked against its file', async () => {
  await page.getByRole('button', { name: 'Check the sample file' }).click()
  await page.getByText('dynamic-models/order-details.csv: 2,155 records, none rejected.').waitFor()
  await page.getByRole('link', { name: 'Basic configuration' }).click()
  assert.equal(await page.getByLabel('Model name').inputValue(), 'Order details')
  await page.getByRole('link', { name: /Table configuration/ }).click()
  await page.getByLabel('Field name of unitPrice').waitFor()
  assert.deepEqual(await complaints(), [])
})

test('a broken file is refused with its line, and can be read after a finding was overruled', async () => {
  writeFileSync(join(folder, 'broken.csv'), 'id,name\n1,"Foo"\n2,"Bar\n3,Baz\n')
  await page.goto(`${home}/create`)
  await heading('Analyse file')
  await page.locator('input[type=file]').setInputFiles(join(folder, 'broken.csv'))
  await page
    .getByText(
      /“broken\.csv” cannot be read, so there is no model yet: Line 3: the quote " that opens a value here is not closed/,
    )
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Continue' }).isDisabled(), true)
  await page.getByLabel('Quote', { exact: true }).fill('')
  await page.getByRole('cell', { name: '"Bar', exact: true }).waitFor()
})

test('what would be rejected is told by reason, and a file without a unique column is offered the row number as key', async () => {
  writeFileSync(join(folder, 'visits.csv'), 'name,city\nAnna,Berlin\nAnna,Berlin\nBernd,Berlin,x\nBernd,Bonn\n')
  await page.goto(`${home}/create`)
  await heading('Analyse file')
  await page.locator('input[type=file]').setInputFiles(join(folder, 'visits.csv'))
  await page.getByText('Of 4 entries looked at, 1 would be rejected:').waitFor()
  await page.getByText(/1 × Line 4 has 3 cells, but the header has 2/).waitFor()
  await next()
  await heading('Basic configuration')
  await next()
  await heading('Table configuration')
  await page.getByText(/^No column is unique, but the number of the entry in the file can be the key/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Continue' }).isDisabled(), true)
  assert.deepEqual(await complaints(), [])
  await page.getByRole('radio', { name: 'row_number is the primary key', exact: true }).check()
  await page.getByRole('button', { name: 'Continue' }).and(page.locator(':enabled')).click()
  await heading('Store model')
  await page.getByRole('button', { name: 'Store and create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Visits' }).waitFor()
  const structures = await tenant.user.get('data_structures?noPagination=true')
  const { fields } = structures.find(({ class_name }: { class_name: string }) => class_name === 'Visits')
  assert.deepEqual(
    fields.map(({ name, type, primary_key }: { name: string; type: string; primary_key: boolean }) => [
      name,
      type,
      primary_key,
    ]),
    [
      ['row_number', 'integer', true],
      ['name', 'text', false],
      ['city', 'text', false],
    ],
  )
})
