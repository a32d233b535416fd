import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language } from '@weft/kit/messages/messages.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney } from './opening.ts'

// The three workshops: rules to try, forms to compose, charts to look at.

const { aPage, signIn } = await aJourney()

async function opened(path: string, look: { language?: Language; scheme?: 'light' | 'dark' } = {}): Promise<Page> {
  const page = await aPage({ ...look, permissions: ['clipboard-read', 'clipboard-write'] })
  page.on('console', (message) => message.type() === 'error' && faults.push(`${path}: ${message.text()}`))
  await signIn(page, adminSignIn, path)
  await page.waitForURL((url) => url.pathname === path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const faults: string[] = []

test('the form helper shows every rule with its verdict, in both languages, and what the server says', async () => {
  const page = await opened('/form-helper')
  await page.getByText('All (33)').waitFor()
  assert.equal(await page.locator('main section').count(), 33)
  await page.getByText('Validators (22)').click()
  assert.equal(await page.locator('main section').count(), 22)
  await page.getByText('Form helper rules (12)').click()
  assert.equal(await page.locator('main section').count(), 12)
  await page.getByText('All (33)').click()
  const card = page.getByRole('region', { name: 'E-mail address' })
  const value = card.getByLabel('Value')
  const verdict = card.getByRole('status')
  await value.fill('nobody')
  await verdict.getByText('Invalid', { exact: true }).waitFor()
  await verdict.getByText('"nobody" is no e-mail address.').waitFor()
  await verdict.getByText('„nobody“ ist keine E-Mail-Adresse.').waitFor()
  await verdict.getByText('Server: Invalid').waitFor()
  await value.fill('a@b.de; c@d.de')
  await verdict.getByText('"a@b.de; c@d.de" is no e-mail address.').waitFor()
  await card.getByRole('switch', { name: 'Several, separated by comma or semicolon' }).click()
  await verdict.getByText('Valid', { exact: true }).waitFor()
  await verdict.getByText('Server: Valid').waitFor()
  await value.fill('')
  await verdict.getByText('Ignored', { exact: true }).waitFor()
  const length = page.getByRole('region', { name: 'Maximum length' })
  await length.getByLabel('Maximum').fill('2')
  await length.getByText('Please enter at most 2 characters.').waitFor()
  await length.getByText('Bitte geben Sie höchstens 2 Zeichen ein.').waitFor()
  await assertAccessible(page)
})

test('rules that need a function have one to choose; examples fill the card; files are chosen', async () => {
  const page = await opened('/form-helper')
  const own = page.getByRole('region', { name: 'Own function' })
  await own.getByLabel('Value').fill('5')
  await own.getByText('The field Example field is not valid').waitFor()
  await own.getByText('Das Feld Example field ist ungültig').waitFor()
  const remote = page.getByRole('region', { name: 'Remote check' })
  await remote.getByLabel('Value').fill('ada@example.com')
  await remote.getByText('Valid', { exact: true }).waitFor()
  await remote.getByLabel('Value').fill('ada')
  await remote.getByText('"ada" is no e-mail address.').waitFor()
  const files = page.getByRole('region', { name: 'File', exact: true })
  await files.getByLabel('Most files').fill('1')
  await files
    .locator('input[type=file]')
    .setInputFiles(['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') })))
  await files.getByText('At most 1 file at a time.').waitFor()
  await files.getByText('Höchstens 1 Datei auf einmal.').waitFor()
  const choice = page.getByRole('region', { name: 'Credit card' })
  await choice.getByRole('button', { name: 'Example 4: 4111 1111 1111 1112' }).click()
  await choice.getByText('Please enter a valid credit card number.').waitFor()
  await page.getByLabel('Find a rule').fill('zzz')
  await page.getByText('No rule fits').waitFor()
})

