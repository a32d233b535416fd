// `npm run pictures`: shows every screen of the demo light in English and dark in German, as small pictures in docs/pictures.
import type { AssertionError } from 'node:assert'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { placesOf, walk } from '../apps/web/journeys/places.ts'
import { assertAccessible } from '../kit/testing/accessible.ts'
import { openBrowser } from '../kit/testing/browser.ts'
import { startProduct } from '../kit/testing/product.ts'

const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const isComplete = process.argv.length < 3
const wanted = new Set(process.argv.slice(2))
const wrong: string[] = []
// All four would be 25 MB: each screen is shown in both schemes and in both languages.
const languages = { light: ['en'], dark: ['de'] } as const

if (isComplete) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
const browser = await openBrowser()
try {
  const places = (await placesOf(product)).filter(({ name }) => isComplete || wanted.has(name))
  for (const scheme of ['light', 'dark'] as const)
    for (const language of languages[scheme]) {
      const faults = await walk(browser, product, places, { language, scheme }, async (page, { name }) => {
        await page.screenshot({ path: path.join(folder, `${name}-${scheme}-${language}.png`), animations: 'disabled', caret: 'hide' })
        await assertAccessible(page, `${name} ${scheme} ${language}`).catch((error: AssertionError) => wrong.push(String(error.actual)))
      }, 0.75)
      wrong.push(...faults)
    }
} finally {
  await browser.close()
  await product.stop()
}
const files = readdirSync(folder)
const size = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
console.log(`${files.length} pictures, ${(size / 1e6).toFixed(1)} MB, in docs/pictures`)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
