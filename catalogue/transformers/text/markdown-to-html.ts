import { z } from 'zod'
import { late } from '@weft/kit/define/late.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  long: {
    en: 'Texts of more than {most, number} characters are not turned into HTML.',
    de: 'Texte mit mehr als {most, number} Zeichen werden nicht in HTML umgewandelt.',
  },
})
const most = 100_000
const library = late(() => import('marked'))

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
const isHarmless = (address: string) => /^(?:https?:|mailto:|tel:|#|\/(?!\/))/i.test(address.trim())

/** CommonMark 0.31 with the tables and strikethrough of GitHub Flavored Markdown; HTML in the text is shown, not obeyed. */
export const markdownToHtml = defineTransformer({
  key: 'markdown_to_html',
  group: 'text',
  icon: 'IconMarkdown',
  takes: ['text'],
  options: z.strictObject({ breaks: z.boolean().default(false) }),
  gives: 'text',
  loads: library.load,
  apply: ({ breaks }) => {
    let made: { parse(text: string): string } | undefined
    const reader = () => {
      const { Marked } = library.get()
      const marked = new Marked({ gfm: true, breaks, async: false })
      marked.use({
        renderer: { html: ({ text }) => escaped(text) },
        walkTokens(token) {
          if ((token.type === 'link' || token.type === 'image') && !isHarmless(String(token['href'])))
            token['href'] = ''
        },
      })
      return { parse: (text: string) => marked.parse(text) as string }
    }
    return (text) => {
      if (text.length > most) return refuse(texts.long({ most }))
      return (made ??= reader()).parse(text).trim()
    }
  },
  labels: {
    title: { en: 'Markdown as HTML', de: 'Markdown als HTML' },
    help: {
      en: 'Makes HTML of a text in Markdown. HTML inside the text stays visible as text; addresses lead to the web, a mail or a phone only.',
      de: 'Macht aus einem Text in Markdown HTML. HTML im Text bleibt als Text sichtbar; Adressen führen nur ins Web, zu einer Mail oder einem Telefon.',
    },
    fields: { breaks: { en: 'Every line break counts', de: 'Jeder Zeilenumbruch zählt' } },
  },
  examples: [
    {
      takes: ['# Hallo\n\n**fett** und *kursiv*'],
      gives: '<h1>Hallo</h1>\n<p><strong>fett</strong> und <em>kursiv</em></p>',
    },
    { takes: ['<script>x()</script>'], gives: '&#60;script&#62;x()&#60;/script&#62;' },
    { takes: ['[go](javascript:alert(1))'], gives: '<p><a href="">go</a></p>' },
    { takes: ['[Weft](https://weft.example)'], gives: '<p><a href="https://weft.example">Weft</a></p>' },
    { takes: ['a\nb'], options: { breaks: true }, gives: '<p>a<br>b</p>' },
  ],
})
