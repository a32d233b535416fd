import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Language } from '@weft/kit/messages/messages.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { adminSignIn, Client } from '@weft/kit/testing/product.ts'
import type { SignIn } from './enter.ts'
import { aJourney } from './opening.ts'

// What the pages do when an answer, a part of the page or the whole server does not come.

const { product, pageOf } = await aJourney()
const { user, sign_in } = await aTenantOn(product, 'Hanse Handel')
const admin = await Client.signIn(product.url, adminSignIn, 'admin')
for (let i = 0; i < 40; i++) await user.post('notes', { title: `Note ${i}`, note: 'From January on.\n'.repeat(3) })
/** What fails, and how things move, is what is looked at. */
async function opened({
  language,
  path = '/project/notes',
  who = sign_in,
}: { language?: Language; path?: string; who?: SignIn } = {}): Promise<Page> {
  const page = await pageOf(who, path, {
    ...(language && { language }),
    mayFail: true,
    reducedMotion: 'no-preference',
    viewport: { width: 1280, height: 800 },
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('a request that takes longer than the installation says is given up, and said so; the shell’s own calls wait', async () => {
  await admin.put('settings/requests', { request_timeout: 1 })
  const page = await opened()
  await page.getByText('Note 39', { exact: true }).waitFor()
  await page.waitForTimeout(5_500) // the server reads such settings again after five seconds
  await page.reload()
  await page.getByText('Note 39', { exact: true }).waitFor()
  await page.route(/\/api\/app\/notes$/, () => {}) // never answered
  await page.getByRole('button', { name: 'New note' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Another')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Timeout limit exceeded').waitFor()
  await page.getByText('Looks like the server is taking too long to respond, please try again in sometime').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByRole('dialog').getByRole('button', { name: 'Close' }))
    .first()
    .click()
  await page.route(/\/api\/app\/auth\/me$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await go(page, '/project/mappings')
  await page.getByRole('heading', { level: 1, name: 'Mappings' }).waitFor()
  await admin.put('settings/requests', { request_timeout: 20 })
})

test('a style that is gone is told by its code, with an offer to load the page again', async () => {
  const page = await opened()
  await page.route(/\/assets\/builder[^/]*\.css/, (route) => route.abort())
  await go(page, '/builder')
  await page.getByText(/^CSS_CHUNK_LOAD_FAILED:/).waitFor()
  await page
    .getByRole('alert')
    .getByText('A part of the page could not be loaded. There may be a new version: please load the page again.')
    .waitFor()
  await page.unroute(/\/assets\/builder[^/]*\.css/)
  await page.getByRole('main').getByRole('button', { name: 'Load again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Form builder' }).waitFor()
})

test('a script that is gone is told by its code, with an offer to load the page again', async () => {
  const page = await opened({ language: 'de' })
  await page.route(/\/assets\/builder[^/]*\.js/, (route) => route.abort())
  await go(page, '/builder')
  await page.getByText(/^ChunkLoadError:/).waitFor()
  await page.unroute(/\/assets\/builder[^/]*\.js/)
  await page.getByRole('main').getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('heading', { level: 1, name: 'Formular-Baukasten' }).waitFor()
})

test('a part of the page that has not come after two minutes is lost as well', async () => {
  const page = await opened()
  await page.clock.install()
  await page.route(/\/assets\/builder[^/]*\.js/, () => {})
  await go(page, '/builder')
  await page.waitForRequest(/\/assets\/builder[^/]*\.js/, { timeout: 5_000 }).catch(() => {})
  await page.clock.runFor(119_000)
  assert.equal(await page.getByText(/^ChunkLoadError:/).count(), 0)
  await page.clock.runFor(2_000)
  await page.getByText(/^ChunkLoadError:/).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Load again' }).waitFor()
})

test('while the server cannot be reached a banner says so, and lists are loaded anew when it can again', async () => {
  for (const [language, words] of [
    ['en', 'The server cannot be reached at the moment.'],
    ['de', 'Der Server ist gerade nicht erreichbar.'],
  ] as const) {
    const page = await opened({ language })
    await page.getByText('Note 39', { exact: true }).waitFor()
    await page.context().setOffline(true)
    const banner = page.getByRole('alert').getByText(words)
    await banner.waitFor()
    await page.getByText('Note 39', { exact: true }).waitFor()
    if (language === 'en') await assertAccessible(page, 'offline')
    const again = page.waitForRequest((request) => request.url().includes('/api/app/notes?'))
    await page.context().setOffline(false)
    await again
    await banner.waitFor({ state: 'detached' })
  }
})

test('the way back to the top is offered beyond 300 pixels', async () => {
  const page = await opened({ path: '/form-helper', who: adminSignIn })
  const scrolled = page.locator('main > div').last()
  const up = page.getByRole('button', { name: 'To the top' })
  await page.getByText('All (33)').waitFor()
  await scrolled.evaluate((element) => element.scrollTo({ top: 300 }))
  await page.waitForTimeout(200)
  assert.equal(await up.count(), 0)
  await scrolled.evaluate((element) => element.scrollTo({ top: 301 }))
  await up.click()
  await page.waitForFunction(() => document.querySelector('main > div:last-of-type')?.scrollTop === 0)
  await up.waitFor({ state: 'detached' })
})

test('the rail of icons slides out what an icon stands for, in 200 ms, once the pointer has rested on it for 500, and back', async () => {
  const page = await opened({ path: '/builder', who: adminSignIn })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  assert.ok((await menu.boundingBox())!.width < 60)
  const pages = menu.getByRole('link', { name: 'Connectors' })
  assert.equal(await pages.count(), 0)
  const entered = Date.now()
  await menu.getByRole('link', { name: 'Workflows' }).hover()
  await pages.waitFor()
  assert.ok(Date.now() - entered >= 500)
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.querySelector('[data-flyout]')!).animationDuration),
    '0.2s',
  )
  await page.mouse.move(900, 500)
  await pages.waitFor({ state: 'detached' })
})
