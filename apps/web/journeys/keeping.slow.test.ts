import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, seen } from './opening.ts'

// What the provider and a partner keep in order: media, languages, countries, how long things are kept; a partner's profile and its leads.

const { product, aPage, pageOf } = await aJourney()
const { admin, user, tenant_id, sign_in } = await aTenantOn(product, 'Hanse Handel')
const nora = { email: 'nora@nordlicht.example', password: 'Correct-Horse-1' }
const { id: partner_id } = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', ...nora },
})
await admin.put(`clients/${tenant_id}`, { partner_id })

// One pixel, and the smallest file that is a PDF.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const save = (page: Page, name = 'Save') => page.getByRole('button', { name, exact: true }).click()

test('pictures, texts and PDFs are uploaded with their progress, looked at, put into a folder, described and found; a file says where it is used', async () => {
  const page = await pageOf(adminSignIn, '/admin/media')
  await page.getByText('No media yet').waitFor()
  // Slowly enough to be watched.
  const network = await page.context().newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await throttle(100_000)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'logo.png', mimeType: 'image/png', buffer: png },
    { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('All prices plus VAT.\n'.repeat(30_000)) },
    { name: 'price-list.pdf', mimeType: 'application/pdf', buffer: pdf },
  ])
  const progress = page.getByRole('progressbar', { name: 'Drop files here' })
  await progress.waitFor()
  await page.waitForFunction(() => {
    const { value } = document.querySelector('main progress') as HTMLProgressElement
    return value > 1 / 3 && value < 1
  })
  await throttle(-1)
  await page.getByText('logo.png, terms.txt, price-list.pdf').waitFor()
  await progress.waitFor({ state: 'detached' })

  const card = (name: string) =>
    page.getByRole('main').getByRole('button', { name: new RegExp(name.replace('.', String.raw`\.`)) })
  const dialog = page.getByRole('dialog')
  await card('logo.png').click()
  await dialog.getByText('1 × 1 pixels').waitFor()
  await dialog.getByText('Not used anywhere yet.').waitFor()
  await dialog.getByLabel('Folder').fill('brand')
  await dialog.getByLabel('Description').fill('The logo of Hansebank')
  await save(page)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^brand · /).waitFor()
  const shown = page.getByRole('img', { name: 'The logo of Hansebank' })
  await shown.waitFor()
  assert.equal(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth), 1)

  await card('terms.txt').click()
  await dialog.getByText('All prices plus VAT.').waitFor()
  await seen(page, 'media-text')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await card('price-list.pdf').click()
  const frame = dialog.locator('iframe[title="price-list.pdf"]')
  await frame.waitFor()
  const answer = await fetch(product.url + (await frame.getAttribute('src')))
  assert.deepEqual(
    [answer.status, answer.headers.get('content-type'), answer.headers.get('x-frame-options')],
    [200, 'application/pdf', 'SAMEORIGIN'],
  )
  assert.match(answer.headers.get('content-security-policy')!, /object-src 'self'/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // An article shows the picture; the picture knows.
  const address = new URL((await shown.getAttribute('src'))!, product.url).pathname
  await page.goto(`${product.url}/admin/news/create`)
  await page.getByLabel('Title').fill('A new bank')
  await page.getByLabel('Release date').fill('2026-01-31')
  await page.getByLabel('Content').fill(`![Hansebank](${address})\n\n![From elsewhere](https://example.com/a.png)`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByRole('img', { name: 'Hansebank' }).waitFor()
  assert.equal(await preview.getByRole('img').count(), 1)
  await page.getByRole('button', { name: /^(Save|Create)/ }).click()
  await page.waitForURL(/\/admin\/news$/)
  await page.goto(`${product.url}/admin/media?searchTerm=bank`)
  await card('logo.png').click()
  await dialog.getByText('Used in: A new bank').waitFor()
  assert.equal(await card('terms.txt').count(), 0)
  await seen(page, 'media-picture')

  const german = await pageOf(adminSignIn, '/admin/media', { language: 'de', scheme: 'dark' })
  await german.getByRole('button', { name: /terms\.txt/ }).click()
  await german.getByRole('dialog').getByText('Noch nirgends verwendet.').waitFor()
  await seen(german, 'media-de')
  await german.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await german.getByRole('dialog', { name: '„terms.txt“ löschen?' }).getByRole('button', { name: 'Löschen' }).click()
  await german.getByRole('button', { name: /terms\.txt/ }).waitFor({ state: 'detached' })
})

