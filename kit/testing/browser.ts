import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/chromium-153')
const fonts = path.join(folder, 'fonts')

/** A headless Chromium from npm (or `WEFT_BROWSER`), with the libraries and fonts a bare machine lacks. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['WEFT_BROWSER']
  if (own) return chromium.launch({ executablePath: own, args: ['--no-sandbox'] })
  if (!existsSync(folder)) await unpack()
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: fonts } as Record<
      string,
      string
    >,
  })
}

/** Test files begin at the same time: each unpacks into a folder of its own, and the first to be done gives it the name all look for. */
async function unpack() {
  const fresh = `${folder}-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = fresh // the package unpacks to TMPDIR and takes whatever is there already
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  await packaged.executablePath()
  if (!existsSync(path.join(fresh, 'al2023')))
    await inflate(
      path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br'),
    )
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  mkdirSync(path.join(fresh, 'fonts'), { recursive: true })
  writeFileSync(
    path.join(fresh, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${fonts}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  )
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Drags from the middle of one thing to that of another, as a hand does: not at once. */
export async function drag(page: Page, from: Locator, to: Locator) {
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(b.x + b.width / 2 - 20, b.y + b.height / 2, { steps: 4 })
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 })
  await page.mouse.up()
}
