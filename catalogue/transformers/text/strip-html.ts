import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  reg: '®',
  laquo: '«',
  raquo: '»',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
}

export const stripHtml = defineTransformer({
  key: 'strip_html',
  group: 'text',
  icon: 'IconCode',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (text) =>
    unescaped(withoutTags(text))
      .replace(/[ \t\r\f]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  labels: {
    title: { en: 'Remove HTML', de: 'HTML entfernen' },
    help: {
      en: 'Leaves the text a reader would see: no tags, no scripts, breaks kept.',
      de: 'Lässt den Text, den ein Leser sähe: keine Tags, keine Skripte, Umbrüche bleiben.',
    },
    fields: {},
  },
  examples: [
    {
      takes: ['<p>Fisch &amp; Brot<br>f&uuml;r 5&#8239;&euro;</p><script>x()</script>'],
      gives: 'Fisch & Brot\nfür 5\u202f€',
    },
    { takes: ['1 < 2'], gives: '1 < 2' },
  ],
})

const withoutTags = (text: string) =>
  text
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')

const unescaped = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole: string, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const point = hex !== undefined ? parseInt(hex, 16) : Number(decimal)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
