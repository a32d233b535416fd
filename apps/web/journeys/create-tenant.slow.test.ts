import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { aJourney } from './opening.ts'

const { product, aPage, pageOf } = await aJourney()
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const password = 'Correct-Horse-1'
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password },
})
const nowhere = await admin.post('database_servers', {
  name: 'Nowhere',
  engine: 'postgres',
  host: '127.0.0.1',
  port: 1,
  username: 'postgres',
  password: 'x',
})

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
  const page = await pageOf(adminSignIn)
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
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['state'])),
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
  const page = await pageOf(adminSignIn, '/dashboard', { language: 'de', scheme: 'dark' })
  await page.goto(`${tenant}/databases`)
  const buttons = page.getByRole('button', { name: 'Verbindung testen' })
  await buttons.nth(1).waitFor()
  for (const button of await buttons.all()) await button.click()
  await page
    .getByText(/^Verbunden: PostgreSQL/)
    .nth(1)
    .waitFor()
  await assertAccessible(page, 'databases')
  const ada = await pageOf({ email: 'ada@hanse.example', password })
  await ada.goto(`${product.url}/tenant/welcome`)
  await ada.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
})

test('a step that fails says why; a later one warns until the earlier ones are done; all of it is taken back', async () => {
  const page = await pageOf(adminSignIn)
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
  assert.deepEqual(await admin.get('clients?searchTerm=Elbe'), [])
  await admin.delete(`database_servers/${nowhere.id}`)
})

test('a partner sets up a tenant of its own and looks after its users', async () => {
  const page = await pageOf({ email: 'nora@nordlicht.example', password })
  await page.goto(`${product.url}/partner/tenants/create`)
  await fillDraft(page, 'Alster Handel', 'alster.example')
  const kind = page.getByRole('combobox', { name: 'Kind of database' })
  for (const option of ['MySQL / MariaDB', 'PostgreSQL']) {
    await kind.click()
    await page.getByRole('option', { name: option }).click()
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/clients'),
    )
    await begin(page)
    // Clients are made on the admin host, whoever makes them.
    assert.deepEqual(
      [new URL((await sent).url()).pathname, (await sent).postDataJSON().workspace],
      ['/api/admin/clients', 'alster.example'],
    )
    if (option !== 'PostgreSQL') await page.getByText('There is no active database server of this kind.').waitFor()
  }
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

test('a deactivated tenant is locked out', async () => {
  const page = await pageOf(adminSignIn)
  await page.goto(tenant)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.locator('#main').getByText('Deactivated', { exact: true }).waitFor()
  const refused = await aPage()
  await refused.goto(`${product.url}/login`)
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

test('limits, variables and further workspace domains are kept in the settings of a tenant, and what is its own by itself', async () => {
  const page = await pageOf(adminSignIn)
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

  const ada = await pageOf({ email: 'ada@hanse.example', password })
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
