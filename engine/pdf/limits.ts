import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

/** What a PDF may be made of and grow to; `written` is what its pages say in the language of PDF, in characters. */
export const pdfLimits = {
  html: 2_000_000,
  depth: 60,
  pages: 200,
  seconds: 15,
  written: 60_000_000,
  picture_bytes: 8_000_000,
  pixels: 16_000_000,
}

const texts = defineMessages({
  html: {
    en: 'The HTML is longer than {limit, number} characters; no PDF is made of so much.',
    de: 'Das HTML ist länger als {limit, number} Zeichen; aus so viel wird kein PDF erzeugt.',
  },
  depth: {
    en: 'The HTML is nested more than {limit, number} levels deep.',
    de: 'Das HTML ist tiefer als {limit, number} Ebenen verschachtelt.',
  },
  pages: {
    en: 'The PDF would have more than {limit, number} pages.',
    de: 'Das PDF hätte mehr als {limit, number} Seiten.',
  },
  seconds: {
    en: 'The PDF was not finished within {limit, number} seconds.',
    de: 'Das PDF war nach {limit, number} Sekunden noch nicht fertig.',
  },
  written: {
    en: 'The PDF would hold more than can be drawn. Look for pictures that repeat themselves.',
    de: 'Das PDF enthielte mehr, als gezeichnet werden kann. Suchen Sie nach Bildern, die sich wiederholen.',
  },
  picture: {
    en: 'A picture of the PDF cannot be used: it must be PNG, JPEG or SVG as a data: address, of at most {bytes, number} bytes and {pixels, number} pixels.',
    de: 'Ein Bild des PDFs ist nicht verwendbar: Es muss PNG, JPEG oder SVG als data:-Adresse sein, mit höchstens {bytes, number} Bytes und {pixels, number} Bildpunkten.',
  },
})

export const tooMuch = (what: 'html' | 'depth' | 'pages' | 'seconds' | 'written') =>
  new Invalid('PDF_TOO_LARGE', texts[what]({ limit: pdfLimits[what] }))
export const brokenPicture = (cause?: unknown) =>
  new Invalid('PDF_PICTURE', texts.picture({ bytes: pdfLimits.picture_bytes, pixels: pdfLimits.pixels }), { cause })
