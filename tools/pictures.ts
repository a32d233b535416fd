// `npm run pictures [-- NAME…]`: shows the demo's screens in all four looks as small pictures in docs/pictures, and lets axe look at them.
import type { AssertionError } from 'node:assert'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { looks, placesOf, walk } from '../apps/web/journeys/places.ts'
import { assertAccessible } from '../kit/testing/accessible.ts'
import { openBrowser } from '../kit/testing/browser.ts'
import { startProduct } from '../kit/testing/product.ts'

const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const wanted = new Set(process.argv.slice(2))
const wrong: string[] = []

mkdirSync(folder, { recursive: true })
const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
const browser = await openBrowser()
try {
  const places = (await placesOf(product)).filter(({ name }) => wanted.size === 0 || wanted.has(name))
  if (wanted.size === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const faults = await walk(browser, product, places, { looks, scale: 0.75 }, async (page, { name }, { language, scheme }) => {
    const shown = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    // Text stays sharp with 64 colours at a third of the size.
    await sharp(shown).png({ palette: true, colours: 64, effort: 8 }).toFile(path.join(folder, `${name}-${scheme}-${language}.png`))
    await assertAccessible(page, `${name} ${scheme} ${language}`, { colours: scheme === 'dark' }).catch((error: AssertionError) => wrong.push(String(error.actual)))
  })
  wrong.push(...faults)
} finally {
  await browser.close()
  await product.stop()
}
const files = readdirSync(folder)
const size = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
console.log(`${files.length} pictures, ${(size / 1e6).toFixed(1)} MB, in docs/pictures`)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
