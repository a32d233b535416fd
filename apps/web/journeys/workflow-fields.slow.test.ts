import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const shop = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><rect width="240" height="240" rx="48" fill="#0a7d6a"/><path d="M60 96h120l-12 96H72z" fill="#fff"/><path d="M90 96a30 30 0 0 1 60 0" fill="none" stroke="#fff" stroke-width="14"/></svg>',
)

test(
  'a workflow gets a logo, goes ahead of others, says what it identifies and which data set it brings, and all of it is seen',
  { timeout: 300_000 },
  async () => {
    const structure = await user.post('data_structures', {
      ...{ class_name: 'SalesOrder', table_name: 'sales_order', label: 'Sales order' },
      fields: [aField('order_number', 'text', { primary_key: true, nullable: false })],
    })
    const source = `weft: 1
label: Orders of the shop
steps:
  - { id: go, element: manual, label: Start }
  - { id: write, element: write_records, label: Write orders, settings: { structure_id: ${structure.id}, mode: replace } }
edges: [{ from: go.out, to: write.in }]
`
    const { id } = await user.post('workflows', {
      ...{ label: 'Orders of the shop', class_name: 'ShopOrders', content_identifier: 'order_number', source },
    })
    await user.post('workflows', { label: 'Invoices', class_name: 'Invoices', content_type: 'Order' })

    const page = await pageOf(sign_in, `/project/workflows/${id}/basedata`)
    await page
      .getByRole('group', { name: 'Logo' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: await sharp(shop).png().toBuffer() })
    await page.locator('h1 img').waitFor()
    await seenInBoth(page, 'workflow-logo')

    const saved = async () => {
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('All changes saved').waitFor()
    }
    await page.goto(`${product.url}/project/workflows/${id}/Queue`)
    await page.getByRole('switch', { name: 'Ahead of others' }).click()
    await saved()
    await seenInBoth(page, 'workflow-ahead')

    await page.goto(`${product.url}/project/workflows/${id}/properties`)
    const word = page.getByRole('combobox', { name: 'What it identifies' })
    await word.fill('Or')
    await page.getByRole('option', { name: 'Order', exact: true }).click()
    assert.equal(await word.inputValue(), 'Order')
    await page.getByRole('combobox', { name: 'Data set type' }).click()
    await page.getByRole('option', { name: 'Delta: only what is new or changed' }).click()
    await saved()
    await seenInBoth(page, 'workflow-properties-fields')
    const { logo, immediate, content_type, dataset_type } = await user.get(`workflows/${id}`)
    assert.deepEqual([typeof logo, immediate, content_type, dataset_type], ['string', true, 'Order', 'delta'])

    // What removes the rest does not go with a delta: marked in the designer, and not published.
    await page.goto(`${product.url}/project/workflows/${id}/mode/build`)
    await page.locator('.react-flow__node[data-id=write]').click()
    await page.getByText('this step removes whatever does not come').first().waitFor()
    await seenInBoth(page, 'workflow-delta-replace')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Not publishable yet').waitFor()
    await user.put(`workflows/${id}/code`, { source: source.replace('replace', 'upsert') })
    await user.post(`workflows/${id}/publish`, { published: true, active: true })
    await page.goto(`${product.url}/project/workflows/${id}/mode/planning`)
    await page.getByRole('link', { name: 'Delta: only what is new or changed' }).waitFor()
    await seenInBoth(page, 'workflow-planning-data-set')

    const { job_id } = await user.post(`workflows/${id}/run`, { test_data: '{"order_number": "4711"}' })
    await user.ended(job_id)
    await page.goto(`${product.url}/project/reporting/jobs`)
    await page.getByRole('textbox', { name: 'Find a job' }).fill('order 4711')
    const row = page.getByRole('row').filter({ hasText: 'Order 4711' })
    await row.locator('img').waitFor()
    await seenInBoth(page, 'jobs-with-logo')
    await row.getByRole('link').first().click()
    await page.getByText('Order 4711').first().waitFor()
    await seenInBoth(page, 'job-with-logo')

    await page.goto(`${product.url}/project/workflows`)
    await page.getByRole('row').filter({ hasText: 'Orders of the shop' }).locator('img').waitFor()
    await seenInBoth(page, 'workflows-with-logo')

    const phone = await pageOf(sign_in, `/project/workflows/${id}/properties`, {
      language: 'de',
      scheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    await phone.getByRole('combobox', { name: 'Was sie bezeichnet' }).waitFor()
    await picture(phone, 'workflow-properties-phone-de')
    for (const path of ['properties', 'basedata', 'Queue']) {
      await phone.goto(`${product.url}/project/workflows/${id}/${path}`)
      await phone.locator('h1 img').waitFor()
      assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390, path)
    }
    await picture(phone, 'workflow-queue-phone-de')
    await phone.goto(`${product.url}/project/workflows`)
    await phone.getByText('Orders of the shop').first().waitFor()
    await picture(phone, 'workflows-phone-de')
  },
)
