import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aJourney, picture, seen, seenInBoth } from './opening.ts'
import { signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const signed = await signedIn(browser, product)
const address = `${product.url}/tools/query-editor`

const editor = (page: Page) => page.locator('.cm-content')
async function write(page: Page, sql: string) {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
}
const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true }).first()
const grid = (page: Page) => page.getByRole('region', { name: 'Result' })

test(
  'a query begins with a structure, is written with completion, corrected by a button, drawn, planned and kept',
  { timeout: 300_000 },
  async () => {
    const page = await aPage(signed('tenant'))
    await page.goto(address)
    await page.getByText('Start with a structure').waitFor()
    await seen(page, 'query-empty-en')

    // The tree inserts what is clicked, and finds fields by their name.
    const tree = page.getByRole('region', { name: 'Structures' })
    await tree.getByLabel('Structure or field').fill('country_code')
    await tree.getByRole('button', { name: 'country_code' }).first().waitFor()
    await tree.getByLabel('Structure or field').fill('')
    await write(page, 'select * from ')
    await tree.getByRole('button', { name: /^sales_order/ }).click()
    await page.getByText('select * from sales_order').waitFor()

    // Completion offers the fields of the alias first.
    await write(page, 'select o.country_code, sum(o.net_total) as total from sales_order o where o.orde')
    await page.keyboard.press('End')
    await page.keyboard.type('r')
    const offered = page.getByRole('listbox', { name: 'Completions' })
    await offered.getByRole('option', { name: /^order_number/ }).waitFor()
    await picture(page, 'query-completion-en')
    await page.keyboard.press('Escape')

    // An unknown name is marked, told in a sentence, and corrected by a button.
    await write(
      page,
      'select o.cuntry_code, sum(o.net_total) as total\n  from sales_order o\n group by 1\n order by 2 desc',
    )
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'sales_order has no field “cuntry_code”.' }).waitFor()
    await page.getByText('Line 1, column 10.').waitFor()
    await page.locator('.cm-lintRange-error').waitFor()
    await seenInBoth(page, 'query-error-en')
    await page.getByRole('button', { name: 'country_code', exact: true }).last().click()
    await page.getByText('text has changed since').waitFor()
    await page.keyboard.press('Control+Enter')
    await grid(page)
      .getByRole('columnheader', { name: /^country_code/ })
      .waitFor()
    await cell(page, 'DE').waitFor()
    await page.locator('.cm-lint-marker-error').waitFor({ state: 'detached' })
    await seenInBoth(page, 'query-table-en')

    // The same rows as a chart and how the database comes to them.
    await page.getByText('Chart', { exact: true }).click()
    await page.getByRole('img', { name: 'total by country_code' }).waitFor()
    await seenInBoth(page, 'query-chart-en')
    await page.getByText('Plan', { exact: true }).click()
    await page.getByRole('region', { name: 'Plan' }).getByText('sales_order').waitFor()
    await page.getByText('reads the whole table').waitFor()
    await seenInBoth(page, 'query-plan-en')

    // Kept by name and description.
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save query' }).click()
    await dialog
      .getByText(/is required/)
      .first()
      .waitFor()
    await dialog.getByLabel('Name').fill('Sales by country')
    await dialog.getByLabel('Description').fill('What each country has ordered.')
    await dialog.getByRole('button', { name: 'Save query' }).click()
    await page.getByRole('heading', { name: 'Sales by country', level: 1 }).waitFor()
    const saved = page.getByRole('navigation', { name: 'Saved queries' })
    await saved.getByRole('button', { name: 'Sales by country', exact: true }).waitFor()

    // A second tab; both survive a reload, and Alt with a digit goes back.
    await page.getByRole('button', { name: 'New query' }).click()
    await write(page, 'select 6 * 7 as answer')
    await page.reload()
    await page.getByText('select 6 * 7 as answer').waitFor()
    await page.keyboard.press('Alt+1')
    await page.getByRole('heading', { name: 'Sales by country', level: 1 }).waitFor()
    await saved.getByRole('button', { name: 'Actions for Sales by country' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog.getByLabel('Name').fill('Orders by country')
    await dialog.getByRole('button', { name: 'Rename query' }).click()
    await page.getByRole('heading', { name: 'Orders by country', level: 1 }).waitFor()
  },
)

test(
  'parameters are a form typed by what they are compared with, and the history has what was run',
  { timeout: 300_000 },
  async () => {
    const page = await aPage(signed('tenant'))
    await page.goto(address)
    await page.getByText('Start with a structure').waitFor()
    await write(
      page,
      'select country_code, count(*) as orders\n  from sales_order\n where ordered_on >= :from\n   and country_code in (:countries)\n   and net_total >= :least\n group by 1 order by 1',
    )
    const form = page.getByRole('region', { name: 'Parameters' })
    assert.equal(await form.getByLabel(':from').getAttribute('type'), 'date')
    await form.getByLabel(':from').fill('1990-01-01')
    for (const country of ['DE', 'AT']) {
      await form.getByLabel(':countries').fill(country)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await form.getByText('The query asks for :least').waitFor()
    await form.getByLabel(':least').fill('0.5')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await cell(page, 'AT').waitFor()
    await page.getByText(/2 rows in/).waitFor()
    await seenInBoth(page, 'query-parameters-en')
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText(/2 rows, /).waitFor()
    await history.getByText(/The query asks for :least/).waitFor()
    await history.getByRole('button', { name: 'All' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name or text').fill('ordered_on >= :from')
    await drawer
      .getByRole('button', { name: /2 rows/ })
      .first()
      .waitFor()
    await seen(page, 'query-history-en')
  },
)

test('Escape ends a query in the database, and the history says so', { timeout: 300_000 }, async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(address)
  await page.getByText('Start with a structure').waitFor()
  await write(page, 'select pg_sleep(25)')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Running … Esc stops it.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Stopped. The database works on it no longer.').waitFor()
  await page
    .getByRole('region', { name: 'History' })
    .getByText(/stopped after/)
    .waitFor()
})

test(
  'on a phone everything beside the text stands behind buttons, in German as well',
  { timeout: 300_000 },
  async () => {
    const german = await aPage({ ...signed('tenant'), language: 'de', scheme: 'dark' })
    await german.goto(address)
    await german.getByText('Mit einer Struktur beginnen').waitFor()
    await write(german, 'select country_code, sta\n  from sales_order')
    await german.keyboard.press('Control+Enter')
    await german.getByRole('heading', { name: 'Ein Feld „sta“ gibt es hier nicht.' }).waitFor()
    await seen(german, 'query-error-de')

    const phone = await aPage({ ...signed('tenant'), viewport: { width: 390, height: 844 } })
    await phone.goto(address)
    await phone.getByRole('button', { name: 'Structures and saved queries' }).click()
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: /^customer/ })
      .first()
      .waitFor()
    await seen(phone, 'query-phone-tree-en')
    await phone.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await write(phone, 'select * from customer')
    await phone.getByRole('button', { name: 'Run', exact: true }).click()
    await grid(phone).getByRole('columnheader').first().waitFor()
    await seen(phone, 'query-phone-en')
  },
)
