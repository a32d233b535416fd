import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')

const field = (name: string, type: string, more = {}) => ({ id: crypto.randomUUID(), name, type, ...more })
const items = await user.post('data_structures', {
  class_name: 'SalesItem',
  table_name: 'sales_item',
  label: 'Sales items',
  fields: [
    field('sku', 'text', { primary_key: true, length: 8 }),
    field('name', 'text'),
    field('price', 'decimal', { precision: 10, scale: 2 }),
  ],
})
for (const [sku, name, price] of [
  ['A-1', 'Anchor', '10.00'],
  ['A-2', 'Bollard', '20.00'],
])
  await user.post(`data_structures/${items.id}/records`, { sku, name, price })

let calls = 0
const shop = createServer((_, answer) => {
  calls += 1
  answer.end('[]')
})
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
after(() => shop.close())
const { port } = shop.address() as { port: number }
await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port }] })

const source = `weft: 1
label: Items
steps:
  - { id: go, element: manual }
  - { id: each, element: split_list, settings: { list: items, keep: none } }
  - { id: write, element: write_records, label: Write items, settings: { structure_id: ${items.id} } }
  - { id: tell, element: http_request, label: Tell the shop, settings: { method: POST, url: "http://127.0.0.1:${port}/{{ sku }}", body: "{{ name }}" } }
edges: [{ from: go.out, to: each.in }, { from: each.out, to: write.in }, { from: write.written, to: tell.in }]
`
const { id } = await user.post('workflows', { label: 'Items', class_name: 'Items', source })
const given = {
  items: [
    { sku: 'A-1', name: 'Anchor', price: 10 },
    { sku: 'A-2', name: 'Bollard', price: '21.50' },
    { sku: 'A-3', name: 'Cleat', price: '3' },
    { sku: 'A-4', name: 'Dinghy', price: 'dear' },
  ],
}
const recordsNow = async () =>
  (await user.get(`data_structures/${items.id}/records?sort=sku`)).map((one: Record<string, unknown>) => [
    one['sku'],
    one['price'],
  ])
const before = [
  ['A-1', '10.00'],
  ['A-2', '20.00'],
]

