import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { adminSignIn, Client, startProduct } from '@weft/kit/testing/product.ts'

const product = await startProduct({ environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const password = 'Correct-Horse-1'
const partner = await admin.post('partners', { name: 'Nordlicht Digital', workspace: 'nordlicht.example', user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password } })
const nowhere = await admin.post('database_servers', { name: 'Nowhere', engine: 'postgres', host: '127.0.0.1', port: 1, username: 'postgres', password: 'x' })

const browser = await openBrowser()
after(() => browser.close())

async function loginPage(language: 'en' | 'de', scheme = 'light'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  after(() => context.close())
  await context.addInitScript(([language, scheme]) => {
    localStorage.setItem('language', language!)
    localStorage.setItem('mantine-color-scheme-value', scheme!)
  }, [language, scheme])
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => assert.fail(error))
  await page.goto(`${product.url}/login`)
  return page
}

async function signedIn({ email, password }: { email: string; password: string }, language: 'en' | 'de' = 'en', scheme = 'light'): Promise<Page> {
  const page = await loginPage(language, scheme)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  return page
}

async function fillDraft(page: Page, name: string, domain: string) {
  await page.getByLabel('Company name').fill(name)
  await page.getByLabel('Workspace domain').fill(domain)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Hansen')
  await page.getByLabel(/^E-mail/).fill(`ada@${domain}`)
  await page.getByLabel(/^Password/).fill(password)
}
const begin = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create tenant' }).click()
const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the setup' }).getByRole('listitem')

let tenant = ''

test('the nine steps run before the eyes of the provider, and the finish page says how the first user signs in', async () => {
  const page = await signedIn(adminSignIn)
  await page.goto(`${product.url}/admin/clients`)
  await page.getByRole('link', { name: 'Create tenant' }).first().click()
  await page.getByRole('heading', { name: 'Who is the tenant?' }).waitFor()
  await begin(page)
  await page.getByText('Company name is required').waitFor()
  await page.getByText('Please enter a domain such as company.com.').waitFor()
  await assertAccessible(page, 'entry form with complaints')
  await fillDraft(page, 'Hanse Handel', 'nordlicht.example')
  await begin(page)
  await page.getByText('workspace domain nordlicht.example already assigned').waitFor()
  await fillDraft(page, 'Hanse Handel', 'hanse.example')
  await begin(page)
  await page.getByRole('heading', { name: 'Hanse Handel is ready' }).waitFor()
  assert.deepEqual(
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['state'])),
    Array.from({ length: 9 }, () => 'done'),
  )
  await page.getByText('ada@hanse.example').first().waitFor()
  await page.getByText(`sftp://127.0.0.1:${product.sftp_port}`).waitFor()
  await page.getByRole('button', { name: 'Show once' }).click()
  await page.getByRole('button', { name: 'Copy Password' }).nth(1).waitFor()
  await assertAccessible(page, 'finish page')
  await page.getByRole('button', { name: 'Open tenant' }).click()
  await page.getByRole('heading', { name: 'Hanse Handel' }).waitFor()
  tenant = page.url()
})

test('its connections answer, and its first user gets in', async () => {
  const page = await signedIn(adminSignIn, 'de', 'dark')
  await page.goto(`${tenant}/databases`)
  const buttons = page.getByRole('button', { name: 'Verbindung testen' })
  await buttons.nth(1).waitFor()
  for (const button of await buttons.all()) await button.click()
  await page.getByText(/^Verbunden: PostgreSQL/).nth(1).waitFor()
  await assertAccessible(page, 'databases')
  const ada = await signedIn({ email: 'ada@hanse.example', password })
  await ada.goto(`${product.url}/tenant/welcome`)
  await ada.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
})

test('a step that fails says why; a later one warns until the earlier ones are done; all of it is taken back', async () => {
  const page = await signedIn(adminSignIn)
  await page.goto(`${product.url}/admin/clients/create`)
  await fillDraft(page, 'Elbe Logistik', 'elbe.example')
  await page.getByRole('combobox', { name: 'Database server' }).click()
  await page.getByRole('option', { name: 'Nowhere' }).click()
  await begin(page)
  await page.getByRole('heading', { name: 'A step did not succeed' }).waitFor()
  await page.getByText('The database could not be opened.').first().waitFor()
  await page.getByRole('button', { name: 'Run: Create storage' }).click()
  await page.getByText('Please complete the earlier steps first: "Create database" is not done yet.').waitFor()

  await page.goto(`${product.url}/admin/clients`)
  await page.getByText('The setup of “Elbe Logistik” is not finished.').waitFor()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await steps(page).nth(8).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'Everything was taken back' }).waitFor()
  assert.deepEqual((await admin.get('clients?searchTerm=Elbe')), [])
  await admin.delete(`database_servers/${nowhere.id}`)
})

test('a partner sets up a tenant of his own and looks after its users', async () => {
  const page = await signedIn({ email: 'nora@nordlicht.example', password })
  await page.goto(`${product.url}/partner/tenants/create`)
  await fillDraft(page, 'Alster Handel', 'alster.example')
  await begin(page)
  await page.getByRole('heading', { name: 'Alster Handel is ready' }).waitFor()
  await page.getByRole('button', { name: 'Open tenant' }).click()
  await page.getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByLabel('Contact person').fill('Nora Nielsen')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('All changes saved').waitFor()
  const [made] = await admin.get(`clients?partner_id=${partner.id}`)
  assert.deepEqual([made.name, made.contact_person], ['Alster Handel', 'Nora Nielsen'])
  await page.goto(`${product.url}/partner/tenants`)
  assert.equal(await page.getByText('Hanse Handel').count(), 0)
})

