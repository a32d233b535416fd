// `npm run pictures [-- NAME… | --readme] [--against FOLDER]`: shows the demo's screens in all four looks, lets axe look at them, and
// keeps their pictures in `pictures/`, which is not committed; --readme takes those of README.md. --against names what has changed
// since the pictures in another folder were taken.
import type { AssertionError } from 'node:assert'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { looks, visitedPlaces, walk } from '../apps/web/journeys/places.ts'
import { assertAccessible } from '../kit/testing/accessible.ts'
import { openBrowser } from '../kit/testing/browser.ts'
import { startProduct } from '../kit/testing/product.ts'
import { changedPictures } from './compare-pictures.ts'

const ofReadme = ['dashboard', 'create-tenant', 'data-structure', 'mapper', 'designer', 'job', 'explorer', 'insight']
const options = { readme: { type: 'boolean' }, against: { type: 'string' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, values.readme ? 'docs/pictures' : 'pictures')
const wanted = new Set(values.readme ? ofReadme : positionals)
const shown = values.readme ? looks.filter(({ language, scheme }) => language === 'en' && scheme === 'light') : looks
const wrong: string[] = []

const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
const browser = await openBrowser()
try {
  const places = (await visitedPlaces(product)).filter(({ name }) => wanted.size === 0 || wanted.has(name))
  if (positionals.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const faults = await walk(browser, product, places, { looks: shown, scale: 0.75 }, async (page, { name }, look) => {
    const { language, scheme } = look
    const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    // Text stays sharp with 64 colours at a third of the size.
    const picture = sharp(taken).png({ palette: true, colours: 64, effort: 8 })
    await picture.toFile(path.join(folder, `${name}-${scheme}-${language}.png`))
    const named = `${name} ${scheme} ${language}`
    const accessible = assertAccessible(page, named, { colours: scheme === 'dark' })
    await accessible.catch((error: AssertionError) => wrong.push(String(error.actual)))
  })
  wrong.push(...faults)
} finally {
  await browser.close()
  await product.stop()
}
if (values.against) wrong.push(...(await changedPictures(path.resolve(values.against), folder)))
const files = readdirSync(folder)
const size = files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0)
console.log(`${files.length} pictures, ${(size / 1e6).toFixed(1)} MB, in ${path.relative(root, folder)}`)
for (const line of wrong) console.error(line)
process.exitCode = wrong.length > 0 ? 1 : 0