test('a language is added for records with its mistakes told; one of the interface is switched off and is no longer offered', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/system/languages', { language: 'de' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Sprache hinzufügen' }).click()
  await dialog.getByLabel('Bezeichnung').fill('Galego')
  await dialog.getByLabel(/^Name/).fill('Galician')
  await dialog.getByLabel('Kürzel').fill('GL')
  await dialog.getByLabel('ISO-Code').fill('gl')
  await save(page, 'Speichern')
  await dialog.getByText('Bitte zwei oder drei Kleinbuchstaben, zum Beispiel de.').waitFor()
  await dialog.getByText('Bitte Sprache und Region, zum Beispiel de-DE.').waitFor()
  await seen(page, 'language-refused')
  await dialog.getByLabel('Kürzel').fill('gl')
  await dialog.getByLabel('ISO-Code').fill('gl-ES')
  await save(page, 'Speichern')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Galego.*Galician/ })
    .getByText('Angeboten')
    .waitFor()
  assert.ok((await user.get('languages?use=records')).some(({ short }: { short: string }) => short === 'gl'))

  await page.getByRole('row', { name: /English/ }).click()
  await dialog.getByLabel('Sprache von Oberfläche und E-Mails').uncheck({ force: true })
  await save(page, 'Speichern')
  await dialog.waitFor({ state: 'detached' })
  const visitor = await aPage({ language: null })
  const offered = visitor.getByRole('button', { name: 'English' })
  await visitor.goto(`${product.url}/login`)
  await visitor.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await offered.waitFor({ state: 'detached' })

  await page.getByRole('row', { name: /English/ }).click()
  await dialog.getByLabel('Sprache von Oberfläche und E-Mails').check({ force: true })
  await save(page, 'Speichern')
  await dialog.waitFor({ state: 'detached' })
  await visitor.reload()
  await offered.click()
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a country is found and its tax changed, in figures as the language writes them', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/system/countries', { language: 'de' })
  await page.getByRole('textbox', { name: /suchen$/ }).fill('Österreich')
  await page.getByRole('link', { name: 'Österreich' }).click()
  await page.getByLabel('ISO-Code').fill('at')
  await page.getByLabel('Steuersatz (%)').fill('20.5')
  await page.getByRole('button', { name: /speichern/i }).click()
  await page.getByText('Bitte zwei Großbuchstaben, zum Beispiel DE.').waitFor()
  await page.getByLabel('ISO-Code').fill('AT')
  await page.getByRole('button', { name: /speichern/i }).click()
  await page.getByText('Alle Änderungen gespeichert').waitFor()
  await seen(page, 'country')
  await page.goto(`${product.url}/admin/settings/system/countries?searchTerm=Austria`)
  await page.getByRole('row', { name: /Österreich.*Austria.*AT.*20,5/ }).waitFor()
  await seen(page, 'countries')
  const [kept] = await admin.get('countries?searchTerm=Austria')
  assert.deepEqual([kept.code, kept.tax_rate, kept.eu_member], ['AT', 20.5, true])
})

test('how long things are kept is set within its bounds, and each panel keeps its own', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/data-store')
  const logs = page.getByRole('region', { name: 'Logs' })
  await logs.getByLabel('Keep the audit log (days)').fill('7')
  await logs.getByRole('button', { name: 'Save' }).click()
  await logs.getByRole('alert').or(logs.locator('[aria-invalid=true]')).first().waitFor()
  await logs.getByLabel('Keep the audit log (days)').fill('90')
  await logs.getByLabel('Keep archives (months)').fill('24')
  await logs.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  const jobs = page.getByRole('region', { name: 'Jobs', exact: true })
  await jobs.getByText('What stays: jobs that still have open rejected records').waitFor()
  await jobs.getByLabel('Keep jobs (days)').fill('7')
  await jobs.getByLabel('Keep failed jobs (days)').fill('365')
  await jobs.getByText('Reports look back over a month').waitFor()
  await jobs.getByLabel('Keep jobs (days)').fill('0')
  await jobs.getByRole('button', { name: 'Save' }).click()
  await jobs.getByRole('button', { name: 'Save', disabled: true }).waitFor()
  assert.deepEqual(await admin.get('settings/jobs'), { files_days: 14, job_days: 0, failed_job_days: 365 })
  await page.getByText('Nothing was old enough yet.').waitFor()
  await page.getByText('Nothing was archived yet.').waitFor()
  await seen(page, 'data-store')
  assert.deepEqual(await admin.get('settings/retention'), {
    log_days: 30,
    mail_days: 30,
    audit_days: 90,
    query_days: 90,
    archive_months: 24,
  })
})

