import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const field = (name: string, type: string, more = {}) => ({ id: crypto.randomUUID(), name, type, ...more })
const items = await user.post('data_structures', {
  class_name: 'SalesItem',
  table_name: 'sales_item',
  label: 'Sales items',
  fields: [
    field('sku', 'text', { primary_key: true, length: 8 }),
    field('price', 'decimal', { precision: 10, scale: 2 }),
  ],
})
const { id } = await user.post('workflows', {
  label: 'Items',
  class_name: 'Items',
  source: `weft: 1
label: Items
steps:
  - { id: go, element: manual, position: { x: 0, y: 0 } }
  - { id: each, element: split_list, settings: { list: items, keep: none }, position: { x: 0, y: 140 } }
  - { id: tax, element: set_fields, label: Set the tax, settings: { fields: [{ field: tax, value: "19" }] }, position: { x: 0, y: 280 } }
  - { id: write, element: write_records, label: Write items, settings: { structure_id: ${items.id} }, position: { x: 0, y: 420 } }
edges: [{ from: go.out, to: each.in }, { from: each.out, to: tax.in }, { from: tax.out, to: write.in }]
`,
})
const given = JSON.stringify({
  items: [
    { sku: 'A-1', price: '10.00' },
    { sku: 'A-2', price: '21.50' },
  ],
})
const written = () => user.get(`data_structures/${items.id}/records`)

test(
  'one walks with a record through a test run, stops where one has said, and runs on from there with another',
  { timeout: 240_000 },
  async () => {
    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/debug`)
    const debug = page.getByRole('region', { name: 'Debug' })
    await debug.getByLabel('Test data (JSON)').fill(given)
    await debug.getByText('One step changes something outside').waitFor()
    await seenInBoth(page, 'debug-begin')
    await debug.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Place 1 of 4').waitFor()
    await debug.getByRole('heading', { name: 'before “Split list”' }).waitFor()

    await page.keyboard.press('F10')
    await debug.getByRole('heading', { name: 'before “Set the tax”' }).waitFor()
    await debug.getByText('of 2 that go together').waitFor()
    await debug.getByRole('button', { name: 'Next of these records' }).click()
    await debug.getByRole('cell', { name: '21.50' }).waitFor()
    await page.keyboard.press('Shift+F10')
    await debug.getByRole('heading', { name: 'before “Split list”' }).waitFor()

    // A breakpoint before the step that is selected, and when it is to stop.
    await page.locator('.react-flow__node[data-id=write]').click()
    await page.keyboard.press('b')
    await debug.getByRole('button', { name: 'Condition: “Set the tax” to “Write items”' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Field').fill('price')
    await dialog.getByLabel('Comparison').click()
    await page.getByRole('option', { name: 'is greater than' }).click()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('{{ tax')
    await dialog.getByText('is never closed').waitFor()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('{{ tax }}')
    await dialog.getByRole('button', { name: 'Set', exact: true }).click()
    await page.keyboard.press('F8')
    await debug.getByText('price is greater than {{ tax }}, met by record 2').waitFor()
    const tax = debug.getByRole('row', { name: /^tax/ })
    await tax.getByText('added').waitFor()
    await seenInBoth(page, 'debug-paused')

    await page.keyboard.press('F10')
    const would = debug.getByRole('region', { name: 'What a real run would do here' })
    assert.equal(await would.getByText('Added', { exact: true }).count(), 2)
    await page.getByText('2 writes and calls are held back so far.').waitFor()
    await seenInBoth(page, 'debug-would')
    await page.getByRole('button', { name: 'Continue' }).click()
    await debug.getByText('The run is over').waitFor()

    // From here with records as they should be.
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await debug.getByRole('button', { name: 'Edit and run from here' }).click()
    const records = dialog.getByLabel('Records that come in (JSON)')
    await records.fill('[{ "sku": ')
    await dialog.getByRole('button', { name: 'Run from here' }).click()
    await dialog.getByText('Invalid JSON').waitFor()
    await records.fill('[{ "sku": "A-2-is-too-long", "price": "22" }]')
    await seenInBoth(page, 'debug-edit')
    await dialog.getByRole('button', { name: 'Run from here' }).click()
    await page.getByText('Place 1 of 2').waitFor()
    await page.keyboard.press('F10')
    await debug.getByText('Rejected, sku: At most 8 characters are allowed, here are 15.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await debug.getByRole('button', { name: 'Start' }).waitFor()
    assert.deepEqual(await written(), [])
    assert.equal((await user.get(`workflows/${id}/code`)).source.includes('greater'), false)
  },
)

test('the same in German on a phone, up to a step by its button', { timeout: 240_000 }, async () => {
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/debug`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  const debug = page.getByRole('region', { name: 'Debug' })
  await debug.getByLabel('Testdaten (JSON)').fill(given)
  await seenInBoth(page, 'debug-begin-phone')
  await debug.getByRole('button', { name: 'Starten' }).click()
  await page.getByText('Stelle 1 von 4').waitFor()
  await page.locator('.react-flow__node[data-id=write]').click()
  await page.getByRole('button', { name: 'Bis hierher' }).click()
  await debug.getByRole('heading', { name: 'vor „Write items“' }).waitFor()
  await seenInBoth(page, 'debug-phone')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
})

test('the interface gives the trace of a run to its own tenant and to nobody else', async () => {
  const { job_id } = await user.post(`workflows/${id}/test_run`, { test_data: given, trace: true, until: 'tax' })
  assert.deepEqual((await user.ended(job_id)).test, { records: 100, until: 'tax', trace: true })
  const read = () => user.get(`process_debug_data/${job_id}/trace`)
  let trace = await read()
  for (let tries = 0; !trace && tries < 50; tries += 1) {
    await sleep(100)
    trace = await read()
  }
  assert.deepEqual(
    trace.flights.map(({ step, following_from }: Record<string, unknown>) => [step, following_from]),
    [
      ['go', []],
      ['each', [{ flight: 0, exit: 'out' }]],
      ['tax', [{ flight: 1, exit: 'out' }]],
    ],
  )
  const other = await aTenantOn(product, 'Other')
  assert.equal((await other.user.call('GET', `process_debug_data/${job_id}/trace`)).status, 404)
  const real = await user.post(`workflows/${id}/test_run`, { test_data: given })
  await user.ended(real.job_id)
  assert.equal(await user.get(`process_debug_data/${real.job_id}/trace`), null)
  const refused = async (order: object) => (await user.call('POST', `workflows/${id}/test_run`, order)).body.errors
  const noStep = ['This workflow has no step of this name.']
  assert.deepEqual(await refused({ from: 'go', sample: '[{}]' }), { from: noStep })
  assert.deepEqual(await refused({ from: 'write', until: 'tax', sample: '[{}]' }), { until: noStep })
})
