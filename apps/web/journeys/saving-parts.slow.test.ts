import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { demoClients, demoSignIns } from './demo.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney({ demo: true })
const signIns = await demoSignIns(product)
const { admin, tenant } = await demoClients(product)

test('changing the label of a data structure changes its label and nothing else', { timeout: 180_000 }, async () => {
  const draft = {
    class_name: 'Parcel',
    table_name: 'parcel',
    label: 'Parcel',
    description: 'What is on its way.',
    published: false,
    data_versioning: true,
    structural_versioning: true,
    structure_check: false,
    on_empty_import: 'fail',
    content_identifier: 'number',
    fields: [aField('number', 'integer', { primary_key: true, nullable: false })],
  }
  const before = await tenant.post('data_structures', draft)
  const page = await pageOf(signIns.tenant, `/project/data-structures/${before.id}/base-data`)
  await page.getByLabel('Label', { exact: false }).first().fill('Parcels')
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.equal((await answer).status(), 200)
  const { updated_at: _, version, ...after } = await tenant.get(`data_structures/${before.id}`)
  const { updated_at: __, version: first, ...same } = before
  assert.deepEqual(after, { ...same, label: 'Parcels' })
  assert.equal(version, first + 1)
  await seenInBoth(page, 'data-structure-base-data')
})

test(
  'fields are described in every way, a wrong one is marked, and what stands there is overwritten only when it was confirmed',
  { timeout: 180_000 },
  async () => {
    const { id } = await tenant.post('data_structures', {
      ...{ class_name: 'Article', table_name: 'article', label: 'Article' },
      fields: [aField('sku', 'text', { primary_key: true, nullable: false })],
    })
    const fieldsNow = async () => (await tenant.get(`data_structures/${id}`)).fields
    const page = await pageOf(signIns.tenant, `/project/data-structures/${id}/config`)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Add field').click()
    await page.getByLabel('Name of new field').fill('sku')
    await page.getByLabel('Label of sku').last().fill('State of the article')
    await button('Review changes').click()
    await page.getByText('There is another field with this name.').waitFor()
    assert.equal(await page.getByLabel('Name of sku').last().getAttribute('aria-invalid'), 'true')
    await seenInBoth(page, 'data-structure-wrong-field')

    await page.getByLabel('Name of sku').last().fill('state')
    await page.getByRole('combobox', { name: 'Type of state' }).click()
    await page.getByRole('option', { name: 'Choice' }).click()
    const allowed = page.getByRole('combobox', { name: 'Allowed values' })
    for (const value of ['new', 'sold']) {
      await allowed.fill(value)
      await allowed.press('Enter')
    }
    await page.getByLabel('Alias', { exact: true }).fill('status')
    await page.getByLabel('Name in the file').fill('Artikelstatus')
    await page.getByLabel('Default', { exact: true }).fill('lost')
    await page.getByRole('switch', { name: 'Leave out of the change check' }).check()
    await page.getByLabel('Required of state').check()
    await page.getByLabel('Index of state').check()
    await button('Review changes').click()
    await page.getByText('The default does not fit the type of the field.').waitFor()
    await page.getByLabel('Default', { exact: true }).fill('new')
    await button('Review changes').click()
    const dialog = page.getByRole('dialog', { name: 'Overwrite the field configuration?' })
    await dialog.waitFor()
    await seenInBoth(page, 'data-structure-overwrite')
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await fieldsNow()).length, 1)

    await button('Review changes').click()
    await dialog.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByText('The table has been changed').waitFor()
    const [, state] = await fieldsNow()
    const { name, label, alias, original_name, type, values, required, index, skip_on_delta } = state
    assert.deepEqual(
      { name, label, alias, original_name, type, values, default: state.default, required, index, skip_on_delta },
      {
        ...{ name: 'state', label: 'State of the article', alias: 'status', original_name: 'Artikelstatus' },
        ...{
          type: 'choice',
          values: ['new', 'sold'],
          default: 'new',
          required: true,
          index: true,
          skip_on_delta: true,
        },
      },
    )
  },
)

for (const timezoneId of ['America/Los_Angeles', 'Pacific/Kiritimati'])
  test(`news and contracts are of the day they are of, read in ${timezoneId}`, { timeout: 180_000 }, async () => {
    const title = `New Year in ${timezoneId}`
    await admin.post('news', { title, release_date: '2026-01-01', audience: 'all', content: 'Happy new year.' })
    const [contract] = (await admin.get('contracts')) as { start_on: string }[]
    const begins = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(contract!.start_on),
    )
    const page = await pageOf(signIns.admin, '/admin/news', { timezoneId })
    await page.getByRole('row').filter({ hasText: title }).getByText('Jan 1, 2026').waitFor()
    await page.goto(`${product.url}/admin/settings/billing/contracts`)
    await page.getByRole('row').getByText(begins).first().waitFor()
    await picture(page, `contracts-${timezoneId.replace('/', '-')}`)
    await page.goto(`${product.url}/admin/news/create`)
    const today = await page.evaluate(() => {
      const now = new Date()
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
    })
    assert.equal(await page.getByLabel('Release date').inputValue(), today)
  })

test('a list of jobs finds an order by its number, and shows it', { timeout: 180_000 }, async () => {
  const workflow = await tenant.post('workflows', {
    label: 'Take orders',
    class_name: 'TakeOrders',
    content_identifier: 'order_number',
    source:
      'weft: 1\nlabel: Take orders\nsteps:\n  - { id: go, element: manual }\n  - { id: end, element: finish }\nedges: [{ from: go.out, to: end.in }]\n',
  })
  const { job_id } = await tenant.post(`workflows/${workflow.id}/run`, { test_data: '{"order_number": 4711}' })
  while ((await tenant.get(`jobs/${job_id}`)).finished_at === null) await new Promise((wake) => setTimeout(wake, 200))
  const page = await pageOf(signIns.tenant, '/project/reporting/jobs')
  await page.getByRole('textbox', { name: 'Find a job' }).fill('4711')
  const row = page.getByRole('row').filter({ hasText: '4711' })
  await row.waitFor()
  assert.equal(await row.count(), 1)
  await seenInBoth(page, 'jobs-by-order-number')
  await row.getByRole('link').first().click()
  await page.getByText('4711').first().waitFor()
})