test('the provider sets a partner up in nine steps; the first user accepts the invitation, signs in and sets up a tenant, whose user signs in', async () => {
  const page = await signedIn(adminSignIn)
  await page.goto(`${product.url}/admin/partners`)
  await page.getByRole('link', { name: 'Create partner' }).first().click()
  await page.getByRole('heading', { name: 'Who is the partner?' }).waitFor()
  await page.getByLabel('Company name').fill('Südwind Systeme')
  await page.getByLabel('Abbreviation').fill('SW')
  await page.getByLabel('Workspace domain').fill('suedwind.example')
  await page.getByRole('combobox', { name: 'Contact person at the provider' }).click()
  await page.getByRole('option').nth(1).click()
  await page.getByLabel('Salutation').fill('Ms')
  await page.getByLabel('First name').fill('Sina')
  await page.getByLabel('Last name').fill('Süd')
  await page.getByLabel(/^E-mail/).fill('sina@suedwind.example')
  await page.getByRole('main').getByRole('button', { name: 'Create partner' }).click()
  await page.getByText('Password is required').waitFor()
  await page.getByLabel('Send an invitation instead of a password').check()
  await assertAccessible(page, 'partner form')
  await page.getByRole('main').getByRole('button', { name: 'Create partner' }).click()
  await page.getByRole('heading', { name: 'Südwind Systeme is ready' }).waitFor()
  const link = await page.getByText(/\/auth\/password\/reset#/).innerText()
  await page.getByRole('button', { name: 'Open partner' }).click()
  await page.getByRole('heading', { name: 'Südwind Systeme' }).waitFor()
  await page.getByRole('combobox', { name: 'Responsible at the partner' }).waitFor()
  await assertAccessible(page, 'partner')

  const sina = await loginPage('en')
  await sina.goto(link.replace(/^https?:\/\/[^/]+/, product.url))
  await sina.locator('[name=password]').fill(password)
  await sina.locator('[name=password_confirmation]').fill(password)
  await sina.keyboard.press('Enter')
  await sina.getByRole('status').waitFor()
  const own = await signedIn({ email: 'sina@suedwind.example', password })
  await own.goto(`${product.url}/partner/tenants/create`)
  await fillDraft(own, 'Isar Handel', 'isar.example')
  await begin(own)
  await own.getByRole('heading', { name: 'Isar Handel is ready' }).waitFor()
  const ada = await signedIn({ email: 'ada@isar.example', password })
  await ada.goto(`${product.url}/tenant/welcome`)
  await ada.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
})

test('a deactivated tenant is locked out', async () => {
  const page = await signedIn(adminSignIn)
  await page.goto(tenant)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.locator('#main').getByText('Deactivated', { exact: true }).waitFor()
  const refused = await loginPage('en')
  await refused.locator('[name=email]').fill('ada@hanse.example')
  await refused.locator('[name=password]').fill(password)
  await refused.keyboard.press('Enter')
  await refused.getByText('Your account is deactivated. Please contact your partner.').waitFor()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.locator('#main').getByText('Active', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText(/^This goes for good after/).waitFor()
  await page.getByLabel('Type the name Hanse Handel to confirm').fill('Hanse Handel')
  await assertAccessible(page, 'deleting a tenant')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText(/^Is removed for good after/).waitFor()
  await page.getByRole('button', { name: 'Take back the deletion' }).click()
  await page.locator('#main').getByText('Active', { exact: true }).waitFor()
})

test('limits, variables and further workspace domains are kept in the settings of a tenant, and what is his own by himself', async () => {
  const page = await signedIn(adminSignIn)
  await page.goto(`${tenant}/settings`)
  const domains = page.getByRole('list', { name: 'Workspace domains' })
  await domains.getByText('hanse.example').waitFor()
  await page.getByLabel('Further domain').fill('nordlicht.example')
  await page.getByRole('button', { name: 'Assign domain' }).click()
  await page.getByText('workspace domain nordlicht.example already assigned').waitFor()
  await page.getByLabel('Further domain').fill('hanse-shop.example')
  await page.getByRole('button', { name: 'Assign domain' }).click()
  await domains.getByText('hanse-shop.example').waitFor()
  await page.getByLabel('Instances of a queue').fill('3')
  await page.getByRole('region', { name: 'Limits' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').first().waitFor()
  await assertAccessible(page, 'settings of a tenant')

  const ada = await signedIn({ email: 'ada@hanse.example', password })
  await ada.goto(`${product.url}/tenant/settings`)
  assert.equal(await ada.getByLabel('Instances of a queue').isDisabled(), true)
  assert.equal(await ada.getByLabel('Further domain').count(), 0)
  await ada.getByRole('button', { name: 'Add variable' }).click()
  await ada.getByLabel('Technical name').fill('shop.discount')
  await ada.getByLabel(/^Label/).fill('Discount')
  await ada.getByLabel(/^Value/).fill('12.5')
  await ada.getByRole('button', { name: 'Create' }).click()
  await ada.getByRole('cell', { name: 'shop.discount', exact: true }).waitFor()
  await assertAccessible(ada, 'own settings')
})

test('pages of tenants, partners, users and servers are accessible in both schemes', async () => {
  const [user] = await admin.get('users?filter[kind]=client')
  const places = ['/admin/welcome', '/admin/clients', '/admin/users', '/admin/users/add', `/admin/users/${user.id}/access-data`, '/admin/partners', '/admin/partners/create', `/admin/partners/${partner.id}`, '/admin/settings/server', new URL(tenant).pathname, `${new URL(tenant).pathname}/storage`]
  for (const [language, scheme] of [['en', 'light'], ['de', 'dark']] as const) {
    const page = await signedIn(adminSignIn, language, scheme)
    for (const place of places) {
      await page.goto(product.url + place)
      await page.locator('h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      await assertAccessible(page, `${place} ${scheme}`)
    }
  }
})