test('a tenant keeps its jobs as long as it wants, a workflow otherwise, and empty is what the one above says', async () => {
  const german = await pageOf(sign_in, '/tenant/settings', { language: 'de' })
  const defaults = german.getByRole('region', { name: 'Vorgaben' })
  const days = defaults.getByLabel('Jobs aufbewahren (Tage)', { exact: true })
  assert.equal(await days.inputValue(), '')
  await days.fill('60')
  await defaults.getByRole('button', { name: 'Speichern' }).click()
  await german.getByText('Gespeichert', { exact: true }).waitFor()
  await seen(german, 'tenant-job-days-de')
  const kept = async () => (await admin.get(`clients/${tenant_id}/settings/defaults`)).job_days
  assert.equal(await kept(), 60)
  await days.fill('')
  await defaults.getByRole('button', { name: 'Speichern' }).click()
  await defaults.getByRole('button', { name: 'Speichern', disabled: true }).waitFor()
  assert.equal(await kept(), null)

  const { id } = await user.post('workflows', { label: 'Nightly', class_name: 'Nightly' })
  const page = await pageOf(sign_in, `/project/workflows/${id}/properties`)
  await page.getByLabel('Keep jobs (days)').fill('30')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes saved').waitFor()
  await seen(page, 'workflow-job-days')
  const { job_days, failed_job_days } = await user.get(`workflows/${id}/properties`)
  assert.deepEqual([job_days, failed_job_days], [30, null])
})

test('a partner says who it is and what it offers, which its tenants read, and whom it may win', async () => {
  const page = await pageOf(nora, '/partner/profile/information')
  await page.getByLabel('About the company').fill('We connect shops with what stands behind them.')
  await page.getByLabel('Founded').fill('2011')
  await page.getByLabel('Industries').fill('Trade, logistics')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes saved').waitFor()
  await seen(page, 'partner-information')
  const create = async (path: string, fields: Record<string, string>) => {
    await page.goto(`${product.url}${path}/create`)
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL((at) => at.pathname === path)
    await page.getByRole('link', { name: Object.values(fields)[0]! }).waitFor()
  }
  await create('/partner/profile/certificates', { Name: 'ISO 27001', 'Issued by': 'TÜV Nord' })
  await create('/partner/profile/contact-person', { Name: 'Nora Nielsen', Position: 'Sales' })
  await create('/partner/profile/references', { Title: 'Web shop of a shipyard', Customer: 'Elbe Werft' })
  await create('/partner/profile/services', { Name: 'Onboarding', Description: 'Two days on site.' })
  await create('/partner/leads', { Company: 'Elbe Werft', 'E-mail': 'kim@elbe.example' })

  // A lead goes its way.
  await page.getByRole('link', { name: 'Elbe Werft' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Offer made' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes saved').waitFor()
  await seen(page, 'lead')
  const german = await pageOf(nora, '/partner/leads', { language: 'de', scheme: 'dark' })
  await german
    .getByRole('row', { name: /Elbe Werft/ })
    .getByText('Angebot gemacht')
    .waitFor()
  await seen(german, 'leads-de')

  const tenant = await pageOf(sign_in, '/help/contact-person', { language: 'de' })
  await tenant
    .getByRole('region', { name: 'Ihr Partner' })
    .getByText('We connect shops with what stands behind them.')
    .waitFor()
  await tenant.getByRole('region', { name: 'Nora Nielsen' }).getByText('Sales').waitFor()
  await tenant.getByRole('region', { name: 'Was Ihr Partner anbietet' }).getByText('Two days on site.').waitFor()
  assert.equal(await tenant.getByText('Elbe Werft').count(), 0)
  await seen(tenant, 'contact-person-de')
})
