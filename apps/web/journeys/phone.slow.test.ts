import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language } from '@weft/kit/messages/messages.ts'
import { demoClients, demoSignIns } from './demo.ts'
import { aJourney, seenInBoth } from './opening.ts'
import { atRest } from './places.ts'

// On a phone: the bar at the foot, the menu as a sheet, cards instead of tables, and room for a finger.

const { product, pageOf } = await aJourney({ demo: true })
const signIns = await demoSignIns(product)
const { tenant } = await demoClients(product)

const aPhone = async (who: keyof typeof signIns, path: string, language: Language = 'en') =>
  pageOf(signIns[who], path, { viewport: { width: 390, height: 844 }, hasTouch: true, language })
const bar = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|Hauptmenü)$/ })
const sheet = (page: Page) => page.getByRole('dialog', { name: /^(Menu|Menü)$/ })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** What is wider than the phone, or scrolls sideways inside it. */
const wide = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
    ...[...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
  ])

/** What a finger would miss: less than 44 pixels high or wide. A checkbox has its room around it, a link in a sentence needs none. */
const small = (page: Page, within: string) =>
  page.evaluate(
    (root) =>
      [...document.querySelectorAll<HTMLElement>(`:is(${root}) :is(a, button, [role=option])`)]
        .filter((one) => one.checkVisibility() && !one.closest('li > p, td:not(:first-of-type)'))
        .map((one) => ({ box: one.getBoundingClientRect(), name: one.getAttribute('aria-label') ?? one.textContent }))
        .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(({ box, name }) => `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    within,
  )

test('the bar leads to the four pages one needs most, the sheet to every other', async () => {
  const page = await aPhone('tenant', '/project/welcome')
  await bar(page).getByRole('link', { name: 'Today' }).waitFor()
  assert.deepEqual(await bar(page).getByRole('link').allInnerTexts(), ['Today', 'For me', 'Runs', 'Data'])
  assert.equal(await bar(page).getByRole('link', { name: 'Today' }).getAttribute('aria-current'), 'page')
  await bar(page).getByRole('link', { name: 'Runs' }).tap()
  await page.waitForURL(/\/project\/reporting$/)

  await bar(page).getByRole('button', { name: 'Menu' }).tap()
  assert.equal(await sheet(page).getByRole('button', { name: 'Runs' }).getAttribute('aria-expanded'), 'true')
  assert.equal(
    await sheet(page).getByRole('link', { name: 'Reporting', exact: true }).getAttribute('aria-current'),
    'page',
  )
  await sheet(page).getByRole('button', { name: 'Settings' }).tap()
  await sheet(page).getByRole('link', { name: 'Configuration values' }).tap()
  await page.waitForURL(/\/project\/settings\/config$/)
  await sheet(page).waitFor({ state: 'detached' })

  // What the head holds elsewhere.
  await bar(page).getByRole('button', { name: 'Menu' }).tap()
  for (const name of ['My profile', 'Access data']) await sheet(page).getByRole('link', { name }).waitFor()
  for (const name of ['Sign out', 'Help centre', 'Appearance', /^Language/])
    await sheet(page).getByRole('button', { name }).waitFor()
  await sheet(page).getByRole('button', { name: 'Tenant', exact: true }).tap()
  await page.waitForURL(/\/tenant\/welcome$/)
  await bar(page).getByRole('link', { name: 'Projects' }).waitFor()
  assert.deepEqual(await bar(page).getByRole('link').allInnerTexts(), ['Today', 'For me', 'Projects', 'Company data'])
})

test('whatever the whole menu leads to, the sheet does', async () => {
  const page = await pageOf(signIns.tenant, '/project/welcome')
  const addresses = (within: ReturnType<typeof sheet>) =>
    within.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const menu = bar(page)
  await menu.getByRole('link', { name: 'Settings' }).waitFor()
  const whole = new Set<string>()
  for (const path of await addresses(menu)) {
    await page.goto(product.url + path)
    await menu.locator('[aria-current=page]').first().waitFor()
    for (const one of await addresses(menu)) whole.add(one)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await bar(page).getByRole('button', { name: 'Menu' }).click()
  await sheet(page).getByRole('button', { name: 'Settings' }).waitFor()
  const closed = sheet(page).locator('button[aria-expanded=false]:not([aria-haspopup])')
  while ((await closed.count()) > 0) await closed.first().click()
  const found = new Set(await addresses(sheet(page)))
  assert.ok(whole.size > 30, `${whole.size} addresses`)
  assert.deepEqual(
    [...whole].filter((one) => !found.has(one)),
    [],
  )
})

test('what somebody pinned first stands in the bar', async () => {
  await tenant.put('pinned_pages', { pages: [{ path: '/analysis/notifications' }] })
  const page = await aPhone('tenant', '/project/notes')
  await bar(page).getByRole('link', { name: 'Notifications' }).tap()
  await page.waitForURL(/\/analysis\/notifications$/)
  assert.deepEqual(await bar(page).getByRole('link').allInnerTexts(), ['Today', 'For me', 'Runs', 'Notifications'])
  await tenant.put('pinned_pages', { pages: [] })
})

test('where one works opens as a sheet, one column at a time, and goes up as well as down', async () => {
  const page = await aPhone('admin', '/admin/welcome')
  await page.getByRole('banner').getByRole('button', { name: 'Choose partner' }).tap()
  const panel = page.getByRole('dialog', { name: 'Where you work' })
  await panel.getByRole('option', { name: 'Nordlicht Digital' }).tap()
  await panel.getByRole('option', { name: 'Hanse Handel' }).waitFor()
  assert.equal(await panel.getByRole('combobox').count(), 1)
  assert.deepEqual(await small(page, '[role=dialog]'), [])
  await panel.getByRole('button', { name: 'Back to Partner' }).tap()
  await panel.getByRole('option', { name: 'Nordlicht Digital' }).tap()
  await panel.getByRole('button', { name: 'Go to Nordlicht Digital' }).tap()
  await page.waitForURL(/\/partner\/welcome$/)
  await page.getByRole('banner').getByRole('button', { name: 'Partner: Nordlicht Digital' }).waitFor()
})

const places = [
  '/project/welcome',
  '/dashboard',
  '/project/reporting',
  '/project/reporting/jobs',
  '/project/workflows',
  '/project/data-structures',
  '/project/data-lake',
  '/project/journal',
  '/project/notes',
  '/project/settings',
  '/project/settings/queues',
  '/project/settings/queues/create',
  '/analysis/queues',
  '/analysis/notifications',
  '/tenant/welcome',
  '/tenant/users',
  '/help/support',
]

test('nothing scrolls sideways, and what one presses has room for a finger', async () => {
  for (const language of ['en', 'de'] as const) {
    const page = await aPhone('tenant', '/project/welcome', language)
    const faults: string[] = []
    for (const path of places) {
      await page.goto(product.url + path)
      await atRest(page)
      assert.equal(pathOf(page), path)
      faults.push(...(await wide(page)).map((fault) => `${path} ${language}: ${fault}`))
      const pressed = await small(page, 'header, nav, main > div:first-of-type, table, [class*=bar]')
      faults.push(...pressed.map((fault) => `${path} ${language}: ${fault}`))
    }
    await bar(page).getByRole('button').tap()
    await sheet(page).getByRole('link').first().waitFor()
    faults.push(...(await wide(page)), ...(await small(page, '[role=dialog]')))
    assert.deepEqual(faults, [])
  }
})

test('cards keep what a table says and can do', async () => {
  const page = await aPhone('tenant', '/project/settings/queues')
  const card = page.getByRole('row').filter({ hasText: 'long_running' })
  await card.getByRole('link', { name: 'long_running' }).waitFor()
  const cell = card.locator('td[data-label=Timeout]')
  assert.equal(await cell.innerText(), '14400 s')
  assert.equal(await cell.evaluate((one) => getComputedStyle(one, '::before').content), '"Timeout"')
  const first = () => page.locator('tbody tr').first().getByRole('link').innerText()
  assert.equal(await first(), 'default')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('-name')
  await page.waitForFunction(() => document.querySelector('tbody tr a')?.textContent === 'mails')
})

test('a phone reads well in both languages, light and dark', async () => {
  for (const language of ['en', 'de'] as const) {
    const page = await aPhone('tenant', '/project/welcome', language)
    for (const path of ['/project/welcome', '/project/settings/queues', '/project/settings/queues/create']) {
      await page.goto(product.url + path)
      await atRest(page)
      await seenInBoth(page, `phone${path.replaceAll('/', '-')}-${language}`)
    }
    await bar(page).getByRole('button').tap()
    await sheet(page).getByRole('link').first().waitFor()
    await seenInBoth(page, `phone-sheet-${language}`)
  }
})
