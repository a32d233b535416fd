import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import type { Page } from 'playwright-core'
import { demoClients } from './demo.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'
import { signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)

const aStructure = (label: string, table_name: string, fields: object[]) =>
  tenant.post('data_structures', { class_name: label.replace(' ', ''), table_name, label, fields })
const buyers = await aStructure('Buyer', 'buyer', [
  aField('number', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('name', 'text', { length: 60 }),
])
for (const [number, name] of [
  ['B-1', 'Lars Petersen'],
  ['B-2', 'Café Zeitlos'],
])
  await tenant.post(`data_structures/${buyers.id}/records`, { number, name })
const orders = await aStructure('Web order', 'web_order', [
  aField('order_number', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('buyer', 'text', { length: 20, related_structure_id: buyers.id }),
  aField('ordered_on', 'date'),
  aField('country', 'text', { length: 2 }),
  aField('total', 'decimal', { precision: 12, scale: 2 }),
  aField('state', 'choice', { values: ['new', 'confirmed', 'shipped'] }),
])
const file = (name: string, rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['Order number;Buyer;Ordered on;Country;Total;State;Remark', ...rows].map((row) => `${row}\r\n`).join(''),
  ),
})
const first = file('orders-november.csv', [
  'SH-1;B-1;21.11.2026;DE;1.204,90;new;Frachtfrei',
  'SH-2;B-2;21.11.2026;AT;38,00;confirmed;',
  'SH-3;B-9;22.11.2026;DE;412,40;shipped;',
  'SH-4;B-1;22.11.2026;Deutschland;2.001,15;new;bis 10 Uhr',
])
const choose = async (page: Page, given: ReturnType<typeof file>) =>
  page.getByLabel(/^(Choose a file to import|Datei zum Importieren auswählen)$/).setInputFiles(given)

