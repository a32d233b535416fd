import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { demoClients } from './demo.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'
import { atRest, signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)

const aStructure = (label: string, table_name: string, fields: object[]) =>
  tenant.post('data_structures', { class_name: label.replace(' ', ''), table_name, label, fields })
const buyers = await aStructure('Buyer', 'buyer', [
  aField('number', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('name', 'text', { length: 60 }),
  aField('town', 'text', { length: 60, alias: 'Ort' }),
])
for (let i = 1; i <= 45; i++)
  await tenant.post(`data_structures/${buyers.id}/records`, {
    number: `B-${String(i).padStart(2, '0')}`,
    name: i === 44 ? 'Café Zeitlos' : `Buyer ${i}`,
    town: i % 2 ? 'Husum' : 'Flensburg',
  })
const orders = await aStructure('Web order', 'web_order', [
  aField('order_number', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('buyer', 'text', { length: 20, related_structure_id: buyers.id }),
  aField('country', 'text', { length: 2 }),
])
for (const [order_number, buyer] of [
  ['SH-1', 'B-01'],
  ['SH-2', 'B-99'],
  ['SH-3', 'B-02'],
])
  await tenant.post(`data_structures/${orders.id}/records`, { order_number, buyer, country: 'DE' })

test('a related record is chosen in its cell, with the keyboard alone', { timeout: 300_000 }, async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/data-store/${orders.id}`)
  await page.getByRole('link', { name: 'Buyer 1' }).waitFor()
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('combobox', { name: 'buyer of record 1' })
  await picker.waitFor()
  await page.locator('input[value="Buyer 1 · B-01"]').waitFor()
  await page.getByRole('option', { name: 'Buyer 20 · B-20' }).waitFor()
  await seenInBoth(page, 'relation-picker')
  // The list goes on where it ends.
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await page.getByRole('option', { name: 'Buyer 38 · B-38' }).waitFor()
  await picker.fill('nobody at all')
  await page.locator('.mantine-Select-empty').getByText('There is no such record in Buyer.').waitFor()
  await picker.fill('b-44')
  await page.getByRole('option', { name: 'Café Zeitlos · B-44 Ort: Flensburg' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Café Zeitlos' }).waitFor()

  // Typing begins the search at once; Escape leaves everything as it was.
  await page.keyboard.press('H')
  await page.getByRole('combobox', { name: 'buyer of record 1' }).waitFor()
  await page
    .getByRole('option', { name: /Ort: Husum/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'buyer of record 1' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Café Zeitlos' }).waitFor()

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'buyer of record 2' }).waitFor()
  await page.getByText('There is no such record in Buyer.').last().waitFor()
  await page.keyboard.press('Escape')
})

test('what a field refers to can be asked to exist, and is held to that', { timeout: 300_000 }, async () => {
  const page = await aPage({ ...signed('tenant'), language: 'de' })
  await page.goto(`${product.url}/project/data-structures/${orders.id}/config`)
  await page.locator('input[value="buyer"]').first().click()
  await page.getByRole('switch', { name: 'Muss in Buyer vorhanden sein' }).click()
  await page.getByText('1 gespeicherter Datensatz verweist ins Leere.').waitFor()
  await page.getByText('B-99', { exact: true }).waitFor()
  await seenInBoth(page, 'relation-asked')
  await page.getByRole('button', { name: 'Änderungen prüfen' }).click()
  await page.getByText('Die Tabelle bleibt, wie sie ist.').waitFor()
  await page.getByRole('button', { name: 'Überschreiben', exact: true }).click()
  await page.getByText('Die Tabelle wurde geändert').waitFor()

  await page.goto(`${product.url}/project/data-store/${buyers.id}`)
  await page.getByLabel('Datensätze suchen').fill('B-02')
  await page.getByText('1 Datensätze').waitFor()
  await page.getByRole('checkbox', { name: 'Datensatz 2 auswählen' }).check()
  await page.getByRole('button', { name: '1 Datensatz löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1 Datensatz löschen' }).click()
  await page.getByText('Darauf verweist noch 1 Datensatz von Web order (buyer).').waitFor()
  await seenInBoth(page, 'relation-referred')
  await page.getByRole('button', { name: 'Diese Datensätze anzeigen' }).click()
  await page.getByRole('heading', { name: 'Web order' }).waitFor()
  await page.getByText('1 Datensätze').waitFor()
  await page.getByText('SH-3').first().waitFor()
})

test(
  'a record may refer to one of its own structure, such as a category to its parent',
  { timeout: 300_000 },
  async () => {
    const categories = await aStructure('Category', 'category', [
      aField('code', 'text', { primary_key: true, nullable: false, length: 20 }),
      aField('parent', 'text', { length: 20 }),
    ])
    const page = await aPage(signed('tenant'))
    await page.goto(`${product.url}/project/data-structures/${categories.id}/config`)
    await page.locator('input[value="parent"]').first().click()
    await page.getByRole('combobox', { name: 'Refers to' }).click()
    await page.getByRole('option', { name: 'Category (this structure itself)' }).click()
    await page.getByRole('switch', { name: 'Must exist in Category (this structure itself)' }).click()
    await seenInBoth(page, 'relation-to-itself')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await page.getByRole('button', { name: 'Overwrite', exact: true }).click()
    await page.getByText('The table has been changed').waitFor()

    // Children stand before their parents, as files have them.
    const rows = [
      ['code', 'parent'],
      ['chairs', 'furniture'],
      ['stools', 'chairs'],
      ['furniture', ''],
      ['lost', 'nowhere'],
    ]
    await page.goto(`${product.url}/project/data-store/${categories.id}`)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'categories.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(rows.map((row) => row.join(';')).join('\n')),
      })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('nowhere').first().waitFor()
    await dialog.getByRole('button', { name: 'Import 3 records' }).click()
    await dialog.getByRole('link', { name: 'Mend what was rejected' }).waitFor()
    const stored = (await tenant.get(`data_structures/${categories.id}/records?sort=code`)) as Record<string, unknown>[]
    assert.deepEqual(
      stored.map(({ code, parent }) => [code, parent]),
      [
        ['chairs', 'furniture'],
        ['furniture', null],
        ['stools', 'chairs'],
      ],
    )
  },
)

test('a data set is offered the joins its relations suggest', { timeout: 240_000 }, async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/data-sets/editor`)
  const first = page.getByRole('combobox', { name: 'Data structure' }).first()
  await first.fill('Web order')
  await page.getByRole('option', { name: 'Web order', exact: true }).click()
  const offered = page.getByRole('group', { name: 'Suggested joins' })
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('foreign_field') === true)
  await offered.getByRole('button', { name: 'Buyer where number = Web order.buyer' }).click()
  await page.getByRole('combobox', { name: 'Field of Buyer' }).waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Field of Buyer' }).inputValue(), 'number')
  await page.getByRole('combobox', { name: 'Field of Buyer' }).click()
  await page.getByRole('option', { name: 'town (Ort)' }).waitFor()
  await page.keyboard.press('Escape')
  await answered
  await atRest(page)
  await seenInBoth(page, 'data-set-joins')
})

test('on a phone a related record is chosen as well', { timeout: 240_000 }, async () => {
  const page = await aPage({ ...signed('tenant'), viewport: { width: 390, height: 844 }, language: 'de' })
  await page.goto(`${product.url}/project/data-store/${orders.id}`)
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Datensatz anlegen' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'buyer' }).fill('Zeitlos')
  await page.getByRole('option', { name: /Café Zeitlos/ }).waitFor()
  await picture(page, 'relation-picker-phone')
})
