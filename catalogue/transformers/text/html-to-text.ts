import { z } from 'zod'
import { late } from '@weft/kit/define/late.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  long: {
    en: 'HTML of more than {most, number} characters is not read.',
    de: 'HTML mit mehr als {most, number} Zeichen wird nicht gelesen.',
  },
})
const most = 1_000_000
const library = late(() => import('html-to-text'))

/** HTML Living Standard, 4 “The elements of HTML”: headings, lists, tables and links as plain text writes them. */
export const htmlToText = defineTransformer({
  key: 'html_to_text',
  group: 'text',
  icon: 'IconHtml',
  takes: ['text'],
  options: z.strictObject({
    links: z.enum(['text', 'both']).default('both'),
    width: z.int().min(0).max(1_000).default(0),
  }),
  gives: 'text',
  loads: library.load,
  apply: ({ links, width }) => {
    let made: ((html: string) => string) | undefined
    const reader = () =>
      library.get().compile({
        wordwrap: width || false,
        limits: { maxInputLength: most, maxDepth: 100, maxChildNodes: 100_000, ellipsis: '…' },
        selectors: [
          { selector: 'a', options: { ignoreHref: links === 'text', hideLinkHrefIfSameAsText: true } },
          { selector: 'img', format: 'skip' },
          { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
          ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
        ],
      })
    return (html) => {
      if (html.length > most) return refuse(texts.long({ most }))
      return (made ??= reader())(html)
    }
  },
  labels: {
    title: { en: 'HTML as text', de: 'HTML als Text' },
    help: {
      en: 'Writes a page or mail as plain text: lists with dashes, tables in columns, links with their address.',
      de: 'Schreibt eine Seite oder Mail als reinen Text: Listen mit Strichen, Tabellen in Spalten, Links mit ihrer Adresse.',
    },
    fields: {
      links: {
        label: { en: 'Links', de: 'Links' },
        options: {
          both: { en: 'Text and address', de: 'Text und Adresse' },
          text: { en: 'Only the text', de: 'Nur der Text' },
        },
      },
      width: {
        label: { en: 'Characters in a line', de: 'Zeichen je Zeile' },
        help: {
          en: '0: as long as they are; otherwise at least 20',
          de: '0: so lang, wie sie sind; sonst mindestens 20',
        },
      },
    },
  },
  examples: [
    {
      takes: ['<h1>Angebot</h1><p>F&uuml;r Sie:</p><ul><li>Fisch</li><li>Brot</li></ul><script>x()</script>'],
      gives: 'Angebot\n\nFür Sie:\n\n * Fisch\n * Brot',
    },
    {
      takes: ['<a href="https://weft.example">Weft</a>'],
      gives: 'Weft [https://weft.example]',
    },
    { takes: ['<a href="https://weft.example">Weft</a>'], options: { links: 'text' }, gives: 'Weft' },
    { takes: ['<p>eins zwei drei vier fünf</p>'], options: { width: 20 }, gives: 'eins zwei drei vier\nfünf' },
  ],
})
