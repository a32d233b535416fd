import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, picture } from './opening.ts'

const { product, aPage, signIn } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const folder = mkdtempSync(path.join(tmpdir(), 'weft-newcomer-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Orders as a shop hands them out: 42 with names of countries in place of codes, 25 without an amount, 10 of a day that never was. */
const orders = path.join(folder, 'orders.csv')
const codes = ['DE', 'DE', 'DE', 'AT', 'CH', 'FR']
const lines = Array.from({ length: 3_000 }, (_, i) => {
  const n = i + 1
  const country = n % 100 === 7 ? 'Deutschland' : n % 250 === 8 ? 'Österreich' : codes[n % 6]
  const day = n % 300 === 11 ? '31.02.2026' : `2026-10-${String((n % 31) + 1).padStart(2, '0')}`
  const amount = n % 120 === 9 ? 'n/a' : '10.50'
  return [`SO-${String(n).padStart(5, '0')}`, `Kunde ${n % 400}`, country, day, amount].join(';')
})
writeFileSync(orders, ['order_no;customer;country;ordered_on;amount', ...lines].join('\n'))

/** Every press of a finger or a mouse button, over all addresses. */
async function countedPresses(page: Page) {
  let presses = 0
  await page.exposeFunction('pressed', () => (presses += 1))
  await page.addInitScript(() => {
    addEventListener('pointerdown', (event) => event.isTrusted && (globalThis as unknown as Pressed).pressed(), true)
  })
  return () => presses
}
type Pressed = { pressed(): void }

test(
  'a newcomer brings 3,000 dirty rows to a chart, mends what was rejected and tries a webhook, in fewer than 90 clicks',
  { timeout: 300_000 },
  async () => {
    const page = await aPage()
    const presses = await countedPresses(page)
    await signIn(page, sign_in, '/project/welcome')

    const main = page.getByRole('main')
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
    const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
    const entry = (name: string) =>
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).first()
    const menu = async (name: string, section?: string) => {
      if (section) await entry(section).click()
      await entry(name).click()
    }
    const pick = async (input: Locator, option: string) => {
      await input.click()
      await page.getByRole('option', { name: option, exact: true }).filter({ visible: true }).click()
      await page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'hidden' })
    }
    const settings = page.getByRole('complementary', { name: 'Settings of the step' })
    const setting = (label: string) => settings.getByLabel(label, { exact: true }).first()
    const step = (id: string) => page.locator(`.react-flow__node[data-id=${id}]`)
    const draw = async (element: string, id: string) => {
      await button(element).click()
      await step(id).waitFor()
      await settings.getByText(id, { exact: true }).or(setting('Name')).first().waitFor()
    }
    const workflow = async (name: string) => {
      await menu('Workflows')
      await main
        .getByRole('link', { name: /workflow$/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: /^Name/ }).fill(name)
      await button('Create').click()
      await page.waitForURL(/mode\/build$/)
    }

    // Their file, and what is in it: two columns are not what they look like, and a country has two letters.
    await menu('Data lake', 'Data')
    await button('Upload').click()
    await page.locator('input[type=file]').setInputFiles([orders])
    await button('orders.csv').waitFor()
    await menu('Dynamic models', 'Integrations')
    await main
      .getByRole('link', { name: /dynamic model$/ })
      .first()
      .click()
    await button('Choose a stored file').click()
    await page.getByRole('dialog').getByRole('button', { name: 'orders.csv' }).click()
    await page.getByText('3,000 entries, the whole file').waitFor()
    for (const name of ['Basic configuration', 'Table configuration']) {
      await button('Continue').click()
      await heading(name)
    }
    const type = (field: string) => page.locator(`input[aria-label="Type of ${field}"]`)
    await pick(type('ordered_on'), 'Date')
    await pick(type('amount'), 'Decimal')
    await page
      .getByRole('row')
      .filter({ has: type('country') })
      .getByLabel('Length')
      .fill('2')
    await button('Continue').click()
    await heading('Store model')
    await button('Store and create').click()
    await heading('Orders')

    // Three steps, tried with a hundred records of which nothing is written, and then run.
    await workflow('Import orders')
    await draw('Manual start', 'manual')
    await draw('Read file', 'read_file')
    await pick(setting('Path'), 'orders.csv')
    await pick(setting('Dynamic model'), 'Orders')
    await draw('Write records', 'write_records')
    await pick(setting('Data structure'), 'Orders')
    await button('Test run').click()
    await button('Run 100 records').click()
    await page.getByText('Nothing has been written.').waitFor()
    await picture(page, 'newcomer-tried')
    const [structure] = await user.get('data_structures?searchTerm=Orders')
    assert.deepEqual(await user.get(`data_structures/${structure.id}/records`), [])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await button('Publish').click()
    await page.getByText(/Published as version/).waitFor()
    await button('Test run').click()
    await page.getByRole('radio', { name: 'Real run' }).click()
    await page.getByRole('checkbox', { name: 'Yes, write and send for real' }).click()
    await button('Run for real').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await step('write_records').getByText('2,923').waitFor()

    // What was rejected, by cause: the largest first, each mended once.
    await menu('Runs')
    await page.getByRole('link', { name: 'Rejected', exact: true }).click()
    await page.getByText('in 3 causes').waitFor()
    await picture(page, 'newcomer-rejected')
    await page
      .getByRole('link', { name: /characters are allowed/ })
      .first()
      .click()
    const mended: [count: number, map: Record<string, string>][] = [
      [42, { Deutschland: 'DE', Österreich: 'AT' }],
      [25, { 'n/a': '0' }],
      [10, { '31.02.2026': '2026-02-28' }],
    ]
    for (const [count, map] of mended) {
      for (const [value, becomes] of Object.entries(map))
        await page.getByRole('textbox', { name: `${value} becomes`, exact: true }).fill(becomes)
      await button('Try on 10').click()
      await page.getByText('10 of 10 go through').waitFor()
      await button(`Apply to ${count}`).click()
      await page.getByText(`${count} records went through`).waitFor()
      if (count > 10) await button('Next cause').click()
    }

    // All of them are there; a sum by country, and its chart.
    await menu('Data explorer', 'Data')
    await page.getByText('3,000 records').waitFor()
    await menu('Data sets', 'Data')
    await main.getByRole('link', { name: 'Create data set' }).first().click()
    await page.getByRole('textbox', { name: /^Name/ }).first().fill('Sales by country')
    for (const field of [4, 2, 1]) await button(new RegExp(`^Remove field ${field}$`, 'i')).click()
    await pick(page.locator('input[aria-label="Function"]').nth(1), 'sum')
    await page.getByText(/^4 rows/).waitFor()
    await button('Save').click()
    await page.waitForURL(/editor\/.+/)
    await menu('Insights')
    await main.getByRole('link', { name: 'Add chart' }).first().click()
    await page.getByRole('textbox', { name: /^Label/ }).fill('Sales by country')
    await page.getByRole('radio', { name: 'Column' }).or(button('Column')).first().click()
    await page.getByRole('img', { name: 'Sales by country' }).locator('canvas, svg').first().waitFor()
    await button(/^Save/).click()
    await page.waitForURL(/insights\/[0-9a-f-]{36}$/)
    const figures = page.getByRole('table', { name: 'Sales by country' })
    for (const row of ['AT 5,', 'CH 5,', 'DE 15,', 'FR 5,']) await figures.getByRole('row', { name: row }).waitFor()
    await picture(page, 'newcomer-chart')

    // And from now on by a webhook: a call is listened for, and known to the step behind.
    await workflow('Orders of the shop')
    await draw('Webhook', 'webhook')
    await settings.getByRole('button', { name: 'Listen for a test call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test call' })
    const address = await dialog.getByRole('textbox', { name: 'Test address' }).inputValue()
    const call = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order_no":"SO-09001","country":"DE"}',
    })
    assert.equal(call.status, 202)
    await dialog.getByText('Would start a run').waitFor()
    await dialog.getByRole('button', { name: /202/ }).click()
    await dialog.getByRole('button', { name: 'Use as sample' }).click()
    await dialog.waitFor({ state: 'detached' })
    await draw('Write records', 'write_records')
    await pick(setting('Data structure'), 'Orders')

    const clicks = presses() + 2 // the file itself, in a window that is the browser's
    assert.ok(clicks < 90, `${clicks} clicks`)
  },
)
