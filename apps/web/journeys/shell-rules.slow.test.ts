import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language } from '@weft/kit/messages/messages.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { keptIn } from '@weft/kit/testing/kept-in.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import { enterTenant } from './enter.ts'
import { aJourney } from './opening.ts'

// The small promises of the shell: constants, what is kept where, who asks for what. The ways through it are in shell.test.ts.

const { product, ...journey } = await aJourney()
const { user, sign_in, tenant_id } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
const partner = await admin.post('partners', {
  name: 'Nordlicht Digital',
  workspace: 'nordlicht.example',
  user: { first_name: 'Nora', last_name: 'Nielsen', email: 'nora@nordlicht.example', password: 'Correct-Horse-1' },
})
await admin.put(`clients/${tenant_id}`, { partner_id: partner.id })
await aTenantOn(product, 'Elbe Handel') // of no partner
for (let i = 0; i < 40; i++) await user.post('notes', { title: `Note ${i}`, note: 'From January on.\n'.repeat(3) })

// Answers that fail are part of what is looked at, and so is how things move.
const aPage = (language: Language = 'en') => journey.aPage({ language, mayFail: true, reducedMotion: 'no-preference' })
const signIn = journey.signIn

const menu = (page: Page) => page.getByRole('navigation', { name: /Main menu|Hauptmenü/ })
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
/** A column of the panel that is opened from the head. */
const level = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Where you work' }).getByRole('region', { name: new RegExp(`^${name}`) })
const pathOf = (page: Page) => new URL(page.url()).pathname
/** Answers a path of the API in the server's stead. */
const answer = (page: Page, path: string, status: number, body: object = {}) =>
  page.route(`**/api/**/${path}`, (route) => route.fulfill({ status, json: body }))

test('pages before the sign-in stand without the main layout, and lead to imprint and privacy', async () => {
  const page = await aPage()
  for (const path of ['/login', '/auth/password/reset']) {
    await page.goto(product.url + path)
    await page.getByRole('heading').first().waitFor()
    assert.equal(await menu(page).count(), 0)
    await page.getByRole('link', { name: 'Imprint' }).waitFor()
    await page.getByRole('link', { name: 'Privacy' }).waitFor()
  }
  await page.getByRole('link', { name: 'Imprint' }).click()
  await page.waitForURL(/\/imprint$/)
})

test('a refused sign-in stays on the page without a word of an expired session', async () => {
  const page = await aPage()
  await page.goto(`${product.url}/login`)
  await answer(page, 'auth/login', 401, { code: 'UNAUTHENTICATED', message: 'No.' })
  await page.locator('[name=email]').fill(sign_in.email)
  await page.locator('[name=password]').fill('Some-Password-1')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(pathOf(page), '/login')
  assert.equal(await page.getByText('Session expired').count(), 0)
  await answer(page, 'auth/login', 422, { code: 'AUTH_INVALID', message: '' })
  await page.keyboard.press('Enter')
  await page.getByText('Could not sign you in with those details').waitFor()
  await page.locator('[name=email]').fill('')
  await page.locator('[name=password]').fill('')
  await page.keyboard.press('Enter')
  for (const text of ['Email address is required', 'Password is required']) await page.getByText(text).waitFor()
})

test('a single project is selected with its tenant, and marked as selected by itself; what is kept is compressed', async () => {
  const page = await aPage()
  const asked = page.waitForRequest((request) => request.url().includes('/projects?'))
  await signIn(page, sign_in, '/project/notes')
  const query = new URL((await asked).url()).searchParams
  assert.deepEqual([query.get('page'), query.get('perPage')], ['1', '2'])
  await page.getByText('Note 39', { exact: true }).waitFor()
  const keys = await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /^(weft\.|id_token|language)/.test(key))
      .toSorted((a, b) => a.localeCompare(b)),
  )
  assert.deepEqual(keys, [
    'id_token',
    'language',
    'weft.api_tokens',
    'weft.client',
    'weft.personal_information',
    'weft.project',
    'weft.recent_scopes',
    'weft.user_data',
    'weft.user_type',
  ])
  assert.deepEqual((await keptIn(page, 'project')).auto_set, true)
  assert.deepEqual(Object.keys(await keptIn(page, 'api_tokens')), ['own_key'])
  assert.deepEqual(
    [await keptIn(page, 'user_type'), (await keptIn(page, 'user_data')).email, (await keptIn(page, 'client')).name],
    ['client', sign_in.email, 'Hanse Handel'],
  )
  await page.reload()
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()
})

