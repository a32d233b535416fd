import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aDraft, aField } from '@weft/engine/testing/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// What a project holds: a fresh one has a screen for each of it, what is made there stands there, and no other project of the tenant has it.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')

/** Each with the entry of the menu that leads to it, or its address where another screen leads there, and its heading. */
const screens = [
  ['Workflows', '/project/workflows', 'Workflows'],
  ['Integrations', '/project/integrations', 'Integrations'],
  ['Dynamic models', '/project/dynamicModels/dynamicModel', 'Dynamic models'],
  ['Data structures', '/project/data-structures', 'Data structures'],
  ['Mappings', '/project/mappings', 'Mappings'],
  ['Text templates', '/project/text-templates', 'Text templates'],
  ['Data sets', '/project/data-sets', 'Data sets'],
  ['Data explorer', '/project/data-explorer', 'Data explorer'],
  ['Data store', '/project/data-store', 'Data store'],
  ['Insights', '/project/insights', 'Insights'],
  ['Reporting', '/project/reporting', 'Reporting'],
  ['Reporting jobs', '/project/reporting/jobs', 'Jobs'],
  ['Journal', '/project/journal', 'Journal'],
  ['Notes', '/project/notes', 'Notes'],
  ['Queues', '/project/settings/queues', 'Queues'],
] as const

test('a fresh project has a screen for everything it is to hold', async () => {
  const page = await pageOf(sign_in, '/project/welcome')
  for (const [name, path, heading] of screens) {
    await page.goto(product.url + path)
    await page.getByRole('main').getByRole('heading', { name: heading, level: 1 }).waitFor()
    assert.equal(new URL(page.url()).pathname, path, name)
    assert.equal(await page.getByText('This part is not in this version yet').count(), 0, name)
  }
})

test('what is made in a project is met on its screens, and not in another project', async () => {
  const structure = await user.post(
    'data_structures',
    aDraft('SalesOrder', [aField('number', 'text', { primary_key: true, length: 20 }), aField('total')]),
  )
  const shop = await user.post(
    'data_structures',
    aDraft('ShopOrder', [aField('number', 'text', { primary_key: true, length: 20 })]),
  )
  await user.post('mappings', {
    label: 'Shop to sales',
    source_structure_id: shop.id,
    target_structure_id: structure.id,
  })
  await user.post('text_templates', { label: 'Greeting', body: 'Hello' })
  const data_set = await user.post('data_sets', {
    name: 'Sales by number',
    definition: {
      structures: [{ as: 'orders', structure_id: structure.id }],
      fields: [
        { name: 'number', of: 'orders', field: 'number' },
        { name: 'count', of: 'orders', field: 'total', function: 'count' },
      ],
    },
  })
  await user.post('dynamic_models', {
    model_name: 'Price list',
    type: 'csv',
    fields: [{ name: 'number', original_name: 'Number', type: 'text' }],
    primary_key: 'number',
  })
  const graph = { data_set_id: data_set.id, x_field: 'number', y_field: 'count' }
  await user.post('insights', { label: 'Sales chart', chart_type: 'column', definition: { graphs: [graph] } })
  await user.post('notes', { title: 'Change of the tax rate', note: 'From July on.' })
  await user.post('queues', { name: 'overnight' })
  const source = JSON.stringify({ weft: 1, label: 'Greet', steps: [{ id: 'start', element: 'manual' }], edges: [] })
  const workflow = await user.post('workflows', { label: 'Greet', class_name: 'Greet', source })
  await user.post(`workflows/${workflow.id}/publish`)
  const { job_id } = await user.post(`workflows/${workflow.id}/run`, { test_data: '{}' })
  await user.ended(job_id)

  const made = {
    '/project/workflows': 'Greet',
    '/project/data-structures': 'SalesOrder',
    '/project/mappings': 'Shop to sales',
    '/project/text-templates': 'Greeting',
    '/project/data-sets': 'Sales by number',
    '/project/dynamicModels/dynamicModel': 'Price list',
    '/project/insights': 'Sales chart',
    '/project/notes': 'Change of the tax rate',
    '/project/settings/queues': 'overnight',
    '/project/data-store': 'SalesOrder',
    '/project/reporting/jobs': 'Greet',
    '/project/journal': 'Greet',
  }
  const page = await pageOf(sign_in, '/project/welcome')
  for (const [path, name] of Object.entries(made)) {
    await page.goto(product.url + path)
    await page.getByRole('main').getByText(name, { exact: true }).first().waitFor()
  }

  const other = await user.post('projects', { name: 'Second project', short: 'second' })
  const beside = user.with({ 'x-project-id': other.id })
  const lists = [
    'workflows',
    'data_structures',
    'mappings',
    'text_templates',
    'data_sets',
    'dynamic_models',
    'insights',
  ]
  for (const list of [...lists, 'notes', 'integrations']) assert.deepEqual(await beside.get(list), [], list)
})

test('the process manager says of each workflow what starts it from outside, its queue and how long it takes', async () => {
  const { data: queues } = (await user.call('GET', 'queues?searchTerm=default')).body
  const source = JSON.stringify({ weft: 1, label: 'Called', steps: [{ id: 'call', element: 'webhook' }], edges: [] })
  await user.post('workflows', { label: 'Called', class_name: 'Called', source, queue_id: queues[0].id })
  const page = await pageOf(sign_in, '/project/process-manager')
  // There are two projects by now.
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  const called = page.getByRole('row', { name: /Called/ })
  await called.getByText('Webhook').first().waitFor()
  await called.getByText('default', { exact: true }).waitFor()
  const greet = page.getByRole('row', { name: /Greet/ })
  await greet.getByText('Not from outside').waitFor()
  await greet.getByText(/^\d+ ms$|^[\d.]+ s$/).waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Path of the class', 'Class name in draft'])
    await page.getByRole('menuitem', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await called.getByText('projects/commerce-hub/workflows/called.yaml').waitFor()
  await called.getByText('Never published').waitFor()
  await seenInBoth(page, 'process-manager')
})
