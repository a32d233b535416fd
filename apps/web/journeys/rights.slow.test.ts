import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { enterTenant } from './enter.ts'
import { aJourney } from './opening.ts'

const { product, pageOf } = await aJourney()
const { user, sign_in, tenant_id, project_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password: 'Correct-Horse-1' },
})
await admin.put(`clients/${tenant_id}`, { partner_id: partner.id })
const mia = { email: 'mia@hanse-handel.example', password: 'Correct-Horse-1' }
await user.post('users', { ...mia, role: 'viewer', first_name: 'Mia', last_name: 'Mertens' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const choose = async (page: Page, label: string, option: RegExp | string) => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click()
  await page.getByRole('option', { name: option }).click()
}

test('a role is copied, changed in its grid and given to a user', async () => {
  const page = await pageOf(sign_in, '/project/settings/roles')
  await page
    .getByRole('navigation', { name: 'Roles' })
    .getByRole('button', { name: /Operator/ })
    .click()
  await page.getByText('Ready-made roles cannot be changed.').waitFor()
  await button(page, 'Copy role').click()
  await page.getByLabel('Display name').fill('Night shift')
  assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'night_shift')
  await page.getByLabel('Data structures: See', { exact: true }).uncheck()
  await page.getByLabel('Data sets and insights: Export').check()
  await assertAccessible(page)
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByText('Role saved').waitFor()
  const [made] = (await user.get('roles')).filter(({ ready_made }: { ready_made: boolean }) => !ready_made)
  assert.deepEqual(
    [
      made.name,
      made.display_name,
      made.permissions.includes('structures.view'),
      made.permissions.includes('insights.export'),
    ],
    ['night_shift', 'Night shift', false, true],
  )

  const [member] = (await user.get('users')).filter(({ email }: { email: string }) => email === mia.email)
  await page.goto(`${product.url}/tenant/users/${member.id}/access-data`)
  await choose(page, 'Role', 'Night shift')
  await button(page, 'Save changes').click()
  await page.getByText('All changes saved').waitFor()
  await page.goto(`${product.url}/tenant/users`)
  await page.getByText('Night shift').waitFor()
})

test('a role that was only looked at, in one language and the other, is left without a question', async () => {
  const page = await pageOf(sign_in, '/project/settings/roles')
  const go = async (to: string, heading: string) => {
    await page.evaluate((to) => window.__TSR_ROUTER__!.history.push(to), to)
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  }
  await page.getByText('Ready-made roles cannot be changed.').waitFor()
  await go('/project/settings/resources', 'Resources')
  const inGerman = page.waitForResponse(
    (response) => response.url().endsWith('/api/app/roles') && response.request().headers()['accept-language'] === 'de',
  )
  await page.evaluate(() => {
    localStorage.setItem('language', 'de')
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'de', storageArea: localStorage }))
  })
  await page.clock.setFixedTime(Date.now() + 60_000)
  await go('/project/settings/roles', 'Rollen')
  await page.getByText('Vorgegebene Rollen lassen sich nicht ändern.').waitFor()
  await (await inGerman).finished()
  await go('/project/settings/resources', 'Ressourcen')
})

test('a new user is offered the role that may least', async () => {
  const page = await pageOf(sign_in, '/tenant/users/add')
  assert.equal(
    await page
      .getByRole('combobox', { name: 'Role' })
      .or(page.getByRole('textbox', { name: 'Role' }))
      .first()
      .inputValue(),
    'Viewer',
  )
})

test('it is shown why a user may do something, and why not', async () => {
  const page = await pageOf(sign_in, '/project/settings/roles')
  await page.getByText('Why may somebody …?').click()
  await choose(page, 'User', /Mia Mertens/)
  await page.getByRole('button', { name: 'Workflows, mappings, templates: Run: Yes' }).click()
  await page.getByText('The role “Night shift” grants it.').waitFor()
  await page.getByRole('button', { name: 'Data structures: See: No' }).click()
  await page.getByText('The role “Night shift” does not grant it.').waitFor()
  await page.getByText('Tenant administrator, Developer, Operator, Analyst, Viewer').waitFor()
  await assertAccessible(page)
})

