import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

type Page = {
  language: Language
  subject: string
  layout: MailLayout | undefined
  header: string
  body: string
  footer: string
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
const font = "font:15px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The HTML of a mail around what it says. Mail programs know tables and inline styles, and little else. */
export const mailHtml = (page: Page) => `<!doctype html>
<html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(page.subject)}</title></head>
${page.layout ? framed(page, page.layout) : `<body style="margin:0;padding:16px;background:#fff;${font};color:#1d2033">\n${page.body}\n</body>`}</html>
`

/** The picture comes along with the mail or stands in the page itself; without one the name is written. */
const head = ({ name, colour, logo }: MailLayout) =>
  logo
    ? `<p style="margin:0 0 20px"><img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="height:40px;max-width:240px;border:0"></p>`
    : `<p style="margin:0 0 20px;font-weight:650;font-size:16px;letter-spacing:-.02em;color:${colour}">${escapeHtml(name)}</p>`

const framed = (
  { header, body, footer }: Page,
  layout: MailLayout,
) => `<body style="margin:0;background:#f4f5f8;${font};color:#1d2033">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#fff;border:1px solid #e3e5ee;border-top:4px solid ${layout.colour};border-radius:12px"><tr><td align="left" style="padding:28px 32px 16px">
${head(layout)}
${header}
${body}
</td></tr></table>
<div style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5b6178">${footer}</div>
</td></tr></table></body>`
