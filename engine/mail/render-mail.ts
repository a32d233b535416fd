import { lexer, type Token, type Tokens } from 'marked'
import type { CommonKey, MailClass, MailValues } from '@weft/kit/define/mail.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import { renderText } from '@weft/kit/define/render.ts'
import { parseTemplate, type Values } from '@weft/kit/define/template.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { escapeHtml as escape, mailHtml } from './mail-html.ts'

const texts = defineMessages({
  hello: { en: 'Hello {name},', de: 'Guten Tag {name},' },
  helloNobody: { en: 'Hello,', de: 'Guten Tag,' },
})

export type RenderedMail = { subject: string; html: string; text: string }
/** What a mail says: the shipped wording, or the one somebody has put in its place. */
export type Wording = { subject: string; body: string }
export type Reader = { name: string; email: string; language: Language }

const hiddenMark = '••••••'

/** Everything the texts of a mail may speak of. `masked` shows that there was a code or link, but not which. */
export function valuesOf<Key extends string>(
  mail: MailClass<Key>,
  given: MailValues<Key>,
  reader: Reader,
  layout: MailLayout,
  url: string,
  { masked = false } = {},
): Values {
  const own = Object.entries(given).map(([key, value]) => [
    key,
    masked && mail.variables[key as Key]?.hidden
      ? hiddenMark
      : typeof value === 'object' && value !== null
        ? say(value as Parameters<typeof say>[0], reader.language)
        : value,
  ])
  const common: Record<CommonKey, string> = {
    greeting: say(reader.name ? texts.hello({ name: reader.name }) : texts.helloNobody(), reader.language),
    name: reader.name,
    email: reader.email,
    product: layout.name,
    url,
  }
  return { ...common, ...Object.fromEntries(own) }
}

/** A mail as its reader gets it, with both bodies; `below` is HTML that stands under its words. */
export function renderMail(
  { layout: around }: Pick<MailClass, 'layout'>,
  wording: Wording,
  values: Values,
  layout: MailLayout,
  language: Language,
  below = '',
): RenderedMail {
  const subject = renderText(parseTemplate(wording.subject), values).replace(/\s+/g, ' ').trim()
  const parts = (around === 'none' ? [] : [layout[`header_${language}`]]).concat(
    wording.body,
    around === 'none' ? [] : [layout[`footer_${language}`]],
  )
  const written = parts.map((part) => marked(part, values, layout.colour))
  const [header, body, footer] =
    around === 'none' ? [undefined, written[0]!, undefined] : (written as [Written, Written, Written])
  const text = [header?.text, body.text, footer?.text].filter(Boolean).join('\n\n')
  const html = mailHtml({
    language,
    subject,
    layout: around === 'none' ? undefined : layout,
    header: header?.html ?? '',
    body: body.html + below,
    footer: footer?.html ?? '',
  })
  return { subject, html, text: `${text}\n` }
}

type Written = { html: string; text: string }

/**
 * Markdown with values, as HTML and as plain text. Values are put in after the Markdown was read, so that nothing in them can be
 * taken for markup, and tags in the Markdown are text like any other.
 */
function marked(source: string, values: Values, colour: string): Written {
  const given: string[] = []
  const markdown = parseTemplate(source.replace(/[\uE000\uE001]/g, ''))
    .parts.map((part) =>
      typeof part === 'string'
        ? part
        : `\uE000${given.push(renderText({ source: '', parts: [part] }, values)) - 1}\uE001`,
    )
    .join('')
  const shown = lexer(markdown, { gfm: true, breaks: true }).filter((token) => !isEmpty(token, given))
  const fill: Fill = { given, colour }
  return {
    html: shown.map((token) => blockHtml(token, fill)).join('\n'),
    text: shown
      .map((token) => blockText(token, fill))
      .filter((block) => block !== '')
      .join('\n\n'),
  }
}

type Fill = { given: string[]; colour: string }

