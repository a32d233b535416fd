import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { placesOf, signedIn } from './places.ts'

const product = await startProduct({ demo: true })
after(() => product.stop())
const browser = await openBrowser()
after(() => browser.close())
const places = await placesOf(product)
const signed = await signedIn(browser, product)

test('a record is added by hand, its faults are told at their fields, and a column keeps the width it was dragged to', { timeout: 180_000 }, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...signed('tenant') })
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(product.url + places.find(({ name }) => name === 'explorer')!.path)
  await page.getByText('830 records').waitFor()

  const open = page.getByRole('button', { name: 'Add record' })
  await open.click()
  const form = page.getByRole('dialog')
  await form.getByLabel('net_total').fill('a lot')
  await form.getByLabel('lines').fill('[{')
  await form.getByRole('button', { name: 'Add record' }).click()
  await form.getByText('This is no valid JSON.').waitFor()
  await form.getByLabel('lines').fill('')
  await form.getByRole('button', { name: 'Add record' }).click()
  await form.locator('[aria-invalid=true]').first().waitFor()
  assert.ok((await form.locator('[aria-invalid=true]').count()) >= 2)
  for (const [field, value] of Object.entries({ order_number: 'NW-99999', customer: 'Nordwind AG', ordered_on: '2026-11-21', country_code: 'DE', net_total: '12.50' })) await form.getByLabel(field).first().fill(value)
  await form.getByRole('button', { name: 'Add record' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('831 records').waitFor()
  // What tells of it leaves the page's actions free.
  const told = (await page.getByRole('status').filter({ hasText: 'added' }).boundingBox())!
  const action = (await open.boundingBox())!
  assert.ok(told.y > action.y + action.height)

  const head = page.getByRole('columnheader').filter({ hasText: 'customer' })
  const before = (await head.boundingBox())!
  await page.mouse.move(before.x + before.width - 3, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 97, before.y + 10, { steps: 4 })
  await page.mouse.up()
  assert.equal(Math.round((await head.boundingBox())!.width), Math.round(before.width) + 100)
  await page.reload()
  await head.waitFor()
  assert.equal(Math.round((await head.boundingBox())!.width), Math.round(before.width) + 100)
  await context.close()
})