test('menu and addresses follow the role: what it does not allow is not there and leads to no permissions', async () => {
  const page = await pageOf(mia, '/project/workflows')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Workflows' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Data structures' }).count(), 0)
  for (const path of [
    '/project/data-structures',
    '/project/settings/roles',
    '/tenant/settings/audit',
    '/project/workflows/create',
  ]) {
    await page.goto(product.url + path)
    await page.waitForURL(`${product.url}/access-denied`)
  }
})

test('who may only look at workflows finds nothing to change in the designer', async () => {
  const vera = { email: 'vera@hanse-handel.example', password: 'Correct-Horse-1' }
  await user.post('users', { ...vera, role: 'viewer', first_name: 'Vera', last_name: 'Vogt' })
  const { id } = await user.post('workflows', {
    label: 'Looked at',
    class_name: 'LookedAt',
    source:
      'weft: 1\nlabel: Looked at\nsteps:\n  - { id: by_hand, element: manual, label: By hand, settings: {} }\nedges: []\n',
  })
  const page = await pageOf(vera, `/project/workflows/${id}/mode/build`)
  await page.getByText('You may look at this workflow but not change it.').waitFor()
  assert.ok(await page.getByLabel('Name').isDisabled())
  assert.equal(await page.getByPlaceholder('Find a step').count(), 0)
  await page.locator('.react-flow__node[data-id=by_hand]').click()
  assert.ok(await page.getByLabel('Name', { exact: true }).isDisabled())
  assert.deepEqual(
    await page
      .getByRole('toolbar', { name: 'Canvas' })
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.ariaLabel)),
    ['Zoom out', 'Zoom in', 'Fit to view'],
  )
  await page.keyboard.press('Delete')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Planning', exact: true }).click()
  assert.ok(await page.getByLabel('Planned time: By hand').isDisabled())
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await page.locator('.cm-content[contenteditable=false]').waitFor()
  await page.getByRole('link', { name: 'Design', exact: true }).click()
  await page.locator('.react-flow__node[data-id=by_hand]').waitFor()
})

test('staff from above enter with a reason, work under a banner, and leave', async () => {
  const page = await pageOf(adminSignIn, '/project/settings/roles')
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
  for (const name of ['Nordlicht Digital', 'Hanse Handel'])
    await page.getByRole('main').getByRole('button', { name }).click()
  await page.getByRole('heading', { name: 'Enter Hanse Handel' }).waitFor()
  await assertAccessible(page)
  await enterTenant(page)
  const banner = page.getByRole('complementary', { name: 'Support access to Hanse Handel' })
  await banner.getByText('Asked by phone').waitFor()
  await page.getByRole('heading', { name: 'Roles' }).waitFor()
  await assertAccessible(page)
  const told = (await user.get('notifications')).map(({ message }: { message: string }) => message)
  assert.ok(told.includes('Asked by phone'))
  await banner.getByRole('button', { name: 'Leave tenant' }).click()
  await page.getByRole('heading', { name: 'Which tenant?' }).waitFor()
  assert.equal(await banner.count(), 0)

  const seen = await pageOf(sign_in, '/tenant/settings/support', { language: 'de', scheme: 'dark' })
  await seen.getByText('Asked by phone').waitFor()
  await seen.getByText('Beendet').waitFor()
  await assertAccessible(seen)
})

