import assert from 'node:assert/strict'
import lz from 'lz-string'
import type { Page } from 'playwright-core'

/** What the compressed storage of a browser holds under a key; it has to be compressed. */
export async function keptIn(page: Page, key: string): Promise<any> {
  const raw = await page.evaluate((name) => localStorage.getItem(`weft.${name}`), key)
  if (raw === null) return undefined
  assert.throws(() => JSON.parse(raw), `${key} is not compressed`)
  return JSON.parse(lz.decompressFromUTF16(raw))
}
