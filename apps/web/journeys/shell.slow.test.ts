import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { enterTenant } from './enter.ts'
import { aJourney } from './opening.ts'

const { product, aPage, pageOf } = await aJourney()
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password: 'Correct-Horse-1' },
})
await admin.put(`clients/${tenant_id}`, { partner_id: partner.id })
await user.post('notes', { title: 'Change of the tax rate', note: 'From January on.' })
await user.post('projects', { name: 'Finance bridge', short: 'fin' })

const nora = { email: 'nora@nordlicht.example', password: 'Correct-Horse-1' }

test('without a stored language the page speaks German, and keeps the language chosen', async () => {
  const page = await aPage({ language: null })
  await page.goto(`${product.url}/login`)
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a wrong password says so without telling which part was wrong', async () => {
  const page = await aPage()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Email address is required').waitFor()
  await page.locator('[name=email]').fill(sign_in.email)
  await page.locator('[name=password]').fill('not this one')
  await page.keyboard.press('Enter')
  await page.getByText('Login data do not match.').waitFor()
  assert.equal(new URL(page.url()).pathname, '/login')
})

test('whoever asks for a page first signs in and then gets that page, with its browser title', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  await page.getByRole('heading', { name: 'Which project?' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByText('Change of the tax rate').waitFor()
  assert.equal(await page.title(), 'Project – Notes – Weft')
  assert.ok(await page.evaluate(() => localStorage.getItem('id_token')))
})

test('the root leads to the dashboard, an unknown address to 404, and a foreign area to no permissions', async () => {
  const page = await pageOf(sign_in, '/')
  assert.equal(new URL(page.url()).pathname, '/dashboard')
  await page.goto(`${product.url}/no/such/page`)
  await page.waitForURL(/\/404$/)
  await page.getByText('Oops, something went wrong').waitFor()
  await page.goto(`${product.url}/admin/clients`)
  await page.waitForURL(/\/access-denied$/)
  await page.getByText('No permissions').first().waitFor()
})

test('an address whose subject comes later says so and is not in the menu', async () => {
  const page = await pageOf(sign_in, '/tools/order-management')
  await page.getByText('This part is not in this version yet').waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Main menu' }).getByText('Order management').count(), 0)
})

test('partner, tenant and project are chosen one below the other, and a change above clears what is below', async () => {
  const page = await pageOf(adminSignIn, '/project/notes')
  const choice = (name: string) => page.getByRole('main').getByRole('button', { name })
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
  await choice('Nordlicht Digital').click()
  await page.getByRole('heading', { name: 'Which tenant?' }).waitFor()
  await choice('Hanse Handel').click()
  await enterTenant(page)
  await page.getByRole('heading', { name: 'Which project?' }).waitFor()
  await choice('Commerce hub').click()
  await page.getByText('Change of the tax rate').waitFor()

  await page.reload()
  await page.getByText('Change of the tax rate').waitFor()

  await page.getByRole('button', { name: 'Tenant: Hanse Handel' }).click()
  await page
    .getByRole('dialog', { name: 'Where you work' })
    .getByRole('region', { name: /^Tenant/ })
    .getByRole('button', { name: 'No selection' })
    .click()
  await page.getByRole('heading', { name: 'Which tenant?' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Project:/ }).count(), 0)
  await page.getByRole('button', { name: 'Partner: Nordlicht Digital' }).click()
  await page
    .getByRole('dialog', { name: 'Where you work' })
    .getByRole('region', { name: /^Partner/ })
    .getByRole('button', { name: 'No selection' })
    .click()
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
})

test('the keys of the selection travel as headers: partner and project, and the admin host outside the three areas', async () => {
  const page = await pageOf(adminSignIn, '/project/notes')
  for (const name of ['Nordlicht Digital', 'Hanse Handel'])
    await page.getByRole('main').getByRole('button', { name }).click()
  await enterTenant(page)
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  const asked = page.waitForRequest((request) => request.url().includes('/api/app/notes'))
  await page.reload()
  const headers = (await asked).headers()
  const { api_token } = await admin.get(`partners/${partner.id}`)
  assert.equal(headers['x-partner-key'], api_token)
  assert.equal(headers['x-workspace'], 'weft.example')
  assert.match(headers['x-project-id'] ?? '', /^[0-9a-f-]{36}$/)
  assert.match(headers['authorization'] ?? '', /^Bearer /)
  const atAdmin = page.waitForRequest((request) => request.url().includes('/api/admin/clients'))
  await page.goto(`${product.url}/admin/clients`)
  await atAdmin
})

test('a partner works for its tenants and sees no admin area', async () => {
  const page = await pageOf(nora)
  await page.getByRole('button', { name: /^Area:/ }).click()
  await page.getByRole('menuitem', { name: /^Project/ }).waitFor()
  const areas = await page.getByRole('menuitem').allInnerTexts()
  assert.deepEqual(
    areas.map((text) => text.split('\n')[0]),
    ['Partner', 'Tenant', 'Project'],
  )
})

test('the palette finds screens and records and runs actions', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByText('Change of the tax rate').waitFor()
  await page.getByRole('button', { name: 'Search or jump to …' }).click()
  await page.getByRole('textbox', { name: 'Search or jump to …' }).fill('tax')
  await page.locator('.mantine-Spotlight-action', { hasText: 'Change of the tax rate' }).waitFor()
  await page.getByRole('textbox', { name: 'Search or jump to …' }).fill('Configuration')
  await page.locator('.mantine-Spotlight-action', { hasText: 'Configuration values' }).first().waitFor()
  await page.locator('.mantine-Spotlight-action[data-selected]', { hasText: 'Configuration values' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/project\/settings\/config$/)
})

test('a form marks what is missing, what the server refuses and asks before changes are lost', async () => {
  const page = await pageOf(sign_in, '/project/settings/queues/create')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Name is required').waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('default')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('already in use').waitFor()
  await page.getByText('Please correct the fields marked in red').waitFor()
  await page.getByRole('link', { name: 'Mappings' }).click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  assert.match(page.url(), /queues\/create$/)
  await page.getByRole('textbox', { name: /^Name/ }).fill('nightly')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL(/\/queues$/)
  await page.getByRole('link', { name: 'nightly' }).waitFor()
})

test('a session that has ended says so and leads whoever is not its user to the sign-in', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  await page.getByRole('main').getByRole('button', { name: 'Commerce hub' }).click()
  await page.getByText('Change of the tax rate').waitFor()
  await page.evaluate(() => localStorage.setItem('id_token', 'x'.repeat(43)))
  await page.getByRole('link', { name: 'Workflows', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByText('You have been logged out automatically').waitFor()
  await dialog.getByRole('button', { name: 'Not you?' }).click()
  await page.waitForURL(/\/login/)
  assert.equal(await page.evaluate(() => localStorage.getItem('id_token')), null)
})

test('signing out forgets the token and every selection', async () => {
  const page = await pageOf(sign_in)
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter(
      (key) => key === 'id_token' || /^weft\.(user_data|client|project|partner|api_tokens)$/.test(key),
    ),
  )
  assert.deepEqual(kept, [])
})
