import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const key = { primary_key: true, nullable: false }
const money = { precision: 12, scale: 2 }
const structure = async (label: string, fields: object[], rows: object[] = []) => {
  const name = label.toLowerCase()
  const made = await user.post('data_structures', { label, class_name: label, table_name: name, fields })
  for (const row of rows) await user.post(`data_structures/${made.id}/records`, row)
  return made
}
const orders = await structure(
  'Orders',
  [aField('number', 'text', key), aField('customer_no')],
  [{ number: 'A-1', customer_no: 'K1' }],
)
await structure(
  'Customers',
  [aField('customer_no', 'text', key), aField('company'), aField('city')],
  [{ customer_no: 'K1', company: 'Hanari Carnes', city: 'Rio' }],
)
const prices = await structure(
  'Prices',
  [aField('id', 'text', key), aField('customer'), aField('sku'), aField('price', 'decimal', money)],
  [
    { id: '1', customer: 'K1', sku: 'TEE', price: '7.15' },
    { id: '2', customer: 'K1', sku: 'CUP', price: '2.10' },
    { id: '3', customer: 'K2', sku: 'PEN', price: '0.10' },
  ],
)
const set = await user.post('data_sets', {
  name: 'Price list',
  definition: {
    structures: [{ as: 'p', structure_id: prices.id }],
    fields: ['customer', 'sku', 'price'].map((name) => ({ name, of: 'p', field: name })),
  },
})
const offers = await structure('Offers', [
  aField('offer_no', 'text', key),
  aField('sold_to'),
  aField('items', 'list', { fields: [aField('material'), aField('net', 'decimal', money)] }),
])
const mapping = await user.post('mappings', {
  label: 'Orders to offers',
  source_structure_id: orders.id,
  target_structure_id: offers.id,
})
const path = `/project/mappings/${mapping.id}/mapper`

const tree = (page: Page, name: string) => page.getByRole('tree', { name, exact: true })
const fieldOf = (page: Page, of: string, name: string) =>
  tree(page, of)
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name.replace('.', '\\.')}\\*?,`) })
/** As whoever has no mouse does it. */
async function connect(page: Page, from: string, to: string) {
  await fieldOf(page, 'Orders', from).press('Enter')
  await fieldOf(page, 'Offers', to).press('Enter')
}
const choose = async (page: Page, source: string, label: string, option: string) => {
  await page
    .getByRole('region', { name: `Source ${source}` })
    .getByRole('combobox', { name: label })
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a structure and a data set stand beside the main source, are connected and looked up', async () => {
  const page = await pageOf(sign_in, path)
  await page.getByRole('button', { name: 'Further sources' }).click()
  const dialog = page.getByRole('dialog', { name: 'Further sources' })
  await dialog.getByText('There are no further sources.').waitFor()
  await dialog.getByRole('button', { name: 'Add a source' }).click()
  await choose(page, 'customers', 'Reads', 'Customers')
  await dialog.getByText('Say which fields of “customers” equal which of the main source.').waitFor()
  await dialog.getByRole('button', { name: 'Compare one more field' }).click()
  await dialog.getByText('Say which fields').waitFor({ state: 'detached' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('buyer')
  await page.keyboard.press('Tab')
  await page.getByRole('region', { name: 'Source buyer' }).waitFor()

  await dialog.getByRole('button', { name: 'Add a source' }).click()
  await choose(page, 'customers', 'Reads', 'Price list')
  const list = page.getByRole('region', { name: 'Source customers' })
  await list.getByRole('textbox', { name: 'Name' }).fill('Prices!')
  await page.keyboard.press('Tab')
  await list.getByText('A letter first, then small letters').waitFor()
  await list.getByRole('textbox', { name: 'Name' }).fill('prices')
  await page.keyboard.press('Tab')
  await page
    .getByRole('region', { name: 'Source prices' })
    .getByRole('button', { name: /Compare/ })
    .click()
  await choose(page, 'prices', 'Field of the record', 'customer_no')
  await choose(page, 'prices', 'If there are several', 'take all as a list')
  await choose(page, 'prices', 'In the order of', 'sku')
  await seenInBoth(page, 'mapping-sources-dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await connect(page, 'number', 'offer_no')
  await connect(page, 'buyer.company', 'sold_to')
  await connect(page, 'prices', 'items')
  await connect(page, 'prices.sku', 'items.material')
  await connect(page, 'prices.price', 'items.net')
  await tree(page, 'Orders').getByText('Hanari Carnes').waitFor()
  await tree(page, 'Offers').getByText('Hanari Carnes').waitFor()
  await tree(page, 'Offers').getByText('2 entries').waitFor()
  await page.keyboard.press('Escape')
  await seenInBoth(page, 'mapping-sources-lines')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const { out } = await user.post(`mappings/${mapping.id}/run`)
  assert.deepEqual(out, [
    {
      offer_no: 'A-1',
      sold_to: 'Hanari Carnes',
      items: [
        { material: 'CUP', net: '2.10' },
        { material: 'TEE', net: '7.15' },
      ],
    },
  ])
  await page.getByRole('link', { name: 'Debug' }).click()
  await page.getByText('Hanari Carnes').first().waitFor()
  await picture(page, 'mapping-sources-debug')
})

test('a workflow runs it', async () => {
  const workflow = await user.post('workflows', {
    label: 'Offers',
    class_name: 'Offers',
    source: `weft: 1
