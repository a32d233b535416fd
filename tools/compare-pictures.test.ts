import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { changedPictures } from './compare-pictures.ts'

const home = mkdtempSync(path.join(tmpdir(), 'weft-pictures-'))
after(() => rmSync(home, { recursive: true }))
const [before, now] = ['before', 'now'].map((name) => path.join(home, name)) as [string, string]
for (const folder of [before, now]) mkdirSync(folder)

/** A white picture of 200 × 100 pixels with a black box of so many in its corner. */
async function draw(folder: string, name: string, box: number, width = 200) {
  const background = { r: 255, g: 255, b: 255, alpha: 1 }
  const black = {
    create: { width: box, height: box, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 1 } },
  } as const
  const picture = sharp({ create: { width, height: 100, channels: 4, background } })
  await (box > 0 ? picture.composite([{ input: black, top: 0, left: 0 }]) : picture)
    .png()
    .toFile(path.join(folder, name))
}

test('a screen has changed when more than a thousandth of its pixels differs, or when it has another size or is gone', async () => {
  await draw(before, 'same.png', 30)
  await draw(now, 'same.png', 30)
  await draw(before, 'caret.png', 0)
  await draw(now, 'caret.png', 4)
  await draw(before, 'moved.png', 0)
  await draw(now, 'moved.png', 20)
  await draw(before, 'wider.png', 0)
  await draw(now, 'wider.png', 0, 240)
  await draw(before, 'gone.png', 0)
  assert.deepEqual((await changedPictures(before, now)).toSorted(), [
    'gone.png was not taken',
    'moved.png differs in 2.00 % of its pixels',
    'wider.png is 240 × 100 instead of 200 × 100',
  ])
})
