import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { databaseOf } from '@weft/kit/testing/product-database.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import type { SignIn } from './enter.ts'
import { aJourney, seenInBoth } from './opening.ts'

// What people are told: notifications that arrive live, the list of them, news and quick links on the dashboard, the picture of a user.

const { product, aPage, signIn } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
// Before the first page asks for the limits: servers keep them for seconds.
await admin.put('settings/uploads', { files: 20, megabytes: 1, data_megabytes: 200, picture_quality: 80 })

/** Somebody's page once it hears what happens. */
async function livePage(who: SignIn, path: string): Promise<Page> {
  const page = await aPage({ reducedMotion: 'no-preference' })
  const isLive = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    ),
  )
  await signIn(page, who, path)
  await isLive
  return page
}

// One pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bell = (page: Page, unread?: number) =>
  page.getByRole('button', { name: unread ? `Notifications, ${unread} unread` : 'Notifications', exact: true })
const rows = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true }).locator('tbody tr')

test('a notification of the provider arrives live in two browsers, as a toast for three seconds; marking it in one is known in the other', async () => {
  const [page, other] = [await livePage(sign_in, '/dashboard'), await livePage(sign_in, '/analysis/notifications')]
  await bell(page).waitFor()
  await other.getByText('No notification yet').waitFor()
  await admin.post('announcements', {
    title: 'Maintenance tonight',
    message: 'From 10 to 11.',
    level: 'warning',
    audience: 'all',
    link: '/project/notes',
  })
  const toast = page.getByRole('status').filter({ hasText: 'Maintenance tonight' })
  const told = await toast.evaluate((card) => {
    const bar = card.querySelector('i')!
    const { right, top } = card.getBoundingClientRect()
    return {
      lasts: Number(bar.getAnimations()[0]!.effect!.getTiming().duration),
      fromRight: innerWidth - right,
      top,
      close: card.querySelector('[aria-label="Close message"]') !== null,
    }
  })
  assert.deepEqual([told.lasts, told.close, told.fromRight < 40, told.top < 200], [3000, true, true, true])
  await toast.waitFor({ state: 'detached' })
  await bell(page, 1).waitFor()
  await rows(other).filter({ hasText: 'From 10 to 11.' }).waitFor()
  await bell(other, 1).waitFor()

  await other.getByRole('button', { name: 'Mark “Maintenance tonight” as read' }).click()
  await bell(page).waitFor()
  await other.getByRole('button', { name: 'Mark “Maintenance tonight” as unread' }).click()
  await bell(page, 1).click()
  await page.getByRole('link', { name: 'All notifications' }).click()
  await page.waitForURL(/\/analysis\/notifications$/)
})

