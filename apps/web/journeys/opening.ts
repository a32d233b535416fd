import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Language } from '@weft/kit/messages/messages.ts'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { enter, type SignIn } from './enter.ts'
import { atRest } from './places.ts'

type Opened = BrowserContextOptions & {
  /** As if chosen before; null leaves the choice to the page. */
  language?: Language | null
  scheme?: 'light' | 'dark'
  /** An error of the page fails the test, unless the test brings errors about or collects them. */
  mayFail?: boolean
}

/** The product as a whole and a browser before it, for as long as the tests that asked for them; every page has a browser's memory of its own. */
export async function aJourney({ environment, ...options }: Parameters<typeof startProduct>[0] = {}) {
  const product = await startProduct({ ...options, environment: { WEFT_LOGIN_PER_MINUTE: '1000', ...environment } })
  after(() => product.stop())
  const browser = await openBrowser()
  after(() => browser.close())

  async function aPage({ language = 'en', scheme, mayFail = false, ...options }: Opened = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    })
    after(() => context.close())
    await context.addInitScript(choose, { language, 'mantine-color-scheme-value': scheme })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    if (!mayFail) page.on('pageerror', (error) => assert.fail(error))
    return page
  }
  const signIn = (page: Page, who: SignIn, path = '/dashboard') => enter(page, product.url + path, who)
  async function pageOf(who: SignIn, path?: string, options?: Opened): Promise<Page> {
    const page = await aPage(options)
    await signIn(page, who, path)
    return page
  }
  return { product, browser, aPage, signIn, pageOf }
}

/** On every load; the frame of a preview has no memory. */
function choose(chosen: Record<string, string | null | undefined>) {
  if (origin === 'null') return
  for (const [key, value] of Object.entries(chosen)) if (value) localStorage.setItem(key, value)
}

/** Takes the picture of a page where pictures are asked for. */
export async function picture(page: Page, name: string) {
  const folder = process.env['WEFT_PICTURES']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
}

/** A page that has come to rest is read by axe, and its picture is taken. */
export async function seen(page: Page, name: string) {
  await atRest(page)
  await assertAccessible(page, name)
  await picture(page, name)
}

/** The same in both schemes, as the system of whoever looks at it wishes. */
export async function seenInBoth(page: Page, name: string) {
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  }) // axe reads colours as they are, not on their way
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await assertAccessible(page, `${name} ${scheme}`)
    await picture(page, `${name}-${scheme}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