test(
  'a test run shows what would be added, changed and refused, and nothing is written before a real run is asked for',
  { timeout: 240_000 },
  async () => {
    const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
    await page.getByRole('button', { name: 'Test run' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 steps change something outside').waitFor()
    assert.equal(await dialog.getByRole('radio', { name: 'The first 100 records' }).isChecked(), true)
    assert.equal(await dialog.getByRole('radio', { name: 'Real run' }).isDisabled(), true)
    await dialog.getByText('A real run runs the live version: publish these changes first.').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Write items' }).getByText('compared, not written').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'Tell the shop' }).getByText('held back').waitFor()
    await dialog.getByLabel('Test data (JSON)').fill(JSON.stringify(given))
    await seenInBoth(page, 'test-run')
    await page.keyboard.press('Control+Enter')

    const result = page.getByRole('dialog').filter({ hasText: 'What this run would write' })
    await result.getByText('4 records compared').waitFor()
    for (const tab of ['Added 1', 'Changed 1', 'Unchanged 1', 'Refused 1'])
      await result.getByRole('tab', { name: tab, exact: true }).waitFor()
    const changed = result.getByRole('region', { name: 'Changed' })
    await changed.getByText('20.00').waitFor()
    assert.deepEqual(
      [await changed.locator('del').allInnerTexts(), await changed.locator('ins').allInnerTexts()],
      [['20.00'], ['21.50']],
    )
    await seenInBoth(page, 'test-result')
    await result.getByRole('tab', { name: 'Refused 1' }).click()
    await result.getByRole('cell', { name: 'This is not a number.' }).waitFor()
    await result.getByRole('button', { name: 'Tell the shop' }).click()
    await result.getByText('3 calls held back').waitFor()
    await result.getByRole('cell', { name: /\/A-3$/ }).waitFor()
    await result.getByText('Nothing has been written.').waitFor()
    assert.deepEqual([await recordsNow(), calls], [before, 0])

    await result.getByRole('button', { name: 'Write items' }).click()
    await result.getByRole('tab', { name: 'Refused 1' }).click()
    await result.getByRole('button', { name: 'To the step' }).click()
    const data = page.getByRole('region', { name: 'Data', exact: true })
    await data.getByRole('button', { name: 'What it would write' }).click()
    await result.getByRole('button', { name: 'Run for real …' }).click()
    assert.equal(await dialog.getByRole('button', { name: 'Run for real' }).isDisabled(), true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    // Only what is live runs for real, and only when it is said so.
    await user.call('PUT', `workflows/${id}/code`, { source, version: 1, published: true })
    await page.reload()
    await page.getByRole('button', { name: 'Test run' }).click()
    await dialog.getByRole('radio', { name: 'Real run' }).click()
    await dialog.getByText('done for real').first().waitFor()
    await seenInBoth(page, 'test-run-real')
    assert.equal(await dialog.getByRole('button', { name: 'Run for real' }).isDisabled(), true)
    await dialog.getByRole('checkbox', { name: 'Yes, write and send for real' }).click()
    await dialog.getByRole('button', { name: 'Run for real' }).click()
    await page.getByText('Run started').waitFor()
    const [real] = await user.get(`jobs?filter[workflow_id]=${id}&filter[test]=false`)
    assert.equal((await user.ended(real.id)).status, 'warning')
    assert.deepEqual(await recordsNow(), [
      ['A-1', '10.00'],
      ['A-2', '21.50'],
      ['A-3', '3.00'],
    ])
    assert.equal(calls, 3)
  },
)

test('a run up to a step and a step alone show what comes of a sample', { timeout: 120_000 }, async () => {
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await page.locator('.react-flow__node[data-id=each]').click()
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await data.getByRole('button', { name: 'Run up to here' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No step changes anything outside').waitFor()
  await dialog.getByLabel('Test data (JSON)').fill(JSON.stringify({ items: [{ sku: 'B-1' }, { sku: 'B-2' }] }))
  await dialog.getByRole('button', { name: 'Run 100 records' }).click()
  await data.getByRole('region', { name: 'Output' }).first().getByRole('cell', { name: 'B-2' }).waitFor()
  await seenInBoth(page, 'run-up-to-here')

  await page.locator('.react-flow__node[data-id=write]').click()
  await data.getByRole('button', { name: 'Test this step' }).click()
  const sample = dialog.getByLabel('Records that come in (JSON)')
  assert.deepEqual(JSON.parse(await sample.inputValue()), [{ sku: 'B-1' }, { sku: 'B-2' }])
  await sample.fill('[{ "sku": ')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await dialog.getByText('Invalid JSON').waitFor()
  await sample.fill('[{ "sku": "B-1", "price": "7.50" }, { "sku": "B-3-is-far-too-long" }]')
  await seenInBoth(page, 'test-step')
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  const result = dialog.filter({ hasText: 'What this run would write' })
  await result.getByRole('tab', { name: 'Added 1', exact: true }).waitFor()
  await result.getByRole('tab', { name: 'Refused 1', exact: true }).waitFor()
  await result.getByRole('button', { name: 'Close' }).last().click()
  const input = data.getByRole('region', { name: 'Input' }).first()
  await input.getByText('2 from “the sample”').waitFor()
  await seenInBoth(page, 'test-step-data')
})

test('pinned data of a step are handed out in test runs of whoever has pinned them', { timeout: 120_000 }, async () => {
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`)
  await page.getByRole('button', { name: 'Data', exact: true }).click()
  await page.locator('.react-flow__node[data-id=each]').click()
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await data.getByRole('button', { name: 'Pin data' }).click()
  const dialog = page.getByRole('dialog')
  const records = dialog.getByLabel('Records (JSON)')
  await records.fill('nothing')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await dialog.getByText('Invalid JSON').waitFor()
  await records.fill('[{ "sku": "P-1" }, { "sku": "P-2" }, { "sku": "P-3" }]')
  await seenInBoth(page, 'pin-data')
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click()
  await data.getByRole('button', { name: 'Pinned data' }).waitFor()

  await page.getByRole('button', { name: 'Test run' }).click()
  await dialog.getByRole('listitem').filter({ hasText: 'hands out pinned data' }).waitFor()
  await dialog.getByRole('button', { name: 'Run 100 records' }).click()
  const result = dialog.filter({ hasText: 'What this run would write' })
  await result.getByRole('tab', { name: 'Added 3', exact: true }).waitFor()
  await result.getByRole('button', { name: 'Close' }).last().click()
  const [{ step, exit }] = await user.get(`workflows/${id}/pins`)
  assert.deepEqual([step, exit], ['each', 'out'])
  assert.equal((await user.get(`workflows/${id}/code`)).source, source, 'the workflow knows nothing of it')
  assert.deepEqual(await admin.call('GET', `workflows/${id}/pins`).then(({ body }) => body.data ?? []), [])

  await data.getByRole('button', { name: 'Pinned data' }).click()
  await dialog.getByRole('button', { name: 'Let go' }).click()
  await data.getByRole('button', { name: 'Pin data' }).waitFor()
  assert.deepEqual(await user.get(`workflows/${id}/pins`), [])
})

test('what is not saved is tried as it is written, and in German on a phone', { timeout: 120_000 }, async () => {
  const page = await pageOf(sign_in, `/project/workflows/${id}/mode/build`, {
    language: 'de',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'Testlauf' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 Schritte ändern außerhalb etwas').waitFor()
  await seenInBoth(page, 'test-run-phone')
  await dialog
    .getByLabel('Testdaten (JSON)')
    .fill(JSON.stringify({ items: [{ sku: 'A-1', name: 'Anker', price: '11' }] }))
  await dialog.getByRole('button', { name: '100 Sätze ausführen' }).click()
  await page.getByRole('tab', { name: 'Geändert 1', exact: true }).waitFor()
  await seenInBoth(page, 'test-result-phone')
})

test('the interface tries a text that is not saved, up to a step, and says of the job that it was a test', async () => {
  const { job_id } = await user.post(`workflows/${id}/test_run`, {
    test_data: JSON.stringify(given),
    until: 'write',
    source: source.replace('label: Write items', 'label: Not saved'),
  })
  const job = await user.ended(job_id)
  assert.deepEqual(job.test, { records: 100, until: 'write' })
  const read = () => user.get(`process_debug_data/${job_id}`)
  let kept = await read()
  for (let tries = 0; kept.length === 0 && tries < 50; tries += 1) {
    await sleep(100)
    kept = await read()
  }
  assert.deepEqual(Object.keys(kept[0].previews), ['write'])
  assert.deepEqual(kept[0].previews.write.records.refused[0].reason, 'This is not a number.')
  const tests = await user.get('jobs?filter[test]=true')
  assert.ok(tests.every((one: { test: unknown }) => one.test !== null) && tests.length > 0)
  const refused = await user.call('POST', `workflows/${id}/test_run`, { until: 'nowhere' })
  assert.deepEqual([refused.status, refused.body.errors], [422, { until: ['This workflow has no step of this name.'] }])
  const again = await user.call('POST', `jobs/${job_id}/requeue`, { mode: 'from_failed' })
  assert.equal(again.status, 409)
  const { id: next } = await user.post(`jobs/${job_id}/requeue`, { mode: 'from_start' })
  assert.deepEqual((await user.ended(next)).test, { records: 100, until: 'write' })
})