test('who is signed in is kept with just what shows who they are', async () => {
  const page = await aPage()
  await signIn(page, sign_in)
  const kept = await keptIn(page, 'personal_information')
  assert.deepEqual(
    Object.keys(kept).toSorted((a, b) => a.localeCompare(b)),
    [
      'email',
      'id',
      'job',
      'language',
      'language_id',
      'name',
      'phone',
      'profile_picture',
      'surname',
      'username',
      'uuid',
    ],
  )
  assert.deepEqual([kept.email, kept.uuid, kept.language.short], [sign_in.email, kept.id, 'en'])
})

test('going on without a project is kept, until a project is chosen', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByRole('button', { name: 'Project: Commerce hub' }).click()
  await level(page, 'Project').getByRole('button', { name: 'No selection' }).click()
  await page.getByRole('heading', { name: 'Which project?' }).waitFor()
  assert.equal(await keptIn(page, 'skip_project'), true)
  const listed = page.waitForResponse((response) => response.url().includes('/projects?'))
  await page.reload()
  await listed
  await page.getByRole('heading', { name: 'Which project?' }).waitFor()
  assert.equal(await keptIn(page, 'project'), undefined)
  await choice(page, 'Commerce hub').click()
  await page.getByText('Note 39', { exact: true }).waitFor()
  assert.equal(await keptIn(page, 'skip_project'), undefined)
})

test('page and search of a list stand while its address does, and go with the name or the parameters of the route', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes?searchTerm=Note+3&page=2&perPage=5')
  await entry(page, 'Mappings').click()
  await page.waitForURL(/\/project\/mappings$/)
  await entry(page, 'Communication').click()
  await entry(page, 'Notes').click()
  await page.waitForURL(/\/project\/notes$/)
  await page.getByText('Note 39', { exact: true }).waitFor()
  const [one, other] = await Promise.all(['one', 'other'].map((name) => user.post('queues', { name })))
  await page.goto(`${product.url}/project/settings/queues/${one.id}?page=2`)
  await page.getByRole('heading', { name: 'one' }).waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Queues' }).click()
  await page.getByRole('link', { name: 'other' }).click()
  await page.waitForURL(new RegExp(`/queues/${other.id}$`))
})

test('the panel of one’s own profile opens from its toggle and closes with its button or Escape', async () => {
  const page = await aPage()
  await signIn(page, sign_in)
  const toggle = page.getByRole('button', { name: /^User menu of/ })
  const panel = page.getByRole('dialog', { name: 'Your profile' })
  await toggle.click()
  await panel.getByText(sign_in.email).waitFor()
  assert.equal(await toggle.getAttribute('aria-expanded'), 'true')
  await assertAccessible(page, 'the panel of the profile')
  await panel.getByRole('button', { name: 'Close your profile' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
  await toggle.press('Enter')
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await toggle.click()
  await panel.getByRole('link', { name: 'My profile' }).click()
  await page.waitForURL(/\/user\/profile$/)
  await panel.waitFor({ state: 'detached' })
})

test('the menu at the side is minimised and widened again; a cookie keeps which', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  const width = async () => (await menu(page).boundingBox())!.width
  assert.ok((await width()) > 150)
  await page.getByRole('button', { name: 'Minimise menu' }).click()
  await page.getByRole('button', { name: 'Show whole menu' }).waitFor()
  const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'side_panel_minimised')
  assert.deepEqual([(await kept())?.value, (await kept())?.sameSite], ['1', 'Lax'])
  await page.reload()
  await page.getByRole('button', { name: 'Show whole menu' }).waitFor()
  await page.mouse.move(900, 500)
  assert.ok((await width()) < 60)
  await page.getByRole('button', { name: 'Show whole menu' }).click()
  await page.getByRole('button', { name: 'Minimise menu' }).waitFor()
  assert.equal((await kept())?.value, '0')
})

test('while data is loading the page says that it is busy', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/api/app/mappings?*', async (route) => {
    await held
    await route.continue()
  })
  await entry(page, 'Mappings').click()
  await page.locator('main [aria-busy=true]').first().waitFor()
  go()
  await page.locator('main > [aria-busy=false]').waitFor()
})

