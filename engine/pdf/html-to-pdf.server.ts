import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import PDFDocument from 'pdfkit'
import { blocksOf } from './blocks.ts'
import { boxesIn, type Box } from './boxes.server.ts'
import { pdfLimits, tooMuch } from './limits.ts'
import { plain, typefaces } from './typefaces.server.ts'

const texts = defineMessages({
  page: { en: 'Page {page, number} of {pages, number}', de: 'Seite {page, number} von {pages, number}' },
})

// A4 in points.
const left = 62
const width = 595 - 2 * left
const top = 60
const bottom = 780

/**
 * A PDF of a part of HTML: headings, paragraphs, lists, tables whose heads stand on every page, emphasis, links, rules, PNG, JPEG and
 * SVG pictures as `data:` addresses, alignment, colours and sizes in `style`, page breaks. Anything else is read as the text it holds;
 * nothing is fetched. For tenants' HTML only in an isolated task or a worker.
 */
export async function htmlToPdf(
  html: string,
  { title, language }: { title: string; language: Language },
): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top, bottom: 30, left, right: left },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title },
  })
  const parts: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  bound(document)
  for (const [name, file] of Object.entries(typefaces)) document.registerFont(name, file)
  paginate(document, boxesIn(document)(blocksOf(html), width))
  numberPages(document, language)
  document.end()
  return finished
}

/** Everything that is drawn passes here: it ends what would take too long or become too much. */
function bound(document: PDFKit.PDFDocument) {
  const until = performance.now() + pdfLimits.seconds * 1_000
  let written = 0
  const write = document.addContent.bind(document)
  document.addContent = (content: string) => {
    written += String(content).length
    if (written > pdfLimits.written) throw tooMuch('written')
    if (performance.now() > until) throw tooMuch('seconds')
    return write(content)
  }
}

/** One box below the other, a new page where the next does not fit. */
function paginate(document: PDFKit.PDFDocument, boxes: readonly Box[]) {
  let y = top
  let pages = 1
  const turn = (head: readonly Box[] = []) => {
    if (++pages > pdfLimits.pages) throw tooMuch('pages')
    document.addPage()
    y = top
    for (const box of head) put(box)
  }
  const put = (box: Box) => {
    box.draw(left, y)
    y += box.height
  }
  /** As high as the box and what stays with it. */
  const needed = (at: number): number => {
    const box = boxes[at]!
    return box.height + (box.with_next && boxes[at + 1] ? Math.min(needed(at + 1), 300) : 0)
  }
  for (const [at, first] of boxes.entries()) {
    let box = first
    if (box.page_before && at > 0) turn()
    if (box.gap && y === top) continue
    if (y + needed(at) > bottom && y > top && (y + box.height > bottom || box.with_next)) {
      if (box.gap) continue
      turn(box.head)
    }
    for (let parts = cut(box, y); parts; parts = cut(box, y)) {
      put(parts[0])
      turn(box.head)
      box = parts[1]
    }
    put(box)
  }
}

const cut = (box: Box, y: number) => (y + box.height > bottom ? box.split?.(bottom - y) : undefined)

function numberPages(document: PDFKit.PDFDocument, language: Language) {
  const { start, count: pages } = document.bufferedPageRange()
  for (let at = start; at < start + pages; at++) {
    document.switchToPage(at)
    const text = say(texts.page({ page: at + 1 - start, pages }), language)
    document.font('body').fontSize(7.5).fillColor('#5b6472')
    const wide = document.widthOfString(text, { features: plain })
    document.text(text, left + width - wide, 803, { lineBreak: false, features: plain })
  }
}
