import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { monthBefore } from '@weft/engine/billing/month.ts'
import { pdfText } from '@weft/engine/testing/pdf-text.ts'
import { onControl } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, seen } from './opening.ts'

const { product, pageOf } = await aJourney()
const { admin, tenant_id, project_id, sign_in } = await aTenantOn(product, 'Hanse Handel')
const period = monthBefore(new Date().toISOString().slice(0, 10))

await admin.put('company/general', { name: 'Weft GmbH', short: 'Weft', language: 'de' })
await admin.put('company/billing', { street: 'Speicherweg 1', zip: '20457', city: 'Hamburg', country: 'DE' })
await admin.put('company/accounting', {
  vat_number: 'DE123456789',
  iban: 'DE89370400440532013000',
  bank_name: 'Hansebank',
})
await admin.put(`clients/${tenant_id}/billing`, {
  street: 'Hafenstr. 7',
  zip: '20359',
  city: 'Hamburg',
  country: 'Deutschland',
})
await onControl(product, (client) =>
  client.query(
    'insert into usage_days (tenant_id, project_id, day, runs, records, excluded_runs) values ($1, $2, $3, 1250, 80000, 30)',
    [tenant_id, project_id, period],
  ),
)

test('the provider makes a plan and a contract, and a run issues the invoices of the month before', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/billing')
  await page.getByRole('heading', { name: 'Invoices', exact: true }).waitFor()
  await seen(page, 'billing-settings')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Plans' }).click()
  await page.getByRole('link', { name: 'Create plan' }).first().click()
  await page.getByLabel(/^Name/).fill('Business')
  await page.getByLabel(/^Base fee/).fill('49.90')
  await page.getByLabel(/^Runs included/).fill('1000')
  await page.getByLabel(/^Price for 1,000 runs/).fill('1.50')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL((at) => /\/plans(\/[0-9a-f-]{36})?$/.test(at.pathname))
  await page.goto(`${product.url}/admin/clients/${tenant_id}/account`)
  await page.getByRole('button', { name: 'Make a contract' }).click()
  await page.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Business' }).click()
  await page.getByLabel(/^Begins on/).fill(period)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: /^Contract V-\d+$/ }).waitFor()
  await seen(page, 'tenant-account')
  await page.goto(`${product.url}/admin/settings/billing/runs`)
  await page.getByText('One customer has a contract that month.').waitFor()
  await page.getByText('Issue and mail').click()
  await page.getByRole('button', { name: 'Start run' }).click()
  await page.getByRole('row').getByText('Done').waitFor({ timeout: 60_000 })
  await seen(page, 'invoice-runs')
  await page.goto(`${product.url}/admin/settings/billing/invoices`)
  await page.getByText('Hanse Handel').waitFor()
  await seen(page, 'all-invoices')
})

test('the tenant finds the invoice in its archive, reads it and takes its file', async () => {
  const page = await pageOf(sign_in, '/tenant/accounting/invoices', { language: 'de' })
  await page.getByRole('cell', { name: /RE-\d{4}-00001/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Workflow-Läufe').waitFor()
  await sheet.getByText('1.250 genutzt, 1.000 enthalten').waitFor()
  await sheet.getByText('59,83 €').first().waitFor()
  await seen(page, 'invoice')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'PDF herunterladen' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^RE-\d{4}-00001\.pdf$/)
  const text = pdfText(await readFile(await download.path()))
  for (const part of ['Hanse Handel', 'Hafenstr. 7', '1,250 used, 1,000 included', '€50.28', '€9.55', '€59.83'])
    assert.ok(text.includes(part), `${part} is missing in ${text}`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Buchungsübersicht' }).first().click()
  await page.getByText(/^Rechnung RE-/).waitFor()
  await seen(page, 'bookings')
})

test('the tenant gives a mandate, asks about its invoice and gives notice', async () => {
  const page = await pageOf(sign_in, '/tenant/accounting/payment-methods', { language: 'de' })
  await page.getByRole('button', { name: 'Ändern' }).click()
  await page.getByLabel(/^Kontoinhaber/).fill('Hanse Handel')
  await page.getByLabel(/^IBAN/).fill('DE89 3704 0044 0532 0130 01')
  await page.getByLabel(/^BIC/).focus()
  await page.getByText('Das ist keine gültige IBAN.').waitFor()
  await seen(page, 'mandate')
  await page.getByLabel(/^IBAN/).fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('DE89 … 3000').waitFor()
  await seen(page, 'payment-methods')

  await page.getByRole('link', { name: 'Ticketübersicht' }).first().click()
  await page.getByRole('button', { name: 'Anfrage schreiben' }).first().click()
  await page.getByLabel(/^Betreff/).fill('Warum 1.250 Läufe?')
  await page.getByLabel(/^Kommentar/).fill('Bitte erklären Sie die Menge.')
  await page.getByRole('button', { name: 'Anfrage senden' }).click()
  await page.getByRole('cell', { name: 'Warum 1.250 Läufe?' }).waitFor()
  await seen(page, 'ticketing')

  await page.goto(`${product.url}/tenant/contracts/documents`)
  await page.getByText('Noch keine Dokumente').waitFor()
  await seen(page, 'contract-documents')
  await page.goto(`${product.url}/tenant/contracts/status`)
  await page.getByText('49,90 € je Monat').waitFor()
  await seen(page, 'contract-status')
  await page.getByRole('button', { name: 'Kündigen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Kündigen' }).click()
  await page.getByText('Gekündigt', { exact: true }).first().waitFor()
})