test('a form is composed of fields and rules, tried, and its schema taken along and brought back', async () => {
  const page = await opened('/builder')
  const preview = page.getByRole('form', { name: 'Supplier registration' })
  await preview.waitFor()
  await preview.getByRole('button', { name: 'Send for checking' }).click()
  await preview
    .getByRole('alert')
    .getByText('The data provided was invalid. Please correct the fields marked in red.')
    .waitFor()
  await preview.getByText('Server and browser judge every field alike.').waitFor()
  await preview.getByText('This field is required.').first().waitFor()
  await preview.getByLabel('Company').fill('Hanse Handel')
  await preview.getByLabel('E-mail addresses').fill('a@b.de; c@d.de')
  await preview.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'DE' }).click()
  assert.equal(await preview.getByLabel('VAT number *').count(), 0)
  await preview.getByRole('switch', { name: 'Has a VAT number' }).click()
  await preview.getByRole('textbox', { name: /^VAT number/ }).fill('DE12')
  await preview.getByText('This value does not have the right form.').waitFor()
  await preview.getByRole('textbox', { name: /^VAT number/ }).fill('DE123456789')
  await preview.getByRole('button', { name: 'Send for checking' }).click()
  await preview.getByText('The server finds all fields in order.').waitFor()

  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Password' }).click()
  const side = page.getByRole('complementary', { name: 'Field' })
  await side.getByLabel('Technical name').fill('company')
  await side.getByText('There is already a field with this name.').waitFor()
  await page.getByText('One thing does not fit yet').waitFor()
  await side.getByLabel('Technical name').fill('secret')
  await side.getByLabel('Label, English').fill('Secret')
  await side.getByLabel('Label, German').fill('Geheimnis')
  await side.getByRole('combobox', { name: 'Add a rule' }).fill('Minimum')
  await page.getByRole('option', { name: 'Minimum length' }).click()
  await side.getByRole('group', { name: 'Minimum length' }).getByRole('textbox', { name: 'Minimum' }).fill('12')
  await preview.getByLabel(/^Secret/).fill('short')
  await preview.getByText('Please enter at least 12 characters.').waitFor()
  await page.getByRole('button', { name: 'Move Secret up' }).click()
  await assertAccessible(page)

  await page.getByText('zod source').click()
  await page.locator('.cm-content').getByText('supplierRegistration').waitFor()
  await page.getByRole('button', { name: 'Copy: zod source' }).click()
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /secret: z\.string\(\)\.meta\(\{ input: 'password' \}\)\.superRefine\(ruledBy\(minLength, \{ min: 12 \}\)\)\.optional\(\)/,
  )
  await page.getByRole('radiogroup', { name: 'View' }).getByText('JSON').click()
  await page.getByRole('button', { name: 'Copy: JSON' }).click()
  const json = await page.evaluate(() => navigator.clipboard.readText())
  assert.deepEqual(
    (JSON.parse(json) as { fields: { name: string }[] }).fields.map(({ name }) => name),
    ['company', 'email', 'website', 'country', 'employees', 'has_vat', 'secret', 'vat_number'],
  )

  await page.reload()
  await page.getByRole('button', { name: 'Edit Secret' }).waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('button', { name: 'Edit Secret' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a form' })
  await dialog
    .getByLabel('JSON of a form')
    .fill(
      '{"title":{"en":"A","de":"A"},"fields":[{"name":"x","label":{"en":"X","de":"X"},"rules":[{"rule":"no_such"}]}]}',
    )
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('alert').getByText('fields.0.rules.0: There is no rule called “no_such”.').waitFor()
  await dialog.getByLabel('JSON of a form').fill('{')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^This is no valid JSON:/)
    .waitFor()
  await dialog.getByLabel('JSON of a form').fill(json)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Secret' }).waitFor()
})

test('a picture is drawn before it is taken; what is none, and a browser that cannot read files, is told', async () => {
  const page = await opened('/builder')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Picture' }).click()
  const field = page.getByRole('form').getByRole('group', { name: 'Field 8' })
  const file = field.locator('input[type=file]')
  await file.setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await field.getByRole('alert').getByText('cat.png is not a picture.').waitFor()
  await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await field.getByRole('alert').getByText('note.txt is not a picture.').waitFor()
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_001) })
  await field.getByRole('alert').getByText('big.png is larger than 4 MB.').waitFor()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
  await field.getByRole('img', { name: 'The chosen picture' }).waitFor()
  assert.equal(await field.getByRole('alert').count(), 0)
  await page.evaluate(() => Reflect.deleteProperty(window, 'FileReader'))
  await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png })
  await field
    .getByRole('alert')
    .getByText('This browser cannot read files: the file reader API is not supported.')
    .waitFor()
  await page.getByRole('button', { name: 'Remove: Field 8' }).click()
  await field.getByRole('img', { name: 'The chosen picture' }).waitFor({ state: 'detached' })
})

test('every kind of chart is drawn, follows its options, and is read as a table', async () => {
  const page = await opened('/apexcharts-demo')
  for (const kind of ['Area', 'Bar', 'Column', 'Donut', 'Line', 'Pie', 'Custom']) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    const panel = page.getByRole('region', { name: `Orders by channel (${kind})` })
    await panel
      .getByRole('img', { name: `Orders by channel (${kind})` })
      .locator('svg path')
      .first()
      .waitFor({ state: 'attached' })
    await panel
      .getByRole('table', { name: `Orders by channel (${kind})` })
      .getByRole('rowheader')
      .first()
      .waitFor({ state: 'attached' })
  }
  await page.getByRole('button', { name: 'Column', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Orders by channel (Column)' })
  const options = page.getByRole('region', { name: 'Options' })
  await options.getByLabel('Y axis title').fill('Sold pieces')
  await panel.locator('svg').getByText('Sold pieces').waitFor()
  await options.getByLabel('Threshold').fill('1500')
  await panel.locator('svg').getByText(/1,500/).first().waitFor()
  await options.getByLabel('Series').fill('1')
  await panel.getByRole('columnheader', { name: 'Marketplaces' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Custom', exact: true }).click()
  await options.getByLabel('Option of ECharts as JSON').fill('[1]')
  await options.getByText('This must be a JSON object.').waitFor()
  await options
    .getByLabel('Option of ECharts as JSON')
    .fill('{"xAxis":{"type":"category","data":["Hamburg"]},"yAxis":{},"series":[{"type":"bar","data":[7]}]}')
  await page.getByRole('region', { name: 'Orders by channel (Custom)' }).locator('svg').getByText('Hamburg').waitFor()
  await assertAccessible(page)
})

test('in German and in the dark they are read as well, and nothing is left untranslated', async () => {
  for (const [path, title] of [
    ['/form-helper', 'Formularhilfe'],
    ['/builder', 'Formular-Baukasten'],
    ['/apexcharts-demo', 'Diagramm-Demo'],
  ] as const) {
    const page = await opened(path, { language: 'de', scheme: 'dark' })
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.waitForLoadState('networkidle')
    await assertAccessible(page)
  }
})

test('none of them leaves an error in the console', () => assert.deepEqual(faults, []))
