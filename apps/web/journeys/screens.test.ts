import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { placesOf, walk } from './places.ts'

const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const browser = await openBrowser()
after(() => browser.close())
const places = await placesOf(product)

// Each screen once in each language and once in each scheme.
for (const look of [{ language: 'en', scheme: 'light' }, { language: 'de', scheme: 'dark' }] as const)
  test(`every screen, ${look.scheme} and ${look.language}: something to see, no fault, its title, words for everything, nothing that keeps anybody out`, { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    const faults = await walk(browser, product, places, look, async (page, { name }) => {
      const { words, title, lang } = await seen(page)
      if (words.length < 3) wrong.push(`${name}: nothing to see`)
      if (lang !== look.language) wrong.push(`${name}: is in ${lang}`)
      if (!title.endsWith(' – Weft') || title.split(' – ').some((part) => part.trim() === '')) wrong.push(`${name}: is called “${title}”`)
      for (const word of words.filter(isNoWord)) wrong.push(`${name}: shows “${word}”`)
      await assertAccessible(page, name).catch((error: assert.AssertionError) => wrong.push(String(error.actual)))
    })
    assert.deepEqual([...wrong, ...faults], [])
  })

/** What stands on the page outside of code and data. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const words: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      if (text && !node.parentElement!.closest('code, pre, td, style, script, .cm-editor, [class*=mono], [role=grid], [role=treeitem]')) words.push(text)
    }
    return { words, title: document.title, lang: document.documentElement.lang }
  })

/** A key instead of its words, or a placeholder nobody has filled. */
const isNoWord = (text: string) => /^(undefined|null|NaN|\[object Object\])$|\bInvalid Date\b|\{[a-z]\w*(, (plural|select),.*)?\}/.test(text) || (/^[a-z][a-zA-Z_]*(\.[a-z][a-zA-Z_]*)+$/.test(text) && !/\.(example|csv|json|xml|xlsx|yaml)$/.test(text))
