import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { atRest, visitedPlaces, signedIn, type Place } from '../apps/web/journeys/places.ts'
import { openBrowser } from '@weft/kit/testing/browser.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { row, type Row } from './figure.ts'

const shown = [
  'login',
  'dashboard',
  'tenants',
  'workflows',
  'data-structures',
  'queues',
  'jobs',
  'job',
  'create-tenant',
  'fields',
  'explorer',
  'data-set',
  'insight',
  'designer',
  'planning',
  'code',
  'history',
  'mapper',
  'mapping-code',
]

/** Kilobytes of compressed JavaScript a browser with an empty cache has loaded when a screen has come to rest (`WEFT_BENCH_PAGES=all`: every screen). */
export async function measure(): Promise<Row[]> {
  const product = await startProduct({ demo: true, environment: { WEFT_LOGIN_PER_MINUTE: '1000' } })
  const browser = await openBrowser()
  try {
    const places = await visitedPlaces(product)
    const signed = await signedIn(browser, product)
    const rows: Row[] = []
    for (const place of process.env['WEFT_BENCH_PAGES'] === 'all'
      ? places
      : shown.map((name) => places.find((one) => one.name === name)!))
      rows.push(
        row(
          place.name,
          await loaded(browser, product.url, place, signed(place.who)),
          'kB',
          place.name === 'login' ? 120 : 300,
        ),
      )
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function loaded(browser: Browser, url: string, { path }: Place, options: BrowserContextOptions): Promise<number> {
  const page = await browser.newPage(options)
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length / 1000))
  })
  await page.goto(url + path)
  await atRest(page)
  page.removeAllListeners('response') // what is loaded ahead from now on is not waited for
  const sizes = await Promise.all(scripts)
  await page.close()
  return sizes.reduce((sum, size) => sum + size, 0)
}
