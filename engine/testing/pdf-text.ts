import { inflateSync } from 'node:zlib'

/** The text of a PDF as pdfkit writes it, a line for each piece it places: what a reader would see, in the order it was written. */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file)
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, name, font] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!)?.head ?? '')?.[1]
      if (map) fonts.set(name!, unicodeOf(objects.get(map)!.stream!.toString('latin1')))
    }
  const pages = [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!.stream!)
  return pages.map((page) => shown(page.toString('latin1'), fonts)).join('\n')
}

type PdfObject = { head: string; stream?: Buffer }

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1')
  const found = new Map<string, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id, content] = match
    const at = content!.indexOf('stream\n')
    if (at < 0) {
      found.set(id!, { head: content! })
      continue
    }
    const head = content!.slice(0, at)
    const bytes = Buffer.from(content!.slice(at + 7, content!.lastIndexOf('\nendstream')), 'latin1')
    found.set(id!, { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes })
  }
  return found
}

/** Which characters each glyph of a font stands for. */
function unicodeOf(cmap: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, from, entries] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    const first = parseInt(from!, 16)
    for (const [i, [, hex]] of [...entries!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs.set(
        (first + i).toString(16).padStart(4, '0'),
        String.fromCharCode(...(hex!.match(/[0-9a-f]{4}/gi) ?? []).map((code) => parseInt(code, 16))),
      )
  }
  return glyphs
}

function shown(page: string, fonts: Map<string, Map<string, string>>): string {
  let glyphs: Map<string, string> | undefined
  const lines: string[] = []
  let drawing = ''
  const read = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs?.get(glyph.toLowerCase()) ?? '?').join('')
  // A drawing writes each letter by itself, and ends its text where the piece ends.
  const pieces = /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\d\s.-])*)\] TJ|<([0-9a-f]*)> Tj|\b(ET)\b/gi
  for (const [, font, line, letter, end] of page.matchAll(pieces)) {
    if (font) glyphs = fonts.get(font)
    else if (letter !== undefined) drawing += read(letter)
    else if (line !== undefined) lines.push([...line.matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => read(hex!)).join(''))
    else if (end && drawing !== '') {
      lines.push(drawing)
      drawing = ''
    }
  }
  return lines.join('\n')
}
