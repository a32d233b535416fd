import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { demoClients } from './demo.ts'
import { aJourney, picture, seenInBoth } from './opening.ts'
import { signedIn } from './places.ts'

const { product, browser, aPage } = await aJourney({ demo: true })
const { tenant } = await demoClients(product)
const signed = await signedIn(browser, product)
const order = (await tenant.get('data_structures?searchTerm=sales')).find(
  (one: { table_name: string }) => one.table_name === 'sales_order',
)

test('a text template is written beside what it says of each record, its mistakes marked', async () => {
  const { id } = await tenant.post('text_templates', {
    label: 'Thank you',
    data_structure_id: order.id,
    body: 'Thank you, {{ customer }}!',
  })
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/text-templates/${id}/details`)
  await page.getByRole('link', { name: /Open editor|Editor öffnen/ }).click()
  const preview = page.locator('pre')
  await page.getByText('Thank you, Vins et alcools Chevalier!').waitFor()
  await page.getByRole('button', { name: /Next record|Nächster Datensatz/ }).click()
  await page.getByText('Thank you, Toms Spezialitäten!').waitFor()

  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Your order ')
  await text.press('End')
  await page.getByRole('button', { name: /\{\{ order_number \}\}/ }).click()
  await page.getByText('Your order NW-10249').waitFor()
  await text.fill('Dear {{ nobody }}')
  await page
    .getByText(/There is no value called "nobody"\.|Es gibt keinen Wert namens „nobody“\./)
    .first()
    .waitFor()
  assert.equal(await preview.textContent(), 'Your order NW-10249')
  await text.fill('Dear {{ customer | upper }}')
  await page.getByText('Dear TOMS SPEZIALITÄTEN').waitFor()
  await assertAccessible(page, 'text template editor')
  await picture(page, 'text-template-editor')
  await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click()
  await page.getByText(/^(Saved|Gespeichert)$/).waitFor()
  assert.equal((await tenant.get(`text_templates/${id}`)).body, 'Dear {{ customer | upper }}')
})

test('a template without a data structure is tried with values of one’s own', async () => {
  const { id } = await tenant.post('text_templates', {
    label: 'Greeting',
    type: 'html',
    body: '<h1>Hello {{ name }}</h1>',
  })
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/text-templates/${id}/editor`)
  const shown = page.frameLocator('iframe')
  await shown.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  const values = page.getByRole('textbox', { name: /^(Values|Werte)$/ })
  await values.fill('{ "name": "Grace" }')
  await shown.getByRole('heading', { name: 'Hello Grace' }).waitFor()
  await values.fill('Grace')
  await page
    .getByText(/This is no JSON object, such as \{"name": "Ada"\}\.|Das ist kein JSON-Objekt wie \{"name": "Ada"\}\./)
    .waitFor()
})

const loop = `{% if country_code == "FR" %}Bonjour{% else %}Hello{% endif %} {{ customer }},
{% for line in lines -%}
{{ forloop.index }}. {{ line.quantity }} x {{ line.product }}
{% endfor -%}
{{ greeting }}`

test('a text that decides and repeats is read in German on a phone too, and a step that sends mails takes it', async () => {
  const { id } = await tenant.post('text_templates', {
    label: 'Order confirmation',
    type: 'mail',
    data_structure_id: order.id,
    body: loop,
    variables: [{ name: 'greeting', type: 'text', sample: 'Your shop' }],
  })
  const page = await aPage(signed('tenant'))
  await page.goto(`${product.url}/project/text-templates/${id}/editor`)
  const preview = page.locator('pre')
  await page.getByText('Bonjour Vins et alcools Chevalier,').waitFor()
  assert.equal(
    await preview.textContent(),
    'Bonjour Vins et alcools Chevalier,\n1. 12 x Queso Cabrales\n2. 10 x Singaporean Hokkien Fried Mee\n3. 5 x Mozzarella di Giovanni\nYour shop',
  )
  await seenInBoth(page, 'text-template-loop')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('{% for line in lines %}{{ line.sku }}')
  await page
    .getByText(/^Character 1: .+ has no end\.$/)
    .first()
    .waitFor()
  await page.locator('.cm-lintRange-error').first().waitFor()
  await seenInBoth(page, 'text-template-mistake')
  assert.match((await preview.textContent())!, /^Bonjour Vins/)

  const phone = await aPage({
    ...signed('tenant'),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    language: 'de',
  })
  await phone.goto(`${product.url}/project/text-templates/${id}/editor`)
  await phone.getByText('Bonjour Vins et alcools Chevalier,').waitFor()
  await seenInBoth(phone, 'text-template-phone')

  const source = `weft: 1
label: Confirm orders
steps:
  - { id: go, element: manual }
  - { id: send, element: send_mail, settings: { to: "kim@customer.example", subject: "{{ order_number }}", text: "" } }
edges: [{ from: go.out, to: send.in }]
`
  const workflow = await tenant.post('workflows', { label: 'Confirm orders', class_name: 'ConfirmOrders', source })
  const designer = await aPage(signed('tenant'))
  await designer.goto(`${product.url}/project/workflows/${workflow.id}/mode/build`)
  await designer.locator('.react-flow__node[data-id=send]').click()
  await designer.getByRole('combobox', { name: 'Text from a template' }).click()
  await designer.getByRole('option', { name: 'Order confirmation', exact: true }).click()
  await seenInBoth(designer, 'text-template-picked')
  await designer.getByRole('button', { name: 'Save', exact: true }).click()
  await designer.getByText(/^Saved (as version 2|with \d+ hints?)$/).waitFor()
  const { source: saved } = await tenant.get(`workflows/${workflow.id}/code`)
  assert.match(saved, new RegExp(`text_template_id: ${id}`))
})