test('a file is imported in two clicks, with what would become of it said before', { timeout: 300_000 }, async () => {
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/data-store/${orders.id}`)
  await page.getByText('No records yet').waitFor()
  await choose(page, first)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 record, country: ').waitFor()
  assert.deepEqual(await dialog.locator('dl dd').allTextContents(), ['3', '0', '0', '1'])
  assert.equal(await dialog.getByLabel('Field for Ordered on').inputValue(), 'ordered_on')
  assert.equal(await dialog.getByLabel('Field for Remark').inputValue(), 'left out')
  await dialog.getByText('order_number is equal', { exact: true }).waitFor()
  await dialog.getByText('4 rows read, 6 of 7 columns matched.').waitFor()
  await seenInBoth(page, 'import')
  await dialog.getByRole('button', { name: 'Import 3 records' }).click()
  await dialog.getByRole('link', { name: 'Mend what was rejected' }).waitFor()
  assert.deepEqual(await dialog.locator('dl dd').allTextContents(), ['4', '3', '1'])
  await seenInBoth(page, 'import-done')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('3 records').waitFor()

  // A column that was assigned otherwise goes there again the next time; what is there stays as it is.
  await choose(page, file('more.csv', ['SH-1;B-1;21.11.2026;DE;1.204,90;new;x', 'SH-5;B-2;23.11.2026;CH;5,00;new;y']))
  await dialog.getByText('2 rows read').waitFor()
  assert.deepEqual(await dialog.locator('dl dd').allTextContents(), ['1', '0', '1', '0'])
  // Several fields together may say which record it is.
  await dialog.getByRole('combobox', { name: 'A record is the same when' }).click()
  await page.getByRole('option', { name: 'country is equal' }).click()
  await dialog.getByText('country is equal', { exact: true }).first().waitFor()
  await page.keyboard.press('Tab') // closes the list
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await seenInBoth(page, 'import-keys')
  await dialog.getByRole('button', { name: 'Import 1 record' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  const drop = async (type: string) => {
    const given = await page.evaluateHandle(() => {
      const carried = new DataTransfer()
      carried.items.add(new File(['Order number\nSH-9\n'], 'dropped.csv', { type: 'text/csv' }))
      return carried
    })
    await page.getByRole('grid').dispatchEvent(type, { dataTransfer: given })
  }
  await drop('dragenter')
  await page.getByText('Drop to import into Web order').waitFor()
  await seenInBoth(page, 'import-drop')
  await drop('drop')
  await dialog.getByText('Import dropped.csv').waitFor()
  await dialog.getByRole('button', { name: 'Import 1 record' }).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test(
  'records are filtered as fits each type, lead to the records they refer to, and leave as the language writes',
  { timeout: 300_000 },
  async () => {
    const page = await aPage({ ...signed('tenant'), language: 'de', acceptDownloads: true })
    await page.goto(`${product.url}/project/data-store/${orders.id}`)
    await page.getByText('3 Datensätze').waitFor()
    await page.getByRole('link', { name: 'Café Zeitlos' }).waitFor()
    await page.getByText('In Buyer gibt es keinen solchen Datensatz.').first().waitFor({ state: 'attached' })

    await page.getByRole('button', { name: 'Filtern', exact: true }).click()
    await page.getByRole('combobox', { name: 'Feld', exact: true }).click()
    await page.getByRole('option', { name: 'total' }).click()
    await page.getByLabel('Von', { exact: true }).fill('38,00')
    await page.getByLabel('Bis', { exact: true }).fill('412,40')
    await page.getByRole('button', { name: 'Bedingung hinzufügen' }).click()
    await page.getByRole('combobox', { name: 'Feld', exact: true }).last().click()
    await page.getByRole('option', { name: 'state' }).last().click()
    await page.getByRole('combobox', { name: 'Wert', exact: true }).last().click()
    await page.getByRole('option', { name: 'confirmed' }).click()
    await page.getByRole('option', { name: 'new' }).click()
    await page.getByText('Nur Datensätze, bei denen alles zutrifft').click()
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await seenInBoth(page, 'filters')
    await page.getByRole('button', { name: 'Anwenden' }).click()
    await page.getByText('1 Datensätze').waitFor()
    await page.getByText('total liegt zwischen 38,00 und 412,40').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Filter entfernen: total liegt zwischen 38,00 und 412,40' }).click()
    await page.getByText('2 Datensätze').waitFor()
    await page.getByRole('button', { name: 'Filter entfernen: state ist eines von confirmed, new' }).click()
    await page.getByText('3 Datensätze').waitFor()
    await seenInBoth(page, 'relations')

    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportieren' }).click()
    await page.getByRole('menuitem', { name: 'CSV für Tabellenprogramme' }).click()
    const text = await readFile(await (await waiting).path(), 'utf8')
    assert.equal(text.split('\r\n')[1], 'SH-1;B-1;21.11.2026;DE;1204,90;new')

    await page.getByRole('button', { name: 'Datensatz anlegen' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('order_number').fill('SH-7')
    await form.getByRole('combobox', { name: 'buyer' }).fill('Zeitlos')
    await page.getByRole('option', { name: 'Café Zeitlos · B-2' }).click()
    await form.getByRole('button', { name: 'Datensatz anlegen' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('4 Datensätze').waitFor()
    await page.getByRole('link', { name: 'Café Zeitlos' }).first().click()
    await page.getByRole('heading', { name: 'Buyer' }).waitFor()
    await page.getByText('B-2').first().waitFor()
  },
)

test('on a phone a file is imported as well', { timeout: 240_000 }, async () => {
  const page = await aPage({ ...signed('tenant'), viewport: { width: 390, height: 844 }, language: 'de' })
  await page.goto(`${product.url}/project/data-store/${orders.id}`)
  await page.getByRole('grid').waitFor()
  await picture(page, 'data-phone')
  await choose(page, first)
  await page.getByRole('dialog').getByText('6 von 7 Spalten zugeordnet').waitFor()
  await seenInBoth(page, 'import-phone')
})
