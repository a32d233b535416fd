import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const folder = path.resolve(import.meta.dirname, '../../node_modules/.cache/chromium-153')

/** A headless Chromium from npm (or `WEFT_BROWSER`), with the libraries and fonts a bare machine lacks. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['WEFT_BROWSER']
  if (own) return chromium.launch({ executablePath: own, args: ['--no-sandbox'] })
  mkdirSync(folder, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder // the package unpacks to TMPDIR and takes whatever is there already
  const { default: packaged, inflate } = await import('@sparticuz/chromium')
  const executablePath = await packaged.executablePath()
  const archive = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin/al2023.tar.br')
  if (!existsSync(path.join(folder, 'al2023'))) await inflate(archive)
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  const fonts = path.join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(path.join(fonts, 'fonts.conf'), `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${fonts}/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: fonts } as Record<string, string> })
}
