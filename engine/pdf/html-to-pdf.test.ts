import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WeftError } from '@weft/kit/errors/errors.ts'
import sharp from 'sharp'
import { pdfText } from '../testing/pdf-text.ts'
import { htmlToPdf } from './html-to-pdf.server.ts'

const made = (html: string, language: 'en' | 'de' = 'de') => htmlToPdf(html, { title: 'Ein Blatt', language })
const read = async (html: string, language?: 'en' | 'de') => pdfText(await made(html, language)).split('\n')

test('headings, paragraphs, lists and emphasis are set in their order, with the number of the page', async () => {
  assert.deepEqual(
    await read(`<!doctype html><title>unseen</title><style>p { color: red }</style>
      <h1>Auftragsbestätigung</h1>
      <p>Guten Tag   Frau <b>Müller &amp; Söhne</b>,<br>vielen Dank – „gern“ für 12,50&nbsp;€.</p>
      <ul><li>Ёлка</li><li>Ελλάδα</li></ul><ol start="3"><li>drei</li><li>vier</li></ol>
      <script>alert(1)</script>`),
    [
      'Auftragsbestätigung',
      'Guten Tag Frau ',
      'Müller & Söhne',
      ',',
      'vielen Dank – „gern“ für 12,50\u00a0€.',
      '•',
      'Ёлка',
      '•',
      'Ελλάδα',
      '3.',
      'drei',
      '4.',
      'vier',
      'Seite 1 von 1',
    ],
  )
})

test('the head of a table stands on every page it reaches', async () => {
  const rows = Array.from({ length: 90 }, (_, i) => `<tr><td>A-${i + 1}</td><td align="right">${i}.00</td></tr>`)
  const lines = await read(
    `<table><thead><tr><th>Artikel</th><th align="right">Preis</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    'en',
  )
  assert.deepEqual(
    lines.filter((line) => /^(Artikel|Page .*)$/.test(line)),
    ['Artikel', 'Page 1 of 3', 'Artikel', 'Page 2 of 3', 'Artikel', 'Page 3 of 3'],
  )
  assert.deepEqual(lines.slice(0, 4), ['Artikel', 'Preis', 'A-1', '0.00'])
  assert.equal(lines.filter((line) => line.startsWith('A-')).length, 90)
})

test('a row that is higher than a page goes on on the next one', async () => {
  const lines = await read(`<table><tr><td>${'Wort<br>'.repeat(120)}Ende</td><td>kurz</td></tr></table>`)
  assert.equal(lines.filter((line) => line === 'Wort').length, 120)
  assert.deepEqual([lines.at(-2), lines.at(-1)], ['Ende', 'Seite 3 von 3'])
})

test('long lines break at blanks, and a word that is too long is cut', async () => {
  const lines = await read(`<p>${'lorem ipsum '.repeat(12).trim()}</p><p>${'x'.repeat(200)}</p>`)
  const words = lines.filter((line) => line.startsWith('lorem') || line.startsWith('ipsum'))
  assert.equal(words.length, 2)
  assert.equal(words.join(' '), 'lorem ipsum '.repeat(12).trim())
  assert.deepEqual(lines.filter((line) => /^x+$/.test(line)).join(''), 'x'.repeat(200))
})

test('a page begins where the text asks for it', async () => {
  assert.deepEqual(await read('<p>eins</p><p style="break-before: page">zwei</p>'), [
    'eins',
    'Seite 1 von 2',
    'zwei',
    'Seite 2 von 2',
  ])
})

test('pictures are PNG, JPEG or SVG of a data: address, and nothing is fetched or read', async () => {
  const square = sharp({ create: { width: 40, height: 20, channels: 4, background: '#06c' } })
  const png = (await square.png().toBuffer()).toString('base64')
  const jpeg = (await square.jpeg().toBuffer()).toString('base64')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50" fill="#eee"/><text x="10" y="25" font-size="12">Umsatz</text></svg>`
  const file = await made(
    `<p>vor</p><img src="data:image/png;base64,${png}"><img width="100" src="data:image/jpeg;base64,${jpeg}">
     <img src="data:image/svg+xml,${encodeURIComponent(svg)}"><p>nach</p>`,
  )
  assert.deepEqual(pdfText(file).split('\n'), ['vor', 'Umsatz', 'nach', 'Seite 1 von 1'])
  assert.equal(file.toString('latin1').match(/\/Subtype \/Image/g)!.length, 3, 'the PNG, its transparency, the JPEG')
  for (const source of [
    'https://example.com/x.png',
    '/etc/passwd',
    'file:///etc/passwd',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    `data:image/png;base64,${Buffer.from(png, 'base64').subarray(0, 40).toString('base64')}`,
    `data:image/svg+xml,${encodeURIComponent('<svg><g id="a"/><use href="#a"/></svg>')}`,
  ])
    await assert.rejects(made(`<img src="${source}">`), { code: 'PDF_PICTURE' }, source)
  // A picture inside of a drawing is left out, wherever it lies.
  const inner =
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><image href="/etc/passwd" width="9" height="9"/></svg>'
  assert.deepEqual(await read(`<img src="data:image/svg+xml,${encodeURIComponent(inner)}"><p>da</p>`), [
    'da',
    'Seite 1 von 1',
  ])
})

test('what is too much is refused with the limit, in both languages', async () => {
  const refused = async (html: string) => {
    const error = await made(html).then(
      () => assert.fail('It was made.'),
      (error: unknown) => error as WeftError,
    )
    return [error.code, error.answer('de').message]
  }
  assert.deepEqual(await refused('<p style="break-before:page">x</p>'.repeat(300)), [
    'PDF_TOO_LARGE',
    'Das PDF hätte mehr als 200 Seiten.',
  ])
  assert.deepEqual(await refused('<div>'.repeat(100_000)), [
    'PDF_TOO_LARGE',
    'Das HTML ist tiefer als 60 Ebenen verschachtelt.',
  ])
  assert.deepEqual(await refused('x'.repeat(2_000_001)), [
    'PDF_TOO_LARGE',
    'Das HTML ist länger als 2.000.000 Zeichen; aus so viel wird kein PDF erzeugt.',
  ])
})