test('an administrator reaches a tenant that no partner looks after', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn, '/project/notes')
  await choice(page, 'Without a partner').click()
  assert.equal(await choice(page, 'Hanse Handel').count(), 0)
  await choice(page, 'Elbe Handel').click()
  await enterTenant(page)
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Partner: Without a partner' }).click()
  await level(page, 'Partner').getByRole('option', { name: 'Nordlicht Digital' }).click()
  await page.waitForURL(/\/partner\/welcome$/)
  await page.goto(`${product.url}/project/notes`)
  await choice(page, 'Hanse Handel').waitFor()
  await page.goto(`${product.url}/partner/welcome`)
  await page.getByRole('button', { name: 'Partner: Nordlicht Digital' }).click()
  await level(page, 'Partner').getByRole('option', { name: 'Without a partner' }).click()
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
})

test('signing out in one tab signs out the others', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${product.url}/project/notes`)
  await other.getByText('Note 39', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL(/\/login/)
  await other.locator('[name=email]').waitFor()
})

test('the palette speaks both languages, is used by keyboard alone, and offers what one may make and what one opened last', async () => {
  const page = await aPage('de')
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  await entry(page, 'Mappings').click()
  await page.waitForURL(/\/mappings$/)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Suchen oder springen zu …' })
  const recent = page.locator('.mantine-Spotlight-actionsGroup').first().locator('.mantine-Spotlight-action')
  await recent.nth(1).waitFor()
  assert.deepEqual(
    (await recent.allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Mappings', 'Notizen'],
  )
  await box.fill('Warteschlange anlegen')
  await page.locator('.mantine-Spotlight-action[data-selected]', { hasText: 'Warteschlange anlegen' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/queues\/create$/)
  await box.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await box.fill('Switch to English')
  await page.locator('.mantine-Spotlight-action[data-selected]', { hasText: 'Switch to English' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  const english = page.getByRole('textbox', { name: 'Search or jump to …' })
  await english.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await english.fill('Note 3')
  await page.locator('.mantine-Spotlight-action', { hasText: 'Note 39' }).waitFor()
  await page.keyboard.press('ArrowDown')
  assert.equal(await page.locator('.mantine-Spotlight-action[data-selected]').count(), 1)
  await page.keyboard.press('Escape')
  await english.waitFor({ state: 'detached' })
})

test('no partner, no lists; lists that cannot be loaded say nothing', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn, '/project/notes')
  await answer(page, 'clients?*', 500, { code: 'FAILED', message: 'Broken' })
  const listed = page.waitForResponse(
    (response) => response.url().includes('/clients?') && response.url().includes(`partner_id=${partner.id}`),
  )
  await choice(page, 'Nordlicht Digital').click()
  await listed
  assert.equal((await keptIn(page, 'partner')).name, 'Nordlicht Digital')
  await page.getByRole('main').getByText('This list did not answer.').waitFor()
  assert.equal(await page.getByText('Broken').count(), 0)
  await page.unroute('**/api/**/clients?*')
  await page.getByRole('button', { name: 'Choose tenant' }).click()
  const projects = page.waitForResponse((response) => response.url().includes('/projects?'))
  await level(page, 'Tenant').getByRole('option', { name: 'Hanse Handel' }).click()
  await projects
  await enterTenant(page)
  await page.getByRole('button', { name: 'Project: Commerce hub' }).waitFor()
  await page.getByRole('button', { name: 'Partner: Nordlicht Digital' }).click()
  await level(page, 'Partner').getByRole('button', { name: 'No selection' }).click()
  await page.getByRole('heading', { name: 'Which partner?' }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Tenant|Project):/ }).count(), 0)
})

test('without a tenant the partner’s token is the key', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn, '/partner/welcome')
  const asked = page.waitForRequest((request) => request.url().includes('/overview/partner'))
  await choice(page, 'Nordlicht Digital').click()
  const { api_token } = await admin.get(`partners/${partner.id}`)
  const headers = (await asked).headers()
  assert.deepEqual([headers['x-api-key'], headers['x-partner-key']], [api_token, api_token])
})

test('a partner’s own key travels in both headers', async () => {
  const page = await aPage()
  const asked = page.waitForRequest((request) => request.url().includes('/api/app/overview/partner'))
  await signIn(page, { email: 'nora@nordlicht.example', password: 'Correct-Horse-1' })
  const { api_token } = await admin.get(`partners/${partner.id}`)
  const headers = (await asked).headers()
  assert.deepEqual(
    [headers['x-api-key'], headers['x-partner-key'], headers['x-workspace']],
    [api_token, api_token, 'nordlicht.example'],
  )
})

test('the menus of the areas list what this version has, in the language of the reader', async () => {
  const page = await aPage()
  await signIn(page, adminSignIn, '/project/welcome')
  for (const name of ['Nordlicht Digital', 'Hanse Handel']) await choice(page, name).click()
  await enterTenant(page)
  const listed = async (path: string) => {
    await page.goto(product.url + path)
    await menu(page).getByRole('link').first().waitFor()
    return menu(page).getByRole('link').allInnerTexts()
  }
  // Nothing has come to stand under Stages yet.
  assert.deepEqual(await listed('/project/welcome'), [
    'Dashboard',
    'Integrations',
    'Workflows',
    'Mappings',
    'Data',
    'Insights',
    'Runs',
    'Journal',
    'Templates',
    'Communication',
    'Settings',
  ])
  const others = {
    '/project/workflows': ['Components', 'Connectors'],
    '/project/dynamicModels/dynamicModel': ['Integrations', 'Dynamic models'],
    '/project/data-store': ['Data structures', 'Data explorer', 'Data sets', 'Data lake', 'Query editor'],
    '/analysis/jobs': ['Reporting', 'Reporting jobs', 'Approvals', 'Queues', 'Workflow logs'],
    '/project/text-templates': ['Templates', 'Text templates'],
    '/project/notes': ['Notes', 'Mail archive', 'Notifications'],
    '/project/settings': [
      'Emails',
      'Email recipients',
      'Email settings',
      'Plugins',
      'Extensions',
      'Users',
      'Login security',
    ],
    '/tenant/welcome': [
      'Welcome',
      'Company data',
      'User administration',
      'Projects',
      'General information',
      'Invoice address',
      'Invoice archive',
      'Payment methods',
      'Booking overview',
      'Ticketing',
      'Contract status',
      'Contract documents',
      'Settings',
      'Roles',
      'Support accesses',
      'Audit log',
    ],
    '/partner/welcome': [
      'Welcome',
      'Company data',
      'Accounting',
      'Contracts',
      'Users',
      'Tenants',
      'Leads',
      'Data structures',
      'Settings',
      'Partner information',
      'Services',
      'Certificates',
      'References',
      'Contact person',
      'Roles',
      'Audit log',
    ],
    '/admin/welcome': [
      'Welcome',
      'Company data',
      'User administration',
      'Tenants',
      'Partners',
      'System settings',
      'Server settings',
      'Billing settings',
      'Email settings',
      'Roles',
      'Audit log',
      'Designer elements',
      'Data structures',
      'Plugins',
      'News',
      'Media management',
      'Notifications',
    ],
    '/admin/settings/system': ['Security settings', 'Languages', 'Countries', 'Queues'],
    '/admin/settings/newsletter': ['Email templates', 'Newsletter settings'],
    '/admin/settings/server': ['Data store settings'],
    '/admin/settings/plugins': ['Extensions'],
  }
  for (const [path, names] of Object.entries(others)) {
    const shown = await listed(path)
    assert.deepEqual(
      names.filter((name) => !shown.includes(name)),
      [],
      `${path} lists ${shown.join(', ')}`,
    )
  }
  await page.getByRole('button', { name: 'Area: Administration' }).click()
  await page.getByRole('menuitem', { name: /^Project/ }).waitFor()
  assert.deepEqual(
    (await page.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0]),
    ['Administration', 'Partner', 'Tenant', 'Project'],
  )
  await page.getByRole('menuitem', { name: /^Tenant/ }).click()
  await page.getByRole('button', { name: 'Area: Tenant' }).waitFor()
  await page.getByRole('button', { name: /^Language:/ }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await entry(page, 'Benutzerverwaltung').waitFor()
})

test('the session is verified before each change of page, and the page begins at its top', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  const scrolled = page.locator('main > div').last()
  await scrolled.evaluate((element) => element.scrollTo({ top: 400 }))
  assert.ok((await scrolled.evaluate((element) => element.scrollTop)) > 0)
  const verified = page.waitForResponse((response) => response.url().endsWith('/auth/me'))
  await entry(page, 'Settings').click()
  await verified
  await page.waitForFunction(() => document.querySelector('main > div:last-child')?.scrollTop === 0)
  await page.waitForFunction(() => document.title === 'Project – Project settings – Weft')
})

test('what was just loaded is not asked for again within five seconds', async () => {
  const page = await aPage()
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  let asked = 0
  page.on('request', (request) => (asked += Number(request.url().includes('/api/app/notes'))))
  await entry(page, 'Mappings').click()
  await page.waitForURL(/\/mappings$/)
  await entry(page, 'Communication').click()
  await entry(page, 'Notes').click()
  await page.getByText('Note 39', { exact: true }).waitFor()
  assert.equal(asked, 0)
  const again = page.waitForRequest((request) => request.url().includes('/api/app/notes'))
  await page.clock.setFixedTime(now + 5_001)
  await entry(page, 'Mappings').click()
  await page.waitForURL(/\/mappings$/)
  await entry(page, 'Communication').click()
  await entry(page, 'Notes').click()
  await again
})

test('a link opened with the control key or the middle button gets a window of its own', async () => {
  const page = await aPage()
  await signIn(page, sign_in)
  for (const options of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    let other: Page | undefined
    for (let tries = 0; !other && tries < 3; tries++) {
      const opened = page
        .context()
        .waitForEvent('page', { timeout: 5_000 })
        .catch(() => undefined)
      await entry(page, 'Workflows').click(options)
      other = await opened
    }
    assert.ok(other, 'a window opened')
    await other.waitForURL(/\/project\/workflows$/)
    assert.equal(pathOf(page), '/dashboard')
    await other.close()
  }
})

test('a failure is a message at the top end with the server’s words, a bar and a close button, gone after three seconds', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  await answer(page, 'notifications/read', 500, { code: 'FAILED', message: 'The lamp is out.' })
  await answer(page, 'mappings?*', 500, { code: 'FAILED', message: 'The lamp is out.' })
  await page.getByRole('button', { name: 'Search or jump to …' }).waitFor()
  await answer(page, 'notes', 500, { code: 'FAILED', message: 'The lamp is out.' })
  await addNote(page)
  const message = page.getByRole('region', { name: 'Messages' }).or(page.locator('section[aria-label=Messages]'))
  const card = message.getByText('The lamp is out.')
  await card.waitFor()
  const shown = Date.now()
  const box = (await card.boundingBox())!
  assert.ok(box.x > 1440 / 2 && box.y < 200, JSON.stringify(box))
  await message.getByText('That did not work').waitFor()
  assert.equal(await message.locator('[class*=bar]').count(), 1)
  await message.getByRole('button', { name: 'Close message' }).waitFor()
  await card.waitFor({ state: 'detached' })
  const took = Date.now() - shown
  assert.ok(took > 2_000 && took < 6_000, `${took} ms`)
})

test('an answer that takes too long says so in the words of the specification, an empty failure asks to try later', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  await answer(page, 'notes', 504)
  await addNote(page)
  await page.getByText('Timeout limit exceeded').waitFor()
  await page.getByText('Looks like the server is taking too long to respond, please try again in sometime').waitFor()
  await page.unroute('**/api/**/notes')
  await answer(page, 'notes', 500)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please try again later.').waitFor()
})

async function addNote(page: Page) {
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Another')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

test('what nobody waits for any more is cancelled without a word', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  await page.route('**/api/app/mappings?*', () => {}) // never answered
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/mappings?'))
  const asked = page.waitForRequest((request) => request.url().includes('/mappings?'))
  await entry(page, 'Mappings').click()
  await asked
  await entry(page, 'Communication').click()
  await entry(page, 'Notes').click()
  assert.match((await cancelled).failure()!.errorText, /ABORTED/)
  await page.getByText('Note 39', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Close message' }).count(), 0)
})

test('a script that is gone is told by its code', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  await page.route(/\/assets\/(workflows|process)[^/]*\.js/, (route) => route.abort())
  await page.evaluate(() => {
    history.pushState({}, '', '/project/process-manager')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await page.getByText(/^ChunkLoadError:/).waitFor()
})

test('the search waits for two characters and for a pause of 200 ms; when it fails it says so', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/notes')
  await page.getByText('Note 39', { exact: true }).waitFor()
  const terms: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/search?') && terms.push(new URL(request.url()).searchParams.get('searchTerm')!),
  )
  await page.getByRole('button', { name: 'Search or jump to …' }).click()
  const box = page.getByRole('textbox', { name: 'Search or jump to …' })
  await box.fill('N')
  await page.waitForTimeout(600)
  assert.deepEqual(terms, [])
  await page.evaluate(() => {
    const { fetch } = window
    let typed = 0
    document.addEventListener('input', () => (typed = performance.now()), true)
    window.fetch = (input, init) => {
      if (String(input).includes('/search?')) Object.assign(window, { rested: performance.now() - typed })
      return fetch(input, init)
    }
  })
  await box.pressSequentially('ote 3', { delay: 30 })
  while (terms.at(-1) !== 'Note 3') await page.waitForTimeout(50)
  const rested = await page.evaluate(() => (window as unknown as { rested: number }).rested)
  assert.ok(rested >= 195 && rested < 1_000, `${rested} ms`)
  await page.route('**/search?*', (route) => route.abort())
  await box.fill('zzzz')
  await page.getByText('Connection error. Please try again later..').waitFor()
})

test('a data structure is made in three steps; steps are first, between or last, and done, current or pending', async () => {
  const page = await aPage()
  await signIn(page, sign_in, '/project/data-structures/create')
  await page.getByRole('navigation', { name: 'Steps' }).waitFor()
  const steps = () =>
    page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.map((one) => [(one as HTMLElement).dataset['position'], (one as HTMLElement).dataset['state']]),
      )
  assert.deepEqual(await steps(), [
    ['first', 'current'],
    ['between', 'pending'],
    ['last', 'pending'],
  ])
  assert.deepEqual(
    (await page.getByRole('navigation', { name: 'Steps' }).getByRole('button').allInnerTexts()).map(
      (text) => text.split('\n')[1],
    ),
    ['Base information', 'Configuration of fields', 'Check and save'],
  )
  await page.getByRole('main').getByRole('textbox').first().fill('Sales order')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Configuration of fields' }).waitFor()
  assert.deepEqual(await steps(), [
    ['first', 'done'],
    ['between', 'current'],
    ['last', 'pending'],
  ])
  assert.match(await page.evaluate(() => Object.values(sessionStorage).join(' ')), /SalesOrder/)
})

test('a card is collapsed and expanded', async () => {
  const field = { id: crypto.randomUUID(), name: 'number', type: 'integer', primary_key: true, nullable: false }
  const { id } = await user.post('data_structures', {
    class_name: 'Card',
    table_name: 'card',
    label: 'Card',
    fields: [field],
  })
  const page = await aPage()
  await signIn(page, sign_in, `/project/data-structures/${id}`)
  await page.getByRole('button', { name: 'Collapse Earlier definitions' }).click()
  await page.getByRole('button', { name: 'Expand Earlier definitions' }).click()
  await page.getByRole('button', { name: 'Collapse Earlier definitions' }).waitFor()
})

test('the breakpoints are those of the specification', async () => {
  const page = await aPage()
  await signIn(page, sign_in)
  await page.getByRole('heading').first().waitFor()
  const found = await page.evaluate(() =>
    ['sm', 'md', 'lg', 'xl'].map((name) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--mantine-breakpoint-${name}`).trim(),
    ),
  )
  assert.deepEqual(found, ['576px', '768px', '992px', '1200px'])
})

