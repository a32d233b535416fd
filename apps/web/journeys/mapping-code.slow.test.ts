import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const key = { primary_key: true, nullable: false }
const structure = (label: string, name: string, fields: object[]) =>
  user.post('data_structures', { label, class_name: label.replace(' ', ''), table_name: name, fields })
const shop = await structure('Shop order', 'shop_order', [
  aField('order_no', 'text', key),
  aField('quantity', 'integer'),
  aField('price', 'decimal', { precision: 12, scale: 4 }),
])
const sales = await structure('Sales order', 'sales_order', [
  aField('sales_no', 'text', key),
  aField('net', 'decimal', { precision: 12, scale: 4 }),
])
const mapping = await user.post('mappings', {
  label: 'Shop to sales',
  source_structure_id: shop.id,
  target_structure_id: sales.id,
})
const path = `/project/mappings/${mapping.id}/code`
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the mapping' })
const rewrite = async (page: Page, text: string) => {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}
const text = `# as agreed with the warehouse
connections:
  - { source_field: order_no, target_field: sales_no }
  - { source_field: total, target_field: net }
transformers:
  - output: total
    key: formula
    options:
      text: quantity * price
    position: { x: 440, y: 60 }
`

test('a mapping is written as text and drawn, drawn and written, with what is wrong marked and undone across both', async () => {
  const page = await pageOf(sign_in, path)
  await editor(page).waitFor()
  await rewrite(page, text.replace('source_field: order_no', 'source_field: order_nr'))
  await page.locator('.cm-lint-marker-error').waitFor()
  await page.locator('.cm-lint-marker-error').hover()
  await page.getByText('Did you mean order_no?').first().waitFor()
  await picture(page, 'mapping-code-wrong')
  await rewrite(page, text.replace('net }', 'nett }'))
  await page.getByRole('status').getByText('The target has no field “nett”. Did you mean net?').waitFor()
  await rewrite(page, text)
  await page.getByText('2 of 2 mapped').waitFor()
  await seenInBoth(page, 'mapping-code')

  // Drawn: the box is there, and a change of it stands in the text; undo brings back what was written.
  await page.getByRole('link', { name: 'Data mapper' }).click()
  await page.getByText('Lines', { exact: true }).click()
  await page.locator('[data-node]').filter({ hasText: 'quantity * price' }).click()
  await page.getByRole('button', { name: 'As boxes' }).click()
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await editor(page).getByText('multiply').waitFor()
  await editor(page).getByText('# as agreed with the warehouse').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await editor(page).getByText('text: quantity * price').waitFor()

  // What fits is offered while it is typed.
  await editor(page).getByText('text: quantity * price').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' + pri')
  await page.getByRole('option', { name: /^price/ }).waitFor()
  await picture(page, 'mapping-code-offers')
  // What has only just been offered is not yet taken by Enter: the line might have been meant to end.
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
  await editor(page).getByText('quantity * price + price').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Saved', { exact: true }).waitFor()
  const { definition } = await user.get(`mappings/${mapping.id}`)
  assert.deepEqual(definition.transformers[0].options, {
    text: 'quantity * price + price',
    names: ['quantity', 'price'],
  })
  assert.equal(definition.connections.length, 2)

  await page.getByText('Function', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Code of the mapping' }).waitFor()
})

test('the text is read in German, and on a phone', async () => {
  const page = await pageOf(sign_in, path, { language: 'de', viewport: { width: 390, height: 844 } })
  await page.getByRole('textbox', { name: 'Text des Mappings' }).waitFor()
  await page.locator('.cm-line').first().waitFor()
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await seenInBoth(page, 'mapping-code-phone')
})
