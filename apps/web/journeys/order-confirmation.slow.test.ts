import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { plainField } from '@weft/kit/define/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

const mailbox = await aMailbox()
const { port } = mailbox.settings
const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
await admin.put('settings/egress', { allow: [{ host: '127.0.0.1', port }] })
await user.post('connections', {
  name: 'post',
  label: 'Post office',
  connector: 'smtp',
  settings: {
    ...{ host: '127.0.0.1', port, encryption: 'none', from: 'Shop <shop@example.test>' },
    ...{ user: 'weft', password: 'pa55' },
  },
})
await user.post('config_values', { name: 'shop.name', kind: 'text', value: 'Müller & Söhne' })
await user.post('config_values', { name: 'shop.key', kind: 'secret', value: 'never-in-a-text' })

const field = (name: string, type: string, more: object = {}) => ({
  ...plainField,
  ...{ id: randomUUID(), name, type },
  ...more,
})
const key = { primary_key: true, nullable: false, required: true }
const orders = await user.post('data_structures', {
  ...{ label: 'Orders', class_name: 'Orders', table_name: 'orders' },
  fields: [
    field('order_no', 'text', key),
    field('customer', 'text'),
    field('email', 'text'),
    field('language', 'text'),
    field('lines', 'list', {
      fields: [field('sku', 'text'), field('product', 'text'), field('quantity', 'integer'), field('price', 'text')],
    }),
  ],
})
const lines = [
  { sku: 'A-1', product: 'Schraube "M4"', quantity: 1000, price: '1.10' },
  { sku: 'B-2', product: 'Mutter <M4>', quantity: 2, price: '0.05' },
]
for (const record of [
  { order_no: 'NW-1', customer: 'Frau Petersen', email: 'de@example.test', language: 'de', lines },
  { order_no: 'NW-2', customer: 'Ms Reed', email: 'en@example.test', language: 'en', lines },
])
  await user.post(`data_structures/${orders.id}/records`, record)

const body = `<h1>{% if language == "de" %}Auftragsbestätigung{% else %}Order confirmation{% endif %} {{ order_no }}</h1>
<p>{% if language == "de" %}Guten Tag{% else %}Dear{% endif %} {{ customer }},</p>
<table><thead><tr><th>{% if language == "de" %}Artikel{% else %}Item{% endif %}</th><th>EUR</th></tr></thead>
<tbody>{% for line in lines %}<tr><td>{{ line.product }}</td><td align="right">{{ line.price | times: line.quantity | number: 2, language }}</td></tr>{% endfor %}</tbody></table>
<p>{{ config.shop.name }}</p>`

