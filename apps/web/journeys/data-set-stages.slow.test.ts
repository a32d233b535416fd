import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import type { Page } from 'playwright-core'
import { demoClients } from './demo.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'
import { atRest, signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)
const waits = { timeout: 300_000 }

const sales = await tenant.post('data_structures', {
  class_name: 'ShopSale',
  table_name: 'shop_sale',
  label: 'Shop sale',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('customer', 'text', { length: 40 }),
    aField('country', 'text', { length: 2 }),
    aField('quantity', 'integer'),
    aField('price', 'decimal', { precision: 10, scale: 2 }),
  ],
})
for (const [number, customer, country, quantity, price] of [
  [1, 'Ada', 'DE', 2, '10.10'],
  [2, 'Ada', 'DE', 1, '20.00'],
  [3, 'Ben', 'DE', 5, '1.00'],
  [4, 'Cleo', 'FR', 1, '99.95'],
])
  await tenant.post(`data_structures/${sales.id}/records`, { number, customer, country, quantity, price })

/** A formula with the caret in it, its text replaced. */
async function write(page: Page, formula: string) {
  const editor = page.getByRole('textbox', { name: 'Formula', exact: true }).last()
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(formula)
  await page.keyboard.press('Escape')
}
const cells = (page: Page, region: string) =>
  page.getByRole('region', { name: region, exact: true }).locator('tbody tr').allInnerTexts()
const until = async (page: Page, region: string, wanted: string[]) => {
  await page.getByRole('region', { name: region, exact: true }).getByText(wanted[0]!.split('\t')[0]!).first().waitFor()
  for (let tries = 0; tries < 120; tries++) {
    if (JSON.stringify(await cells(page, region)) === JSON.stringify(wanted)) return
    await page.waitForTimeout(250)
  }
  assert.deepEqual(await cells(page, region), wanted)
}

let address = ''

test(
  'a data set goes on asking in stages, with a calculated field, groups of filters and the plan beside it',
  waits,
  async () => {
    const page = await aPage({ ...signed('tenant'), viewport: { width: 1600, height: 1000 } })
    await page.goto(`${product.url}/project/data-sets/editor`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Best customers by country')
    const structure = page.getByRole('combobox', { name: 'Data structure' }).first()
    await structure.fill('Shop sale')
    await page.getByRole('option', { name: 'Shop sale', exact: true }).click()
    await page.getByRole('button', { name: 'Add calculated field' }).click()
    await write(page, 'quantity * prise')
    await page.getByText('There is no field “prise” in the source.').waitFor()
    await picture(page, 'data-set-formula-wrong')
    await write(page, 'round(quantity * price * 1.19, 2)')
    await page.getByRole('region', { name: 'Preview', exact: true }).last().getByText('24.04').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('gross')

    // A reload of the tab loses nothing.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByRole('region', { name: 'Preview', exact: true }).last().getByText('24.04').waitFor()

    await page.getByRole('button', { name: 'Add group' }).first().click()
    const group = page.getByRole('group', { name: 'any of these holds' })
    await group.getByRole('combobox', { name: 'Comparison' }).click()
    await page.getByRole('option', { name: 'is not empty' }).click()
    await group.getByRole('button', { name: 'Add filter' }).click()
    await atRest(page)
    await seenInBoth(page, 'data-set-groups')

    await page.getByRole('button', { name: 'Add a stage' }).click()
    await page.getByRole('region', { name: 'Stage 1' }).waitFor()
    await page.getByRole('region', { name: 'First rows of stage' }).getByText('24.04').waitFor()
    const answer = page.getByRole('region', { name: 'Answer', exact: true })
    // Only the country, and the sum of what it bought.
    for (const name of ['quantity', 'price', 'customer', 'number'])
      await answer
        .locator('[data-kind="field"]')
        .filter({ has: page.locator(`input[value="${name}"]`) })
        .first()
        .getByRole('button', { name: /^Remove field/ })
        .click()
    await answer.locator('[data-kind="field"]').last().getByRole('combobox', { name: 'Function' }).click()
    await page.getByRole('option', { name: 'sum', exact: true }).click()
    await until(page, 'Preview', ['DE\t53.79', 'FR\t118.94'])
    await atRest(page)
    await seenInBoth(page, 'data-set-stages')

    await page.getByRole('radiogroup', { name: 'What the preview shows' }).getByText('Plan').click()
    const plan = page.getByRole('region', { name: 'Plan', exact: true })
    await plan.getByText('Shop sale').waitFor()
    await plan.getByText('reads the whole table').waitFor()
    await atRest(page)
    await seenInBoth(page, 'data-set-plan')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/editor\/[0-9a-f-]{36}$/)
    address = page.url()
    await page.waitForFunction(() => sessionStorage.getItem('data-set-draft') === null)
  },
)

test('in German, on a phone, and moved by the keyboard', waits, async () => {
  const page = await aPage({ ...signed('tenant'), language: 'de' })
  await page.goto(address)
  await page.getByRole('region', { name: 'Stufe 1' }).waitFor()
  await atRest(page)
  await seenInBoth(page, 'data-set-stages-de')
  const open = page.getByRole('button', { name: 'stage öffnen' })
  await open.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'stage schließen' }).waitFor()
  await page.getByRole('button', { name: 'Stufe hinter stage einfügen' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Stufe 2' }).waitFor()
  await page.getByRole('button', { name: 'stage_2 entfernen' }).click()
  await page.getByRole('region', { name: 'Stufe 2' }).waitFor({ state: 'detached' })
  await until(page, 'Vorschau', ['DE\t53.79', 'FR\t118.94'])

  const phone = await aPage({ ...signed('tenant'), viewport: { width: 390, height: 844 }, language: 'de' })
  await phone.goto(address)
  await phone.getByRole('region', { name: 'Stufe 1' }).waitFor()
  await atRest(phone)
  await seenInBoth(phone, 'data-set-stages-phone')
})
