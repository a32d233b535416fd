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
  aField('customer', 'text'),
  aField('quantity', 'integer'),
  aField('price', 'decimal', money),
  aField('discount', 'decimal', money),
  aField('lines', 'list', { fields: [aField('sku'), aField('qty', 'integer'), aField('price', 'decimal', money)] }),
])
const sales = await structure('Sales order', 'sales_order', [
  aField('sales_no', 'text', key),
  aField('company', 'text', { required: true }),
  aField('net', 'decimal', money),
  aField('total', 'decimal', money),
  aField('items', 'list', { fields: [aField('material'), aField('value', 'decimal', money)] }),
])
for (const [order_no, quantity, price] of [
  ['SW-48218', 3, '19.99'],
  ['SW-48219', 1, '249.00'],
])
  await user.post(`data_structures/${shop.id}/records`, {
    order_no,
    customer: null,
    quantity,
    price,
    discount: '5',
    lines: [
      { sku: 'TEE-0815', qty: 4, price: '7.15' },
      { sku: 'TEE-0900', qty: 2, price: '0.10' },
    ],
  })
const mapping = await user.post('mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
})
const path = `/project/mappings/${mapping.id}/mapper`
const opener = (page: Page, field: string) => page.getByRole('button', { name: new RegExp(`^${field} comes from:`) })
const rowOf = (page: Page, field: string) =>
  page
    .getByRole('region', { name: 'Fields of the target' })
    .getByRole('listitem')
    .filter({ has: opener(page, field) })
const write = async (page: Page, field: string, text: string) => {
  await opener(page, field).click()
  const editor = page.getByRole('textbox', { name: `Formula of ${field}` })
  await editor.waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  return editor
}

/** Escape closes what is offered first, then the row. */
const leave = async (page: Page) => {
  const editor = page.getByRole('textbox', { name: /^Formula of / })
  for (let tries = 0; tries < 3 && (await editor.isVisible()); tries++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
  }
  await editor.waitFor({ state: 'detached' })
}

test('a formula is typed with fields and functions offered, computed exactly at once, mended and stored', async () => {
  const page = await pageOf(sign_in, path)
  await page.getByText('Table', { exact: true }).click()
  await write(page, 'net', 'quantity * pri')
  await page.getByRole('option', { name: /^price/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' * (1 - discount / 100')
  await page.getByText('one bracket still open').waitFor()
  await picture(page, 'formula-open')
  await page.getByRole('button', { name: 'Close it' }).click()
  await page.getByText('56.9715').waitFor()
  await leave(page)
  await rowOf(page, 'net').getByText('56.9715').waitFor()
  await page.getByRole('button', { name: 'The next record' }).click()
  await rowOf(page, 'net').getByText('236.55').waitFor()
  await page.getByRole('button', { name: 'The record before' }).click()

  await write(page, 'total', 'summ(lines.price * lines.qty)')
  await page.getByRole('button', { name: 'Take sum' }).click()
  await page.getByText('28.8').first().waitFor()
  await leave(page)
  await write(page, 'sales_no', '"AU-" & order_no')
  await leave(page)
  await rowOf(page, 'sales_no').getByText('AU-SW-4821').waitFor()
  await write(page, 'company', 'coalesce(customer, "nobody")')
  await leave(page)
  await write(page, 'items', 'lines')
  await leave(page)
  await rowOf(page, 'items').getByText('2 entries').waitFor()
  await write(page, 'items.value', 'round(lines.qty * lines.price, decimals: 1)')
  await leave(page)
  await rowOf(page, 'items.value').getByText('28.6').waitFor()
  await write(page, 'items.material', 'lines.sku +')
  await leave(page)
  await rowOf(page, 'items.material').getByText('a value is missing here').waitFor()
  await seenInBoth(page, 'mapper-table')
  await opener(page, 'net').click()
  await page.getByRole('textbox', { name: 'Formula of net' }).waitFor()
  await seenInBoth(page, 'mapper-formula')
  await leave(page)
  await write(page, 'items.material', 'lines.sku')
  await leave(page)
  await page.getByText('7 of 7 mapped').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { out } = await user.post(`mappings/${mapping.id}/run`)
  assert.deepEqual(
    out.find(({ sales_no }: { sales_no: string }) => sales_no === 'AU-SW-48218'),
    {
      sales_no: 'AU-SW-48218',
      company: 'nobody',
      net: '56.9715',
      total: '28.8',
      items: [
        { material: 'TEE-0815', value: '28.6' },
        { material: 'TEE-0900', value: '0.2' },
      ],
    },
  )
})

test('between the lines a formula is one box, becomes boxes and becomes a formula again', async () => {
  const page = await pageOf(sign_in, path)
  await page.getByText('Lines', { exact: true }).click()
  const boxes = page.locator('[data-node]')
  await boxes.filter({ hasText: 'quantity * price' }).click()
  await page.getByRole('textbox', { name: 'Formula', exact: true }).waitFor()
  await seenInBoth(page, 'mapper-formula-box')
  const count = await boxes.count()
  await page.getByRole('button', { name: 'As boxes' }).click()
  await boxes.filter({ hasText: 'Subtract' }).waitFor()
  assert.ok((await boxes.count()) > count)
  await page.getByRole('button', { name: 'As a formula' }).click()
  await boxes.filter({ hasText: 'Subtract' }).waitFor({ state: 'detached' })
  assert.equal(await boxes.count(), count)
})

test('on a phone the mapper is the table, which is read in German', async () => {
  const page = await pageOf(sign_in, path, { language: 'de', viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: /^net entsteht aus:/ }).click()
  await page.getByRole('textbox', { name: 'Formel von net' }).waitFor()
  assert.equal(await page.getByText('Linien', { exact: true }).count(), 0)
  await seenInBoth(page, 'mapper-formula-phone')
})
