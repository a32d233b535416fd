import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { aJourney, seenInBoth } from './opening.ts'

// The menu as icons: what each stands for flies out beside it, for pointer, keyboard and finger.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
await user.put('pinned_pages', { pages: [{ path: '/help/support' }] })

const menu = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|Hauptmenü)$/ })
const icon = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const minimised = async (path: string, options = {}) => {
  const page = await pageOf(sign_in, path, options)
  await page.getByRole('button', { name: /^(Minimise menu|Menü verkleinern)$/ }).click()
  await page.getByRole('button', { name: /^(Show whole menu|Ganzes Menü anzeigen)$/ }).waitFor()
  await page.mouse.move(900, 500)
  return page
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const addresses = (page: Page) =>
  menu(page)
    .locator('a:not([aria-hidden])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))

test('a flyout follows the pointer from icon to icon, and its pages open', async () => {
  const page = await minimised('/project/notes')
  await icon(page, 'Data').hover()
  await icon(page, 'Data sets').waitFor()
  await icon(page, 'Workflows').hover()
  await icon(page, 'Components').waitFor()
  assert.equal(await icon(page, 'Data sets').count(), 0)
  await icon(page, 'Components').click()
  await page.waitForURL(/\/project\/workflows\/components$/)
  await icon(page, 'Components').waitFor({ state: 'detached' })
  // The section one is in is marked, and in its flyout the page.
  assert.equal(await icon(page, 'Workflows').getAttribute('data-open'), 'true')
  await page.mouse.move(900, 500)
  await icon(page, 'Workflows').hover()
  await icon(page, 'Components').waitFor()
  assert.equal(await icon(page, 'Components').getAttribute('aria-current'), 'page')
  assert.deepEqual(await menu(page).locator('[aria-current=page]').allInnerTexts(), ['Components'])
})

test('the keyboard goes from icon to icon, into a flyout and back', async () => {
  const page = await minimised('/project/notes')
  await icon(page, 'Dashboard').focus()
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), 'Integrations')
  await icon(page, 'Connections').waitFor()
  await page.keyboard.press('ArrowRight')
  assert.equal(await focused(page), 'Connections')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), 'Workflows')
  await icon(page, 'Connections').waitFor({ state: 'detached' })
  // Without arrows, Tab leads into the flyout as well.
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Components')
  await page.keyboard.press('Escape')
  assert.equal(await focused(page), 'Workflows')
  await icon(page, 'Components').waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  assert.equal(await focused(page), 'Settings')
  await icon(page, 'Roles').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/roles$/)
})

test('a tap opens the page and its flyout; a tap beside it closes that', async () => {
  const page = await minimised('/project/notes', { hasTouch: true })
  await icon(page, 'Data').tap()
  await page.waitForURL(/\/project\/data-structures$/)
  await icon(page, 'Data sets').tap()
  await page.waitForURL(/\/project\/data-sets$/)
  await icon(page, 'Data').tap()
  await icon(page, 'Data lake').waitFor()
  await page.touchscreen.tap(900, 500)
  await icon(page, 'Data lake').waitFor({ state: 'detached' })
})

test('whatever the whole menu leads to, the minimised one does', async () => {
  const page = await pageOf(sign_in, '/project/notes')
  const whole = new Set<string>()
  await icon(page, 'Settings').waitFor()
  for (const path of (await addresses(page)).filter((one) => one !== '/help/support')) {
    await page.goto(product.url + path)
    await menu(page).locator('[aria-current=page]').first().waitFor()
    for (const one of await addresses(page)) whole.add(one)
  }
  await page.getByRole('button', { name: 'Minimise menu' }).click()
  await page.mouse.move(900, 500)
  const found = new Set<string>()
  const icons = menu(page).locator('[data-item] > a')
  for (let i = 0; i < (await icons.count()); i++) {
    await icons.nth(i).focus()
    await menu(page).locator('[data-flyout]').waitFor()
    for (const one of await addresses(page)) found.add(one)
  }
  assert.ok(whole.size > 30, `${whole.size} addresses`)
  assert.deepEqual([...found].sort(), [...whole].sort())
})

test('flyouts read well in both languages, light and dark, and stay inside a low window', async () => {
  for (const language of ['en', 'de'] as const) {
    const page = await minimised('/project/settings/queues', { language, viewport: { width: 1440, height: 560 } })
    await page.getByRole('link', { name: language === 'en' ? 'Settings' : 'Einstellungen', exact: true }).focus()
    const flyout = menu(page).locator('[data-flyout]')
    await flyout.waitFor()
    const box = (await flyout.boundingBox())!
    assert.ok(box.y >= 0 && box.y + box.height <= 560, JSON.stringify(box))
    await seenInBoth(page, `flyout-${language}`)
  }
})
