import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn } from '@weft/kit/testing/product.ts'
import { aJourney, seen } from './opening.ts'

const { product, aPage, pageOf } = await aJourney()
const { admin, sign_in } = await aTenantOn(product, 'Hanse Handel')

const words = {
  en: {
    help: 'Help centre',
    documentation: 'Documentation',
    find: 'Search the documentation',
    asked: 'retention queue',
    nothing: 'No page holds all these words',
    question: 'rejected records again',
    page: 'Jobs',
    heading: 'Cancelling and running again',
  },
  de: {
    help: 'Hilfe-Center',
    documentation: 'Dokumentation',
    find: 'Dokumentation durchsuchen',
    asked: 'elefant warteschlange',
    nothing: 'Keine Seite enthält alle diese Wörter',
    question: 'abgelehnte datensätze ignorieren',
    page: 'Jobs',
    heading: 'Abbrechen und erneut ausführen',
  },
} as const

for (const language of ['en', 'de'] as const)
  test(`the documentation is reached through the help centre and searched (${language})`, async () => {
    const w = words[language]
    const page = await pageOf(adminSignIn, '/admin/welcome', { language })
    await page.getByRole('button', { name: w.help }).click()
    await page.getByRole('menuitem', { name: w.documentation }).click()
    await page.getByRole('heading', { name: w.documentation, exact: true }).waitFor()
    const contents = page.getByRole('navigation', { name: /^(Contents|Inhalt)$/ }).getByRole('link')
    await contents.first().waitFor()
    assert.equal(await contents.count(), (await admin.get('help/documentation')).length)
    await seen(page, `documentation-${language}`)
    await page.getByLabel(w.find).fill(w.asked)
    await page.getByText(w.nothing).waitFor()
    await page.getByLabel(w.find).fill(w.question)
    const results = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('p') })
    await results.getByRole('link', { name: w.page }).click()
    await page.getByRole('heading', { name: w.heading }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('page'), 'jobs')
    await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
    await page.reload()
    await page.getByRole('heading', { name: w.heading }).waitFor()
    await seen(page, `documentation-dark-${language}`)
  })

test('a tenant asks with a file, the provider answers and closes, and the asker is told and sees each state', async () => {
  await admin.put('settings/help', {
    contact_name: 'Ada Adler',
    contact_email: 'ada@weft.example',
    contact_phone: '+49 30 2',
    support_email: 'support@weft.example',
  })
  const asker = await pageOf(sign_in, '/help/contact-person')
  await asker.getByText('Ada Adler').waitFor()
  await seen(asker, 'contact-person')
  await asker.getByRole('link', { name: 'Ask for support' }).click()
  await asker.getByRole('button', { name: 'Write request' }).first().click()
  await asker.getByRole('button', { name: 'Send request' }).click()
  await asker.getByText('Subject is required').first().waitFor()
  await asker.getByLabel(/^Subject/).fill('Orders are late')
  await asker.getByLabel(/^Comment/).fill('Since Monday.\nAll of them.')
  await asker
    .locator('input[type=file]')
    .setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('late, late') })
  await asker.getByRole('list', { name: 'Files to send' }).getByText('log.txt').waitFor()
  await seen(asker, 'write-request')
  await asker.getByRole('button', { name: 'Send request' }).click()
  await asker.getByText(/^Request \d+ is on record$/).waitFor()
  await asker.getByText(/No mail server is set up/).waitFor()

  const [asked] = (await admin.get('support_requests/all')) as {
    id: string
    status: string
    mail: string
    contact_person: string
    files: { name: string }[]
  }[]
  assert.deepEqual([asked!.status, asked!.mail, asked!.files.map(({ name }) => name)], ['open', 'kept', ['log.txt']])
  assert.notEqual(asked!.contact_person, '')

  const page = await pageOf(adminSignIn, '/admin/support')
  await page.getByText('Orders are late').waitFor()
  await seen(page, 'support-requests')
  await page.getByText('Orders are late').click()
  await page.waitForURL(/\/admin\/support\/[0-9a-f-]{36}$/)
  const loading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download log.txt' }).click()
  assert.equal(await readFile(await (await loading).path(), 'utf8'), 'late, late')
  await page.getByLabel('Answer', { exact: true }).last().fill('It was the shop.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answered').first().waitFor()
  await asker.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await asker.getByText('Your support request has been answered').first().waitFor()
  const german = await pageOf(sign_in, `/help/support?request=${asked!.id}`, { language: 'de', scheme: 'dark' })
  await german.getByRole('dialog').getByText('It was the shop.').waitFor()
  await german.getByRole('dialog').getByText('Beantwortet').waitFor()
  await seen(german, 'own-request-de')
  await german.getByLabel('Zurückschreiben').fill('Welcher?')
  await german.getByRole('button', { name: 'Senden', exact: true }).click()
  await german.getByRole('dialog').getByText('Welcher?', { exact: true }).waitFor()
  await german.getByRole('dialog').getByText('Offen', { exact: true }).waitFor()

  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Kim Krause' }).getByText('Welcher?').waitFor()
  await page.getByText('Open', { exact: true }).first().waitFor()
  await page.getByLabel('Answer', { exact: true }).last().fill('The one in Kiel.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('Answered').first().waitFor()
  await page.getByText('Saved', { exact: true }).waitFor({ state: 'detached' }) // while it fades, its letters are paler than the page's
  await seen(page, 'support-request')
  await page.getByRole('button', { name: 'Close request' }).click()
  await page.getByRole('button', { name: 'Open again' }).waitFor()

  await asker.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
  await asker.goto(`${product.url}/help/support?request=${asked!.id}`)
  const dialog = asker.getByRole('dialog')
  await dialog.getByText('The one in Kiel.').waitFor()
  assert.deepEqual(await dialog.getByRole('listitem').locator('p').allInnerTexts(), [
    'It was the shop.',
    'Welcher?',
    'The one in Kiel.',
  ])
  await dialog.getByText('Closed').waitFor()
  await seen(asker, 'own-request')
})

test('imprint and privacy say what the provider has written, without anything dangerous, and else what Weft says by itself', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/system', { language: 'de' })
  await page.getByRole('link', { name: /Hilfe-Center und Rechtliches/ }).click()
  await page
    .getByLabel('Impressum auf Deutsch')
    .fill(
      '## Nordwind GmbH\n\nHafenstraße 1, **Hamburg**\n\n<img src=x onerror="document.title=1"><script>document.title=2</script>[böse](javascript:alert(1))',
    )
  await seen(page, 'help-settings')
  await page
    .getByRole('region', { name: 'Impressum und Datenschutz' })
    .getByRole('button', { name: 'Speichern' })
    .click()
  await page.getByText('Gespeichert', { exact: true }).waitFor()
  // What everybody reads is asked of the database every few seconds only.
  const written = async () =>
    (await (await fetch(`${product.url}/api/app/legal`, { headers: { 'accept-language': 'de' } })).text()).includes(
      'Nordwind',
    )
  while (!(await written())) await sleep(500)
  const before = await aPage({ language: 'de' })
  await before.goto(`${product.url}/imprint`)
  await before.getByRole('heading', { name: 'Nordwind GmbH' }).waitFor()
  assert.match(await before.locator('article').innerHTML(), /<strong>Hamburg<\/strong>/)
  assert.doesNotMatch(await before.locator('article').innerHTML(), /<img|<script|javascript:/)
  await seen(before, 'imprint')
  await before.getByRole('link', { name: 'Datenschutz' }).click()
  await before.getByText('Was über Sie gespeichert wird').waitFor()
})
