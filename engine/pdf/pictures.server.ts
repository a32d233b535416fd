import SVGtoPDF from 'svg-to-pdfkit'
import { brokenPicture, pdfLimits } from './limits.ts'
import { lengthOf } from './style.ts'

type Picture = { width: number; height: number; draw(x: number, y: number, width: number, height: number): void }

const kinds = /^data:image\/(png|jpeg|jpg|svg\+xml)(?:;charset=[a-z0-9-]+)?(;base64)?,/i

/** A picture of a `data:` address, with the size it has by itself in points. Nothing is fetched and no file is read. */
export function pictureOf(document: PDFKit.PDFDocument, source: string): Picture {
  const [start, kind, base64] = kinds.exec(source) ?? []
  if (start === undefined || source.length > pdfLimits.picture_bytes * 1.4) throw brokenPicture()
  const bytes = base64
    ? Buffer.from(source.slice(start.length), 'base64')
    : Buffer.from(decoded(source.slice(start.length)))
  if (bytes.length > pdfLimits.picture_bytes) throw brokenPicture()
  return kind!.toLowerCase() === 'svg+xml' ? drawing(document, bytes.toString('utf8')) : photograph(document, bytes)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw brokenPicture(error)
  }
}

function photograph(document: PDFKit.PDFDocument, bytes: Buffer): Picture {
  const { width, height } = pixelsOf(bytes)
  if (!width || !height || width * height > pdfLimits.pixels) throw brokenPicture()
  return {
    width: width * 0.75,
    height: height * 0.75,
    draw: (x, y, wide, high) =>
      refusing(() => void document.image(bytes as unknown as string, x, y, { width: wide, height: high })),
  }
}

function refusing(draw: () => void) {
  try {
    draw()
  } catch (error) {
    throw brokenPicture(error)
  }
}

/** The size a PNG or JPEG says it has, before anything is unpacked. */
function pixelsOf(bytes: Buffer): { width: number; height: number } {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  for (let at = 2; bytes.readUInt16BE(0) === 0xffd8 && at + 9 < bytes.length;) {
    const marker = bytes.readUInt16BE(at)
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (frame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return { width: 0, height: 0 }
}

/** An SVG, drawn as lines and text. What it refers to outside of itself is left out, and so is what it repeats by reference. */
function drawing(document: PDFKit.PDFDocument, svg: string): Picture {
  const [root] = /<svg\b[^>]*>/i.exec(svg) ?? []
  if (!root || /<(!ENTITY|use|marker|pattern)\b/i.test(svg)) throw brokenPicture()
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]
  const box = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = [
    lengthOf(attribute('width'), 470) ?? (box?.[2] ?? 300) * 0.75,
    lengthOf(attribute('height'), 470) ?? (box?.[3] ?? 150) * 0.75,
  ]
  if (!(width > 0 && height > 0)) throw brokenPicture()
  return {
    width,
    height,
    draw: (x, y, wide, high) =>
      SVGtoPDF(document, svg, x, y, {
        width: wide,
        height: high,
        // The library's lengths are pixels; ours are points already.
        assumePt: true,
        preserveAspectRatio: 'xMidYMid meet',
        fontCallback: (_family, bold, italic) =>
          bold ? (italic ? 'strong_italic' : 'strong') : italic ? 'italic' : 'body',
        imageCallback: () => '',
        warningCallback: () => undefined,
      }),
  }
}