test('a notice of the server arrives on the open page', async () => {
  const page = await aPage()
  const socket = page.waitForEvent('websocket')
  await signIn(page, sign_in)
  await (await socket).waitForEvent('framereceived')
  await page.waitForTimeout(500)
  const source =
    'weft: 1\nlabel: Tell everybody\nsteps:\n  - { id: go, element: manual }\n  - { id: tell, element: notify, settings: { title: The lamp is lit, message: At last. } }\nedges: [{ from: go.out, to: tell.in }]\n'
  const { id } = await user.post('workflows', { label: 'Tell everybody', class_name: 'TellEverybody', source })
  await user.post(`workflows/${id}/publish`)
  await user.post(`workflows/${id}/run`)
  await page.getByText('The lamp is lit').first().waitFor()
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await page.goto(`${product.url}/project/reporting/jobs`)
  await page.getByText('Completed successfully').first().waitFor()
})

test('signing out tells the page, forgets what was kept and closes the live channel', async () => {
  const page = await aPage()
  const socket = page.waitForEvent('websocket')
  await signIn(page, sign_in, '/project/notes')
  const closed = (await socket).waitForEvent('close')
  await page.evaluate(() => window.addEventListener('loggedOut', () => Object.assign(window, { heard: true })))
  await page.getByRole('button', { name: /^User menu of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  assert.equal(await page.evaluate(() => (window as { heard?: boolean }).heard), true)
  await closed
  assert.deepEqual(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(id_token|weft\.)/.test(key))),
    [],
  )
})