/** Replaces the whole text of a template. */
async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}
const choose = async (page: Page, input: string | RegExp, option: string) => {
  await page.getByRole('combobox', { name: input }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an order confirmation is written, chosen in a workflow and received as HTML, text and PDF in both languages', async () => {
  const page = await pageOf(sign_in, '/project/text-templates/create')
  await page.getByLabel(/^Name/).fill('Order confirmation')
  await choose(page, /^Type/, 'HTML')
  await choose(page, /^Data structure/, 'Orders')
  await page
    .getByRole('button', { name: /^(Create|Save)/ })
    .last()
    .click()
  await page.getByText('The fields of “Orders”; a click puts one where the cursor is.').waitFor()
  await write(page, body.replace('line.product', 'line.prodact').replace('config.shop.name', 'config.shop.key'))
  await page.getByText('There is no value called "line.prodact". Did you mean "line.product"?').first().waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await seenInBoth(page, 'confirmation-mistake')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(
      'There is no configuration value called "shop.key" in this project, or it is a secret, which text templates do not read.',
    )
    .first()
    .waitFor()
  await write(page, body)
  const shown = page.frameLocator('iframe')
  await shown.getByRole('heading', { name: /NW-/ }).waitFor()
  await shown.getByText('Müller & Söhne').waitFor()
  await page.getByRole('button', { name: /\{\{ config\.shop\.name \}\}/ }).waitFor()
  await seenInBoth(page, 'confirmation-template')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()

  await user.post('text_templates', {
    label: 'Confirmation as text',
    type: 'mail',
    data_structure_id: orders.id,
    body: `{% if language == "de" %}Guten Tag{% else %}Dear{% endif %} {{ customer }},
{% for line in lines %}{{ forloop.index }}. {{ line.quantity }} x {{ line.product }}
{% endfor -%}
{{ config.shop.name }}`,
  })
  const source = `weft: 1
label: Confirm orders
steps:
  - { id: go, element: manual }
  - { id: read, element: read_records, settings: { structure_id: ${orders.id} } }
  - { id: send, element: send_mail, settings: { connection: post, to: "{{ email }}", subject: "{{ order_no }}" } }
edges:
  - { from: go.out, to: read.in }
  - { from: read.out, to: send.in }
`
  const workflow = await user.post('workflows', { label: 'Confirm orders', class_name: 'ConfirmOrders', source })
  await page.goto(`${product.url}/project/workflows/${workflow.id}/mode/build`)
  await page.locator('.react-flow__node[data-id=send]').click()
  await choose(page, 'Text from a template', 'Confirmation as text')
  await choose(page, 'HTML from a template', 'Order confirmation')
  const attachments = page.getByRole('group', { name: 'Attachments from templates' })
  await attachments.getByRole('button', { name: 'Add' }).click()
  const entry = attachments.getByRole('group', { name: 'Entry 1' })
  await entry.getByRole('combobox', { name: 'Text template' }).click()
  await page.getByRole('option', { name: 'Order confirmation', exact: true }).click()
  await entry.getByRole('textbox', { name: 'File name' }).fill('{{ order_no }}.pdf')
  await entry.getByRole('combobox', { name: 'As', exact: true }).click()
  await page.getByRole('option', { name: 'PDF (of HTML)' }).click()
  await entry.getByRole('textbox', { name: /^Language of the PDF/ }).fill('{{ language }}')
  await seenInBoth(page, 'confirmation-step')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page
    .getByText(/Published|Live/)
    .first()
    .waitFor()

  await page.goto(`${product.url}/project/workflows`)
  await page.getByRole('button', { name: 'More actions: Confirm orders' }).click()
  await page.getByRole('menuitem', { name: 'Run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()

  const german = await mailbox.to('de@example.test')
  assert.deepEqual([german.subject, german.headers['from']], ['NW-1', 'Shop <shop@example.test>'])
  assert.equal(
    german.text.trimEnd(),
    'Guten Tag Frau Petersen,\n1. 1000 x Schraube "M4"\n2. 2 x Mutter <M4>\nMüller & Söhne',
  )
  assert.match(german.html, /<h1>Auftragsbestätigung NW-1<\/h1>/)
  assert.match(german.html, /<td>Mutter &#60;M4&#62;<\/td><td align="right">0,10<\/td>/)
  assert.match(german.html, /<p>Müller &#38; Söhne<\/p>/)
  assert.deepEqual(
    german.attachments.map(({ name, content }) => [name, pdfText(content).split('\n')]),
    [
      [
        'NW-1.pdf',
        [
          'Auftragsbestätigung NW-1',
          'Guten Tag Frau Petersen,',
          'Artikel',
          'EUR',
          'Schraube "M4"',
          '1.100,00',
          'Mutter <M4>',
          '0,10',
          'Müller & Söhne',
          'Seite 1 von 1',
        ],
      ],
    ],
  )
  const english = await mailbox.to('en@example.test')
  assert.match(english.text, /^Dear Ms Reed,\n1\. 1000 x Schraube/)
  assert.match(english.html, /<h1>Order confirmation NW-2<\/h1>/)
  const [pdf] = english.attachments
  assert.deepEqual(
    [pdf!.name, ...pdfText(pdf!.content).split('\n')],
    [
      'NW-2.pdf',
      'Order confirmation NW-2',
      'Dear Ms Reed,',
      'Item',
      'EUR',
      'Schraube "M4"',
      '1,100.00',
      'Mutter <M4>',
      '0.10',
      'Müller & Söhne',
      'Page 1 of 1',
    ],
  )
})

test('a mapping writes a text template, and says which records lack what it speaks of', async () => {
  const template = await user.post('text_templates', {
    label: 'Label of a parcel',
    body: '{{ customer }}: {% for line in lines %}{{ line.sku }} {% endfor %}{{ config.shop.name }}',
  })
  const other = await user.post('text_templates', { label: 'Another one', body: '' })
  const parcels = await user.post('data_structures', {
    ...{ label: 'Parcels', class_name: 'Parcels', table_name: 'parcels' },
    fields: [field('number', 'text', key), field('label', 'text')],
  })
  const idOf = (of: any, name: string) => of.fields.find((one: any) => one.name === name).id as string
  const mapping = await user.post('mappings', {
    ...{ label: 'Orders to parcels', source_structure_id: orders.id, target_structure_id: parcels.id },
    definition: {
      transformers: [
        {
          id: randomUUID(),
          key: 'text_template',
          inputs: [idOf(orders, 'customer'), idOf(orders, 'lines')],
          options: { template: other.id },
          output: 'label_text',
          position: { x: 420, y: 60 },
        },
      ],
      connections: [
        { id: randomUUID(), source_field_id: idOf(orders, 'order_no'), target_field_id: idOf(parcels, 'number') },
        { id: randomUUID(), source_field_id: 'label_text', target_field_id: idOf(parcels, 'label') },
      ],
    },
  })
  const page = await pageOf(sign_in, `/project/mappings/${mapping.id}/mapper`)
  await page.locator('[data-node]').first().click()
  await choose(page, /^Text template/, 'Label of a parcel')
  await page
    .getByText(/Input 1 has no name, so it has to be an object/)
    .first()
    .waitFor()
  const names = page
    .getByRole('combobox', { name: 'Names of the inputs' })
    .or(page.getByRole('textbox', { name: 'Names of the inputs' }))
  await names.fill('customer')
  await page.keyboard.press('Enter')
  await names.fill('lines')
  await page.keyboard.press('Enter')
  await page
    .getByText(/: A-1 B-2 Müller & Söhne$/)
    .first()
    .waitFor()
  await seenInBoth(page, 'mapping-text-template')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('unsaved changes').waitFor({ state: 'hidden' })
  const { out } = await user.post(`mappings/${mapping.id}/run`, {})
  assert.deepEqual(out.map((one: any) => one.label).toSorted(), [
    'Frau Petersen: A-1 B-2 Müller & Söhne',
    'Ms Reed: A-1 B-2 Müller & Söhne',
  ])

  // What is used stays, and says by what.
  await page.goto(`${product.url}/project/text-templates/${template.id}/details`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Label of a parcel” is still used').waitFor()
  await page.getByRole('dialog').getByText('Orders to parcels').waitFor()
  await seenInBoth(page, 'text-template-used')

  const german = await pageOf(sign_in, `/project/mappings/${mapping.id}/mapper`, { language: 'de' })
  await german.locator('[data-node]').first().click()
  await german.getByText('Namen der Eingaben').waitFor()
  await german
    .getByText(/: A-1 B-2 Müller & Söhne$/)
    .first()
    .waitFor()
  await seenInBoth(german, 'mapping-text-template-german')
})

test('what an action is handed over may be a text template', async () => {
  const source = `weft: 1
label: Tell the shop
steps:
  - { id: go, element: manual }
  - { id: call, element: connector_action, settings: { connection: shop, action: note.add, input: [{ name: id, value: "{{ order_no }}" }], written_input: [{ name: note.text }] } }
edges: [{ from: go.out, to: call.in }]
`
  const workflow = await user.post('workflows', { label: 'Tell the shop', class_name: 'TellTheShop', source })
  const page = await pageOf(sign_in, `/project/workflows/${workflow.id}/mode/build`, { language: 'de' })
  await page.locator('.react-flow__node[data-id=call]').click()
  await choose(page, 'Textvorlage', 'Label of a parcel')
  await seenInBoth(page, 'action-text-template')
})
