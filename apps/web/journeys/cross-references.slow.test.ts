import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClients } from './demo.ts'
import { aJourney, seenInBoth } from './opening.ts'
import { signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)
const home = `${product.url}/project/integrations/cross-references`

test('cross-references are narrowed to a pair, found by an id and put right', async () => {
  for (const [name, left_id, right_id] of [
    ['shop_order_erp_order', 'NW-10248', '501'],
    ['shop_order_erp_order', 'NW-10249', '502'],
    ['shop_customer_erp_customer', 'C-17', '4711'],
  ])
    await tenant.post('cross_references', { name, left_id, right_id })
  const page = await aPage(signed('tenant'))
  await page.goto(home)
  await page.getByText('4711').waitFor()
  await seenInBoth(page, 'cross-references')
  await page.getByRole('combobox', { name: /^(Pair|Paar)$/ }).click()
  await page.getByRole('option', { name: 'shop_order_erp_order' }).click()
  await page.getByText('4711').waitFor({ state: 'detached' })
  await page.getByText('NW-10249').click()
  const theirs = page.getByRole('textbox', { name: /Id in the second system|Id im zweiten System/ })
  await theirs.fill('501')
  await page.getByRole('button', { name: /^(Save changes|Änderungen speichern)$/ }).click()
  await page.getByText(/This is already in use\.|Das wird bereits verwendet\./).waitFor()
  await theirs.fill('512')
  await page.getByRole('button', { name: /^(Save changes|Änderungen speichern)$/ }).click()
  await page.getByText(/^(Saved|Gespeichert)$/).waitFor()
  await seenInBoth(page, 'cross-reference')
  const stored = await tenant.get('cross_references?filter[name]=shop_order_erp_order&sort=left_id')
  assert.deepEqual(
    stored.map(({ left_id, right_id }: { left_id: string; right_id: string }) => [left_id, right_id]),
    [
      ['NW-10248', '501'],
      ['NW-10249', '512'],
    ],
  )
})
