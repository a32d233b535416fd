import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const key = { primary_key: true, nullable: false }
const money = { precision: 12, scale: 4 }
const structure = (label: string, name: string, fields: object[]) =>
  user.post('data_structures', { label, class_name: label.replace(' ', ''), table_name: name, fields })
const shop = await structure('Shop order', 'shop_order', [
  aField('order_no', 'text', key),
  aField('net', 'decimal', money),
])
const sales = await structure('Sales order', 'sales_order', [
  aField('sales_no', 'text', key),
  aField('gross', 'decimal', money),
])
await user.post(`data_structures/${shop.id}/records`, { order_no: 'SW-1', net: '10' })
const mapping = await user.post('mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
})
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** Writes over what stands in a formula. */
const write = async (page: Page, of: string, text: string) => {
  await page.getByRole('button', { name: new RegExp(`^${of} comes from:`) }).click()
  await page.getByRole('textbox', { name: `Formula of ${of}` }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

test('a function is written with its tests, saved once they hold, and used in a mapping', async () => {
  const page = await pageOf(sign_in, '/project/functions/create')
  await field(page, 'Name').fill('With tax')
  assert.equal(await field(page, 'In formulas').inputValue(), 'with_tax')
  await field(page, 'Name of parameter 1').fill('price')
  await page.getByRole('combobox', { name: 'Type of parameter 1' }).click()
  await page.getByRole('option', { name: 'Decimal' }).click()
  await page.getByRole('button', { name: 'Parameter', exact: true }).click()
  await field(page, 'Name of parameter 2').fill('rate')
  await page.getByRole('combobox', { name: 'Type of parameter 2' }).click()
  await page.getByRole('option', { name: 'Decimal' }).click()
  await page.getByRole('combobox', { name: 'Type of the result' }).click()
  await page.getByRole('option', { name: 'Decimal' }).click()
  await write(page, 'result', 'round(price * (1 + rate / 100), 2)')
  await field(page, 'price of test 1').fill('100')
  await field(page, 'rate of test 1').fill('19')
  await field(page, 'Gives of test 1').fill('120')
  await page.getByText('Gives “119” instead of “120”.').waitFor()
  await seenInBoth(page, 'function-failing')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Gives “119” instead of “120”.').waitFor()
  await field(page, 'Gives of test 1').fill('119')
  await page.getByText('As expected').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/project\/functions\/[0-9a-f-]{36}$/)
  await seenInBoth(page, 'function')
  await page.locator('label').filter({ hasText: 'Transformers' }).click()
  await page.locator('[data-node]').waitFor()
  await seenInBoth(page, 'function-boxes')
  await page.getByRole('combobox', { name: 'Available to' }).click()
  await page.getByRole('option', { name: 'All projects' }).click()
  const answer = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/functions/'))
  await page.getByRole('button', { name: 'Save' }).click()
  assert.equal((await answer).status(), 200)
  const kept = await user.get('functions')
  assert.deepEqual(
    kept.map(({ name, project_id }: { name: string; project_id: string | null }) => [name, project_id]),
    [['with_tax', null]],
  )

  // It is offered and computed in a formula of a mapping as any function is.
  await page.goto(`${product.url}/project/mappings/${mapping.id}/mapper`)
  await page.getByText('Table', { exact: true }).click()
  await write(page, 'gross', 'with_t')
  await page.getByRole('option', { name: /^with_tax/ }).waitFor()
  await picture(page, 'function-offered')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('with_tax(net, 19)')
  await page.getByText('11.9', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved; not ready to run yet').waitFor()

  // While a mapping uses it, it stays.
  await page.goto(`${product.url}/project/functions`)
  await page.getByText('with_tax(price, rate)').waitFor()
  await seenInBoth(page, 'functions')
  await page.getByText('With tax', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“With tax” is still used').waitFor()
  await page.getByRole('dialog').getByText('Shop to sales').waitFor()
})

test('a function is read in German, and on a phone', async () => {
  const page = await pageOf(sign_in, '/project/functions', { language: 'de', viewport: { width: 390, height: 844 } })
  await page.getByText('With tax', { exact: true }).click()
  await page.getByText('Wie erwartet').waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await seenInBoth(page, 'function-phone')
})