test('what is marked while a list is still on its way does not stay in it', async () => {
  await admin.post('announcements', { title: 'Office closed', level: 'info', audience: 'all' })
  const page = await livePage(sign_in, '/analysis/notifications')
  const listed = Promise.withResolvers<void>()
  const marked = Promise.withResolvers<void>()
  await page.route(/\/notifications\/read$/, async (route) => {
    await listed.promise
    await route.fulfill({ response: await route.fetch() })
    marked.resolve()
  })
  await page.route(
    (url) => url.pathname.endsWith('/notifications') && url.search.includes('unread'),
    async (route) => {
      const before = await route.fetch()
      listed.resolve()
      await marked.promise
      await page.getByRole('button', { name: 'All', exact: true }).isVisible() // the page has heard of the mark
      await route.fulfill({ response: before }).catch(() => undefined) // given up by then
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Mark “Office closed” as read' }).click()
  await page.getByRole('button', { name: /^Unread/ }).click()
  await marked.promise
  await page.getByText('Maintenance tonight').first().waitFor()
  await rows(page).filter({ hasText: 'Office closed' }).waitFor({ state: 'detached' })
})

test('notifications are filtered, found, marked one by one and all at once, and followed', async () => {
  await admin.post('announcements', { title: 'Invoices are ready', level: 'info', audience: 'all' })
  const page = await livePage(sign_in, '/analysis/notifications')
  await rows(page).nth(1).waitFor()
  await page.getByRole('button', { name: 'Mark “Invoices are ready” as read' }).click()
  await page.getByRole('button', { name: /^Unread/ }).click()
  await rows(page).filter({ hasText: 'Invoices' }).waitFor({ state: 'detached' })
  assert.equal(await rows(page).count(), 1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Information' }).click()
  await rows(page).filter({ hasText: 'Maintenance' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /level=info/)
  await page.goto(`${product.url}/analysis/notifications`)
  await page.getByRole('textbox', { name: 'Search notifications' }).fill('tonight')
  await rows(page).filter({ hasText: 'Invoices' }).waitFor({ state: 'detached' })
  await assertAccessible(page, 'notifications')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await bell(page).waitFor()
  await page.getByRole('button', { name: 'Maintenance tonight', exact: true }).click()
  await page.waitForURL(/\/project\/notes$/)
})

test('an area, a tenant or a user is told, live, and nobody else', async () => {
  const others = await aTenantOn(product, 'Elbe Handel')
  const [nora, mia] = ['nora@nordlicht.example', sign_in.email.replace('kim', 'mia')].map((email) => ({
    email,
    password: sign_in.password,
  })) as [SignIn, SignIn]
  await admin.post('partners', {
    name: 'Nordlicht Digital',
    workspace: 'nordlicht.example',
    user: { first_name: 'Nora', last_name: 'Nielsen', ...nora },
  })
  await user.post('users', { ...mia, role: 'viewer', first_name: 'Mia', last_name: 'Mertens' })
  const listening = { partner: nora, kim: sign_in, mia, other: others.sign_in }
  const pages = Object.fromEntries(
    await Promise.all(
      Object.entries(listening).map(
        async ([name, who]) => [name, await livePage(who, '/analysis/notifications')] as const,
      ),
    ),
  )
  const staff = await livePage(adminSignIn, '/admin/notifications')
  const dialog = staff.getByRole('dialog')
  const pick = async (label: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await staff.getByRole('option', { name: option }).click()
  }
  const write = async (
    title: string,
    audience: string,
    recipients: string,
    whom?: [label: string, name: string | RegExp],
  ) => {
    await staff.getByRole('button', { name: 'Write notification' }).first().click()
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Message').fill('Please read.')
    await pick('For whom', audience)
    if (whom) await pick(...whom)
    if (title === 'To a tenant') await assertAccessible(staff, 'notification being written')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = staff.getByRole('row', { name: new RegExp(title) })
    await row.getByText(audience, { exact: true }).waitFor()
    assert.equal(await row.getByRole('cell').nth(3).innerText(), recipients)
  }
  const heard = async (title: string, ...names: string[]) => {
    for (const name of names) await rows(pages[name]!).filter({ hasText: title }).waitFor()
  }
  await write('To an area', 'All partners', '1')
  await heard('To an area', 'partner')
  await write('To a tenant', 'A tenant', '2', ['Tenant', 'Hanse Handel'])
  await heard('To a tenant', 'kim', 'mia')
  await write('To a user', 'A user', '1', ['User', /^mia@/])
  await heard('To a user', 'mia')
  // Once the last one has reached everybody, whatever was meant for each of them stands there.
  await admin.post('announcements', { title: 'To all', level: 'info', audience: 'all' })
  await heard('To all', ...Object.keys(pages))
  const titles = async (name: string) =>
    (await rows(pages[name]!).allInnerTexts())
      .flatMap((text) => /To (an area|a tenant|a user|all)/.exec(text)?.[0] ?? [])
      .toSorted()
  assert.deepEqual(await Promise.all(['partner', 'kim', 'mia', 'other'].map(titles)), [
    ['To all', 'To an area'],
    ['To a tenant', 'To all'],
    ['To a tenant', 'To a user', 'To all'],
    ['To all'],
  ])
  await bell(pages['mia']!, 3).waitFor()
  await bell(pages['other']!, 1).waitFor()
})

test('what the provider writes stands on the dashboard of those it is meant for, from its release date on', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const staff = await livePage(adminSignIn, '/admin/news')
  await staff.getByRole('link', { name: 'Create news article' }).first().click()
  await staff.getByLabel('Title').fill('A new mapper')
  await staff.getByLabel('Content').fill('It is **faster**.\n\n- one plan\n- two readers')
  await staff.getByLabel('Author').fill('Ada Adler')
  await staff.getByLabel('Release date').fill(tomorrow)
  await staff.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'faster' }).waitFor()
  await assertAccessible(staff, 'news being written')
  await staff.getByRole('button', { name: /^(Save|Create)/ }).click()
  await staff.waitForURL(/\/admin\/news$/)
  await staff.getByRole('link', { name: 'A new mapper' }).waitFor()
  await admin.post('news', { title: 'For partners only', audience: 'partner', release_date: '2026-01-01' })
  await admin.post('news', { title: 'A new year', audience: 'all', release_date: '2026-01-01' })
  const page = await livePage(sign_in, '/dashboard')
  await page.getByRole('article').filter({ hasText: 'A new year' }).waitFor()
  assert.equal(await page.getByText('A new mapper').count(), 0)
  await staff.getByRole('link', { name: 'A new mapper' }).click()
  await staff.getByLabel('Release date').fill(new Date().toISOString().slice(0, 10))
  await staff.getByRole('button', { name: 'Save changes' }).click()
  await staff.getByText('All changes saved').waitFor()
  await page.reload()
  const article = page.getByRole('article').filter({ hasText: 'A new mapper' })
  await article.getByText('Ada Adler').waitFor()
  await article.locator('strong', { hasText: 'faster' }).waitFor()
  assert.equal(await article.getByRole('listitem').count(), 2)
  assert.equal(await page.getByText('For partners only').count(), 0)
  for (const label of ['Jobs, 24 hours', 'Records, 24 hours', 'With errors', 'Running now'])
    await page.getByText(label, { exact: true }).waitFor()
  await assertAccessible(page, 'dashboard')
})

test('quick links are chosen, ordered and removed on the dashboard, among the screens one may open', async () => {
  await user.put('quick_links', { routes: ['projectNotes', 'adminTenants'] })
  const page = await livePage(sign_in, '/dashboard')
  const panel = page.getByRole('region', { name: 'Quick links' })
  const names = () => panel.getByRole('listitem').locator('b').allInnerTexts()
  await panel.getByRole('listitem').locator('b').getByText('Notes').waitFor()
  assert.deepEqual(await names(), ['Notes'])
  await panel.getByRole('button', { name: 'Edit quick links' }).click()
  const add = async (name: string) => {
    await panel.getByRole('combobox', { name: 'Add a screen' }).fill(name)
    await page.getByRole('option', { name, exact: true }).first().click()
  }
  await add('Chart demo')
  await add('Mappings')
  await panel.getByRole('button', { name: 'Move Mappings up' }).click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  await assertAccessible(page, 'quick links being edited')
  await panel.getByRole('button', { name: 'Remove Notes' }).click()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('link', { name: 'Mappings' }).waitFor()
  await page.reload()
  await panel.getByRole('link', { name: 'Chart demo' }).waitFor()
  assert.deepEqual(await names(), ['Mappings', 'Chart demo'])
  assert.deepEqual((await user.get('quick_links')).routes, ['projectMappings', 'apexchartsDemo'])
})

test('a picture is brought in the profile, refused when it is too large, seen beside the name, and removed by an administrator', async () => {
  const page = await livePage(sign_in, '/user/profile/information')
  const panel = page.getByRole('region', { name: 'Profile picture' })
  const choose = panel.locator('input[type=file]')
  await panel.getByText('at most 1 MB').waitFor()
  await choose.setInputFiles({
    name: 'huge.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([png, Buffer.alloc(1_000_000)]),
  })
  await panel.getByRole('alert').waitFor()
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  const shown = page
    .getByRole('navigation')
    .or(page.getByRole('button', { name: 'User menu of Kim Krause' }))
    .locator('img')
  await shown.waitFor()
  assert.match((await shown.getAttribute('src'))!, /^\/api\/app\/pictures\//)
  await assertAccessible(page, 'profile picture')

  const [{ id }] = (await admin.get(`users?searchTerm=${sign_in.email}`)) as [{ id: string }]
  const staff = await livePage(adminSignIn, `/admin/users/${id}/information`)
  await staff.getByRole('button', { name: 'Remove: Profile picture' }).click()
  await staff.getByText('Removed', { exact: true }).waitFor()
  await page.reload()
  await panel.getByRole('button', { name: /Choose a picture/ }).waitFor()
  await shown.waitFor({ state: 'detached' })
})

test('a project’s image and the provider’s own logo are brought beside their names', async () => {
  const page = await livePage(sign_in, '/project/settings/basic')
  await page
    .getByRole('region', { name: 'Image' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'project.png', mimeType: 'image/png', buffer: png })
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Image' }).getByRole('img', { name: 'The chosen picture' }).waitFor()
  await assertAccessible(page, 'image of a project')
  await page.goto(`${product.url}/project/welcome`)
  await page.locator('main img[src^="/api/app/pictures/"]').waitFor()

  const staff = await livePage(adminSignIn, '/admin/account/company')
  const logo = staff.getByRole('region', { name: 'Logo' })
  await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await staff.getByText('Saved', { exact: true }).waitFor()
  await staff.reload()
  await logo.getByRole('img', { name: 'The chosen picture' }).waitFor()
  await assertAccessible(staff, 'logo of the provider')
})

test("what stands still is said at the top of the provider's dashboard until it goes on", async () => {
  const pool = openPool(databaseOf(product).url, { max: 2, level: 'system' })
  // Nobody looks meanwhile whether this queue really stands still.
  const watch = await pool.connect()
  after(async () => {
    watch.release(true)
    await pool.end()
  })
  await watch.query(`select pg_advisory_lock(hashtext('weft alerts'))`)
  await pool.query(
    `insert into alerts (kind, subject, name, looks, began_at) values ('queue', 'q1', 'Nightly orders', 2, '2026-11-22T06:02:00Z')`,
  )
  const page = await aPage()
  await signIn(page, adminSignIn, '/dashboard')
  await page.getByText('Queue Nightly orders stands still').waitFor()
  await seenInBoth(page, 'dashboard-alert')
  await page.getByRole('link', { name: 'Have a look' }).click()
  await page.waitForURL(/\/admin\/settings\/system\/queues$/)
  await pool.query('update alerts set ended_at = now()')
  await page.goto(`${product.url}/dashboard`)
  await page.getByText('Jobs, 24 hours').waitFor()
  assert.equal(await page.getByText('Nightly orders').count(), 0)
})
