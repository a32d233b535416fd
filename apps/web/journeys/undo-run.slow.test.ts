import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const field = (name: string, label: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  name,
  label,
  type: 'text',
  nullable: true,
  ...more,
})
const aStructure = (label: string, data_versioning: boolean) =>
  user.post('data_structures', {
    label,
    class_name: label,
    table_name: label.toLowerCase(),
    published: true,
    data_versioning,
    fields: [
      field('sku', 'Article', { primary_key: true, nullable: false }),
      field('name', 'Name'),
      field('price', 'Price', { type: 'decimal', precision: 10, scale: 2 }),
    ],
  }) as Promise<{ id: string }>

const stock = await aStructure('Stock', true)
const prices = await aStructure('Prices', false)
const source = JSON.stringify({
  weft: 1,
  label: 'Import stock',
  steps: [
    { id: 'start', element: 'manual', label: 'Delivery list' },
    { id: 'each', element: 'split_list', settings: { list: 'items' } },
    { id: 'keep', label: 'Write stock', element: 'write_records', settings: { structure_id: stock.id } },
    { id: 'cost', label: 'Write prices', element: 'write_records', settings: { structure_id: prices.id } },
  ],
  edges: [
    { from: 'start.out', to: 'each.in' },
    { from: 'each.out', to: 'keep.in' },
    { from: 'each.out', to: 'cost.in' },
  ],
})
const { id: workflow } = (await user.post('workflows', {
  label: 'Import stock',
  class_name: 'ImportStock',
  source,
})) as { id: string }
await user.post(`workflows/${workflow}/publish`, { published: true, active: true })

async function aRun(items: object[]): Promise<string> {
  await user.post(`workflows/${workflow}/run`, { test_data: JSON.stringify({ items }) })
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(150)) {
    const [job] = (await user.get(`jobs?filter[workflow_id]=${workflow}&sort=-created_at`)) as {
      id: string
      status: string
    }[]
    if (job && ['stopped', 'warning', 'error', 'info'].includes(job.status)) {
      assert.equal(job.status, 'stopped')
      return job.id
    }
  }
  throw new Error('The run does not end.')
}
await aRun([
  { sku: 'A-100', name: 'Oak table', price: '420.00' },
  { sku: 'A-200', name: 'Pine shelf', price: '89.50' },
])
await sleep(50)
const wrong = await aRun([
  { sku: 'A-100', name: 'Oak table', price: '4.20' },
  { sku: 'A-200', name: 'Pine shelf', price: '0.90' },
  { sku: 'A-300', name: 'Beech chair', price: '1.30' },
])

const stored = async () =>
  ((await user.get(`data_structures/${stock.id}/records?sort=sku`)) as { sku: string; price: string }[]).map(
    ({ sku, price }) => [sku, price],
  )

test('a run is taken back after it was shown what that does, and the record tells of it', async () => {
  const page = await pageOf(sign_in, `/project/workflows/reporting/${workflow}/${wrong}/details`)
  await page.getByRole('button', { name: 'Undo this run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this run' })
  await dialog.getByText('1 record is removed').waitFor()
  await dialog.getByText('2 records are put back').waitFor()
  await dialog.getByText('This structure keeps no earlier versions', { exact: false }).waitFor()
  await dialog.getByText('420.00').waitFor()
  await seenInBoth(page, 'undo-shown')
  await dialog.getByRole('button', { name: 'Undo 3 records' }).click()
  await dialog.getByText('1 record removed, 2 records put back').waitFor()
  await seenInBoth(page, 'undo-done')
  assert.deepEqual(await stored(), [
    ['A-100', '420.00'],
    ['A-200', '89.50'],
  ])

  await page.goto(`${product.url}/project/data-store/${stock.id}`)
  await page.getByRole('gridcell', { name: 'A-100' }).click()
  await page.getByRole('button', { name: 'Show the whole record' }).click()
  await page.getByRole('tab', { name: 'Lineage' }).click()
  await page.getByText(/took a run back|A run was taken back/).waitFor()
  await page.getByText('Write stock').first().waitFor()
  await seenInBoth(page, 'lineage')
})

test('by phone and in German the plan of a run is read', async () => {
  const next = await aRun([{ sku: 'A-100', name: 'Eichentisch', price: '430.00' }])
  const page = await pageOf(sign_in, `/project/workflows/reporting/${workflow}/${next}/details`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Lauf rückgängig machen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lauf rückgängig machen' })
  await dialog.getByText('1 Datensatz wird zurückgesetzt').waitFor()
  await seenInBoth(page, 'undo-phone')
  await dialog.getByRole('button', { name: '1 Datensatz zurücknehmen' }).click()
  await dialog.getByText('1 Datensatz zurückgesetzt').waitFor()
  assert.deepEqual((await stored())[0], ['A-100', '420.00'])
})

test('a structure without versions is told how long to keep what runs change, and then a run can be taken back there, too', async () => {
  const page = await pageOf(sign_in, `/project/data-structures/${prices.id}/base-data`)
  await page.getByLabel('Keep what runs change, in days').fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('365').first().waitFor()
  await page.getByLabel('Keep what runs change, in days').fill('30')
  await seenInBoth(page, 'keep-what-runs-change')
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.equal((await answer).status(), 200)

  await aRun([{ sku: 'A-100', name: 'Oak table', price: '440.00' }])
  await sleep(50)
  const wrong = await aRun([{ sku: 'A-100', name: 'Oak table', price: '4.40' }])
  await page.goto(`${product.url}/project/workflows/reporting/${workflow}/${wrong}/details`)
  await page.getByRole('button', { name: 'Undo this run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this run' })
  await dialog.getByRole('region', { name: 'Prices' }).getByText('1 record is put back').waitFor()
  await seenInBoth(page, 'undo-of-run-changes')
  await dialog.getByRole('button', { name: 'Undo 2 records' }).click()
  await dialog.getByText('2 records put back').waitFor()
  const [price] = (await user.get(`data_structures/${prices.id}/records?sort=sku`)) as { price: string }[]
  assert.equal(price!.price, '440.00')
})
