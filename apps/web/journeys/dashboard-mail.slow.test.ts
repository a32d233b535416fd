import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// A dashboard is set up to go out by mail, and arrives.

const mailbox = await aMailbox()
const { product, pageOf } = await aJourney()
const { admin, user, sign_in } = await aTenantOn(product, 'Hanse Handel')
await admin.put('settings/email', { ...mailbox.settings, url: product.url })

const structure = await user.post('data_structures', {
  class_name: 'Sale',
  table_name: 'sale',
  label: 'Sales',
  fields: [
    aField('number', 'integer', { primary_key: true, nullable: false }),
    aField('country'),
    aField('amount', 'decimal', { precision: 12, scale: 2 }),
  ],
})
for (const [number, country, amount] of [
  [1, 'Austria', '1200.50'],
  [2, 'Denmark', '9999'],
  [3, 'Austria', '34.50'],
])
  await user.post(`data_structures/${structure.id}/records`, { number, country, amount })
const { id: set } = await user.post('data_sets', {
  name: 'Sales by country',
  definition: {
    structures: [{ as: 'sales', structure_id: structure.id }],
    fields: [
      { name: 'country', of: 'sales', field: 'country', label: 'Country' },
      { name: 'amount', of: 'sales', field: 'amount', function: 'sum', label: 'Amount' },
    ],
  },
})
const insight = async (label: string, chart_type: string) =>
  (
    await user.post('insights', {
      label,
      chart_type,
      definition: {
        graphs: [{ data_set_id: set, y_field: 'amount', ...(chart_type !== 'number' && { x_field: 'country' }) }],
      },
    })
  ).id
const { id } = await user.post('dashboards', {
  label: 'Trade overview',
  definition: {
    tiles: [
      { id: 'all', insight_id: await insight('Revenue', 'number'), x: 0, y: 0, w: 3, h: 2 },
      { id: 'bars', insight_id: await insight('Revenue by country', 'bar'), x: 0, y: 2, w: 6, h: 6 },
    ],
    filters: [{ name: 'country', label: 'Country', kind: 'choice', field: 'country' }],
  },
})

test('a mail is set up in the browser and arrives at its time, with the dashboard as PDF', async () => {
  const page = await pageOf(sign_in, `/project/insights/dashboards/${id}?country=Austria`)
  await page.getByRole('button', { name: /^1,235: Show the records/ }).waitFor()
  await page.getByRole('button', { name: 'Mail', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'every day' }).click()
  await dialog.getByLabel('Time zone').fill('UTC')
  await dialog.getByRole('combobox', { name: /^Recipients/ }).fill('kim@hanse-handel.example')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('At', { exact: true }).fill(new Date(Date.now() + 120_000).toISOString().slice(11, 16))
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.getByRole('cell', { name: 'kim@hanse-handel.example', exact: true }).waitFor()
  await seenInBoth(page, 'dashboard-mail')

  while (mailbox.received.length === 0) await sleep(500)
  const mail = await mailbox.to('kim@hanse-handel.example')
  assert.match(mail.subject, /^Trade overview, /)
  const [file] = mail.attachments
  assert.equal(file!.name, 'Trade overview.pdf')
  const text = pdfText(file!.content)
  // 1200.50 and 34.50 of Austria alone.
  for (const part of ['Trade overview', 'Country: Austria', 'Revenue', '1,235', 'Revenue by country'])
    assert.ok(text.includes(part), `${part} in ${text}`)
  assert.ok(!text.includes('Denmark'))
})