/** A paragraph in which only values stand, and all of them are empty. */
const isEmpty = (token: Token, given: string[]) =>
  token.type === 'space' ||
  (token.type === 'paragraph' &&
    /\uE000/.test(token.raw) &&
    token.raw.replace(/\uE000(\d+)\uE001/g, (_, i: string) => given[Number(i)]!).replace(/[*_`~\s]/g, '') === '')

/** The parts of a text between values, and the values. */
const pieces = (text: string) => text.split(/\uE000(\d+)\uE001/).map((piece, i) => ({ piece, isValue: i % 2 === 1 }))
const plain = (text: string, { given }: Fill) =>
  pieces(text)
    .map(({ piece, isValue }) => (isValue ? given[Number(piece)]! : piece))
    .join('')
const rich = (text: string, fill: Fill) =>
  pieces(text)
    .map(({ piece, isValue }) => (isValue ? valueHtml(fill.given[Number(piece)]!, fill) : escape(piece)))
    .join('')

/** Lines stay lines; one that is an address can be followed. */
const valueHtml = (value: string, { colour }: Fill) =>
  value
    .split(/\r?\n/)
    .map((line) =>
      /^https?:\/\/\S+$/.test(line)
        ? `<a href="${escape(line)}" style="color:${colour}">${escape(line)}</a>`
        : escape(line),
    )
    .join('<br>')

/** Where a link leads, when it is one a mail may have. */
function address(href: string, fill: Fill): string | undefined {
  const full = plain(href, fill).trim()
  return /^(https?:\/\/|mailto:)/i.test(full) ? full : undefined
}

const only = (token: Token, type: string) =>
  token.type === 'paragraph' && token.tokens?.length === 1 && token.tokens[0]!.type === type
    ? token.tokens[0]!
    : undefined

function blockHtml(token: Token, fill: Fill): string {
  const link = only(token, 'link') as Tokens.Link | undefined
  const href = link && address(link.href, fill)
  if (link && href) return button(inline(link.tokens, fill), href, fill.colour)
  const code = only(token, 'codespan') as Tokens.Codespan | undefined
  if (code)
    return `<p style="margin:0 0 20px;padding:14px 0;text-align:center;background:#f4f5f8;border-radius:8px;font:600 28px/1.2 'SFMono-Regular',Consolas,monospace;letter-spacing:.25em">${rich(code.text, fill)}</p>`
  switch (token.type) {
    case 'heading':
      return `<h2 style="margin:0 0 12px;font-size:${token['depth'] === 1 ? 20 : 16}px;line-height:1.3">${inline(token.tokens!, fill)}</h2>`
    case 'paragraph':
      return `<p style="margin:0 0 16px">${inline(token.tokens!, fill)}</p>`
    case 'list': {
      const tag = (token as Tokens.List).ordered ? 'ol' : 'ul'
      return `<${tag} style="margin:0 0 16px;padding-left:22px">${(token as Tokens.List).items.map((item) => `<li style="margin:0 0 4px">${item.tokens.map((inner) => (inner.type === 'text' ? inline((inner as Tokens.Text).tokens ?? [inner], fill) : blockHtml(inner, fill))).join('')}</li>`).join('')}</${tag}>`
    }
    case 'blockquote':
      return `<blockquote style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #d9dce8;color:#5b6178">${token
        .tokens!.filter((inner) => inner.type !== 'space')
        .map((inner) => blockHtml(inner, fill))
        .join('')}</blockquote>`
    case 'hr':
      return '<hr style="margin:20px 0;border:0;border-top:1px solid #e3e5ee">'
    case 'code':
      return `<pre style="margin:0 0 16px;padding:12px;background:#f4f5f8;border-radius:8px;white-space:pre-wrap;font:13px/1.5 Consolas,monospace">${rich((token as Tokens.Code).text, fill)}</pre>`
    default:
      return `<p style="margin:0 0 16px">${rich(token.raw.trim(), fill)}</p>`
  }
}

function inline(tokens: Token[], fill: Fill): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'strong':
          return `<strong>${inline(token.tokens!, fill)}</strong>`
        case 'em':
          return `<em>${inline(token.tokens!, fill)}</em>`
        case 'del':
          return `<del>${inline(token.tokens!, fill)}</del>`
        case 'codespan':
          return `<code style="font-family:Consolas,monospace">${rich(token['text'], fill)}</code>`
        case 'br':
          return '<br>'
        case 'link': {
          const href = address(token['href'], fill)
          const title = inline(token.tokens!, fill)
          return href ? `<a href="${escape(href)}" style="color:${fill.colour}">${title}</a>` : title
        }
        case 'text':
        case 'escape':
          return rich(token['text'], fill)
        default:
          return rich(token.raw, fill)
      }
    })
    .join('')
}

/** The address stands below as well, for programs that show no buttons. */
const button = (title: string, href: string, colour: string) =>
  `<p style="margin:4px 0 12px"><a href="${escape(href)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:${colour};color:${onColour(colour)};font-weight:500;text-decoration:none">${title}</a></p>
<p style="margin:0 0 20px;font-size:12px;word-break:break-all;color:#5b6178">${escape(href)}</p>`

/** White or black, whichever is easier to read on the colour. */
export function onColour(colour: string): string {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000' : '#fff'
}

function blockText(token: Token, fill: Fill): string {
  const link = only(token, 'link') as Tokens.Link | undefined
  if (link) return `${inlineText(link.tokens, fill)}:\n${address(link.href, fill) ?? plain(link.href, fill)}`
  switch (token.type) {
    case 'heading':
    case 'paragraph':
      return inlineText(token.tokens!, fill)
    case 'list':
      return (token as Tokens.List).items
        .map(
          (item, i) =>
            `${(token as Tokens.List).ordered ? `${i + 1}.` : '-'} ${item.tokens.map((inner) => (inner.type === 'text' ? inlineText((inner as Tokens.Text).tokens ?? [inner], fill) : blockText(inner, fill))).join('\n')}`,
        )
        .join('\n')
    case 'blockquote':
      return token
        .tokens!.filter((inner) => inner.type !== 'space')
        .map((inner) => `> ${blockText(inner, fill)}`)
        .join('\n')
    case 'hr':
      return '--'
    case 'code':
      return plain((token as Tokens.Code).text, fill)
    default:
      return plain(token.raw.trim(), fill)
  }
}

const inlineText = (tokens: Token[], fill: Fill): string =>
  tokens
    .map((token) => {
      if (token.type === 'br') return '\n'
      if (token.type === 'link') {
        const href = address(token['href'], fill)
        const title = inlineText(token.tokens!, fill)
        return !href || href === title || href === `mailto:${title}` ? title : `${title} (${href})`
      }
      const inner = 'tokens' in token ? token.tokens : undefined
      return inner
        ? inlineText(inner, fill)
        : plain(
            token.type === 'text' || token.type === 'escape' || token.type === 'codespan' ? token['text'] : token.raw,
            fill,
          )
    })
    .join('')
