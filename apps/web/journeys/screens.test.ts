import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { looks, placesOf, walk } from './places.ts'

const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
after(() => product.stop())
const browser = await openBrowser()
after(() => browser.close())
const places = await placesOf(product)

// Words are looked at once in each language; a second scheme can only have other colours.
test('every screen, light and dark, English and German: something to see, no fault, its title, words for everything, nothing that keeps anybody out', { timeout: 900_000 }, async () => {
  const wrong: string[] = []
  const faults = await walk(browser, product, places, { looks }, async (page, { name }, { language, scheme }) => {
    const shown = `${name} ${scheme} ${language}`
    if (scheme === 'light') wrong.push(...(await faultsOf(page, language)).map((fault) => `${shown}: ${fault}`))
    await assertAccessible(page, shown, { colours: scheme === 'dark' }).catch((error: assert.AssertionError) => wrong.push(String(error.actual)))
  })
  assert.deepEqual([...wrong, ...faults], [])
})

async function faultsOf(page: Page, language: string): Promise<string[]> {
  const { words, title, lang } = await seen(page)
  return [
    ...(words.length < 3 ? ['nothing to see'] : []),
    ...(lang !== language ? [`is in ${lang}`] : []),
    ...(!title.endsWith(' – Weft') || title.split(' – ').some((part) => part.trim() === '') ? [`is called “${title}”`] : []),
    ...words.filter(isNoWord).map((word) => `shows “${word}”`),
  ]
}

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
const isNoWord = (text: string) => /^(undefined|null|NaN|\[object Object\])$|\bInvalid Date\b|\{[a-z]\w*(, (plural|select),.*)?\}/.test(text) || (/^[a-z][a-zA-Z_]*(\.[a-z][a-zA-Z_]*)+$/.test(text) && !/\.(com|example|csv|json|pdf|xml|xlsx|yaml)$/.test(text))
