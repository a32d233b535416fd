import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
const deliveries = `Lieferung;Artikel;Menge;Preis;Datum
L-1;Eichentisch;2;420,00;03.02.2026
L-2;Regal "Kiefer";10;89,50;04.02.2026
L-3;Stuhl;4;65,90;05.02.2026
`

test('an integration begins with a file: it is looked at, becomes a structure, and its records are imported', async () => {
  const page = await pageOf(sign_in, '/project/integrations/select-connector')
  await page.getByText('A file', { exact: true }).click()
  await seenInBoth(page, 'import-file-chosen')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Import a file' }).first().waitFor()
  await page.locator('input[type=file]').setInputFiles(file('Lieferungen.csv', deliveries))
  await page.getByText('the whole file', { exact: false }).waitFor()
  await seenInBoth(page, 'import-file-looked-at')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const key = page.getByRole('radio', { name: 'lieferung is the primary key' })
  await key.waitFor()
  assert.equal(await key.isChecked(), true)
  await seenInBoth(page, 'import-file-fields')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Class name').fill('with blanks')
  await page.getByRole('button', { name: 'Create and import' }).click()
  await page.locator('input[aria-invalid=true]').waitFor()
  await page.getByLabel('Class name').fill('Delivery')
  await page.getByLabel('Label of the data structure').fill('Deliveries')
  await seenInBoth(page, 'import-file-names')
  await page.getByRole('button', { name: 'Create and import' }).click()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.getByRole('status').getByText('3').first().waitFor()
  await page.getByRole('link', { name: 'Show the run' }).waitFor()
  await seenInBoth(page, 'import-file-done')
  await page.getByRole('link', { name: 'Show the records' }).click()
  await page.getByText('Regal "Kiefer"').waitFor()
  const [structure] = (await user.get('data_structures')) as { id: string; label: string }[]
  assert.equal(structure!.label, 'Deliveries')
  const stored = (await user.get(`data_structures/${structure!.id}/records?sort=lieferung`)) as Record<
    string,
    unknown
  >[]
  assert.deepEqual(
    stored.map(({ lieferung, artikel, menge, preis, datum }) => [lieferung, artikel, menge, preis, datum]),
    [
      ['L-1', 'Eichentisch', 2, '420.00', '2026-02-03'],
      ['L-2', 'Regal "Kiefer"', 10, '89.50', '2026-02-04'],
      ['L-3', 'Stuhl', 4, '65.90', '2026-02-05'],
    ],
  )
})

test('JSON is taken as well, by phone and in German, and what is no such file is refused', async () => {
  const page = await pageOf(sign_in, '/project/integrations/import-file', {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await page.locator('input[type=file]').setInputFiles(file('bild.png', 'x'))
  await page.getByRole('alert').getByText('bild.png gehört nicht zu').waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles(file('Kunden.json', '[{"nummer": "K-1", "name": "Anna"}, {"nummer": "K-2", "name": "Bo"}]'))
  await page.getByText('die ganze Datei', { exact: false }).waitFor()
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: 'Anlegen und importieren' }).waitFor()
  await seenInBoth(page, 'import-file-phone')
  await page.getByRole('button', { name: 'Anlegen und importieren' }).click()
  await page.getByRole('link', { name: 'Datensätze anzeigen' }).click()
  await page.getByText('Anna').first().waitFor()
})