label: Offers
steps:
  - { id: start, element: manual }
  - { id: read, element: read_records, settings: { structure_id: ${orders.id} } }
  - { id: map, element: mapping, settings: { mapping_id: ${mapping.id} } }
  - { id: write, element: write_records, settings: { structure_id: ${offers.id}, mode: upsert, key: [offer_no] } }
edges:
  - { from: start.out, to: read.in }
  - { from: read.out, to: map.in }
  - { from: map.out, to: write.in }
`,
  })
  const job = await user.ended((await user.post(`workflows/${workflow.id}/run`)).job_id)
  assert.equal(job.status, 'stopped')
  const written = await user.get(`data_structures/${offers.id}/records`)
  assert.deepEqual(
    written.map(({ offer_no, sold_to, items }: Record<string, unknown>) => ({ offer_no, sold_to, items })),
    [
      {
        offer_no: 'A-1',
        sold_to: 'Hanari Carnes',
        items: [
          { material: 'CUP', net: '2.10' },
          { material: 'TEE', net: '7.15' },
        ],
      },
    ],
  )
})

test('in a formula they are called by their name, and a source goes with its lines', async () => {
  const page = await pageOf(sign_in, path)
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('button', { name: /^sold_to comes from:/ }).click()
  await page.getByRole('textbox', { name: 'Formula of sold_to' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('upper(buyer.city)')
  await page.getByText('RIO').first().waitFor()
  await picture(page, 'mapping-sources-table')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Further sources' }).click()
  await page.getByRole('button', { name: 'Remove the source prices' }).click()
  await page.getByRole('region', { name: 'Source prices' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByText('2 of 5 mapped').waitFor()
})

test('a data set is chosen as main source in the settings of a mapping', async () => {
  const page = await pageOf(sign_in, '/project/mappings/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Prices to offers')
  for (const [label, option] of [
    ['Or a data set as source', 'Price list'],
    ['Target', 'Offers'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await seenInBoth(page, 'mapping-data-set-create')
  await page.getByRole('button', { name: 'Create' }).click()
  await fieldOf(page, 'Price list', 'sku').press('Enter')
  await fieldOf(page, 'Offers', 'offer_no').press('Enter')
  await tree(page, 'Price list').getByText('TEE').or(tree(page, 'Price list').getByText('CUP')).first().waitFor()
  await picture(page, 'mapping-data-set')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal((await user.call('DELETE', `data_sets/${set.id}`)).status, 409)
})

test('the sources are read in German, and on a phone', async () => {
  const page = await pageOf(sign_in, path, { language: 'de', viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Weitere Quellen' }).click()
  await page.getByRole('region', { name: 'Quelle buyer' }).waitFor()
  await seenInBoth(page, 'mapping-sources-phone')
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
})