test('a route is closed to addresses; what locks the maker out is asked first', async () => {
  const page = await pageOf(adminSignIn, '/admin/settings/system/security/whitelist')
  await page.getByText('Every route is open to all addresses').waitFor()
  await page.getByRole('link', { name: 'Add entry' }).click()
  await page.getByRole('combobox', { name: 'Route', exact: true }).fill('/notes')
  await page.getByRole('option', { name: '/notes', exact: true }).click()
  await page.getByLabel('Active').check({ force: true })
  await button(page, 'Add entry').click()
  await page.getByText('At least one address is needed before this can be active.').waitFor()
  await page
    .getByRole('combobox', { name: 'IP addresses' })
    .or(page.getByRole('textbox', { name: 'IP addresses' }))
    .first()
    .fill('10.0.0.0/8')
  await page.keyboard.press('Enter')
  await assertAccessible(page)
  await button(page, 'Add entry').click()
  await page
    .getByRole('dialog')
    .getByText(/could no longer call \/notes from your address/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save anyway' }).click()
  await page.getByRole('row').getByText('10.0.0.0/8').waitFor()
  await assertAccessible(page)
  assert.equal((await user.call('GET', 'notes')).body.code, 'ADDRESS_REFUSED')
  await button(page, 'Delete /notes').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete entry' }).click()
  await page.getByText('Every route is open to all addresses').waitFor()
  assert.equal((await user.call('GET', 'notes')).status, 200)
})

test('the audit log shows who did what, before and after, at each level', async () => {
  const note = await user.post('notes', { title: 'Tax rate', note: 'From January on.' })
  await user.put(`notes/${note.id}`, { note: 'From February on.' })
  for (const [who, path, scheme] of [
    [sign_in, '/tenant/settings/audit', 'light'],
    [{ email: 'nora@nordlicht.example', password: 'Correct-Horse-1' }, '/partner/settings/audit', 'dark'],
    [adminSignIn, '/admin/settings/system/audit', 'dark'],
  ] as const) {
    const page = await pageOf(who, path, { scheme })
    const row = page.getByRole('row', { name: /Changed.*Note.*Tax rate/ }).first()
    await row.getByText('Changed').click()
    const details = page.getByRole('complementary', { name: 'Entry' })
    await details.getByText('From February on.').waitFor()
    await details.getByText('From January on.').waitFor()
    await details.getByText('PUT /api/app/notes/:id').waitFor()
    await assertAccessible(page)
  }
})

test('a token is replaced after its company’s name was typed, and who is signed in goes on working', async () => {
  const mine = await pageOf(sign_in, '/project/notes')
  await mine.getByRole('heading', { name: 'Notes' }).waitFor()
  const page = await pageOf(adminSignIn, `/admin/clients/${tenant_id}/security`)
  await button(page, 'Replace token').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Hanse Handel')
  await assertAccessible(page)
  await button(page, 'Replace token').click()
  await page.getByText('Token replaced').waitFor()
  await mine.getByRole('link', { name: 'Insights', exact: true }).click()
  await mine.getByRole('link', { name: 'Communication', exact: true }).click()
  await mine.getByRole('link', { name: 'Notes', exact: true }).click()
  await mine.getByText('Tax rate').waitFor()
})

test('a workflow token is bound to addresses in its form, in both languages', async () => {
  // The company's token was replaced before.
  const user = (await Client.signIn(product.url, sign_in)).with({ 'x-project-id': project_id })
  const workflow = await user.post('workflows', {
    label: 'Shop orders',
    class_name: 'ShopOrders',
    source: 'weft: 1\nlabel: Shop orders\nsteps:\n  - { id: hook, element: webhook }\n',
  })
  await user.post(`workflows/${workflow.id}/publish`)
  for (const { language, only, addresses, none } of [
    {
      language: 'en',
      only: 'Only from these addresses',
      addresses: /^Addresses/,
      none: 'At least one address is needed: with none, every call would be refused.',
    },
    {
      language: 'de',
      only: 'Nur von diesen Adressen',
      addresses: /^Adressen/,
      none: 'Es wird mindestens eine Adresse benötigt: Ohne eine würde jeder Aufruf abgewiesen.',
    },
  ] as const) {
    const page = await pageOf(sign_in, '/project/settings/workflowToken/create', { language })
    await page.getByRole('main').getByRole('textbox', { name: /^Name/ }).fill(`Shop ${language}`)
    await choose(page, 'Workflow', 'Shop orders')
    await page.getByLabel(only).check({ force: true })
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.getByText(none).waitFor()
    await page
      .getByRole('combobox', { name: addresses })
      .or(page.getByRole('textbox', { name: addresses }))
      .first()
      .fill('203.0.113.0/24')
    await page.keyboard.press('Enter')
    await assertAccessible(page)
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL(/workflowToken\/[0-9a-f-]{36}/)
    await page.getByText('203.0.113.0/24').first().waitFor()
    const [token] = (await user.get('workflow_tokens')).filter(
      (one: { name: string }) => one.name === `Shop ${language}`,
    )
    assert.deepEqual([token.whitelisting_active, token.whitelist_ips], [true, ['203.0.113.0/24']])
    const { path } = await user.get(`workflow_tokens/${token.id}/address`)
    assert.equal((await fetch(product.url + path, { method: 'POST' })).status, 403)
  }
})
