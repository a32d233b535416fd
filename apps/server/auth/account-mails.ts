import { randomUUID } from 'node:crypto'
import { defineMessages, say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { turns } from '@weft/kit/turns/turns.ts'
import type { House } from '../house.ts'

const texts = defineMessages({
  hello: { en: 'Hello {name},', de: 'Guten Tag {name},' },
  helloNobody: { en: 'Hello,', de: 'Guten Tag,' },
  codeSubject: { en: 'Your sign-in code', de: 'Ihr Anmeldecode' },
  codeText: { en: 'somebody is signing in to your account from a new device or a new address. If this is you, enter this code:', de: 'jemand meldet sich von einem neuen Gerät oder einer neuen Adresse an Ihrem Konto an. Wenn Sie das sind, geben Sie diesen Code ein:' },
  codeNote: { en: 'It is valid for {minutes, plural, one {one minute} other {# minutes}} and can be used once. If it was not you, somebody knows your password: please change it.', de: 'Er gilt {minutes, plural, one {eine Minute} other {# Minuten}} lang und nur einmal. Wenn Sie es nicht waren, kennt jemand Ihr Passwort: Bitte ändern Sie es.' },
  resetSubject: { en: 'Reset your password', de: 'Ihr Passwort zurücksetzen' },
  resetText: { en: 'somebody has asked to reset the password of your account. If this was you, set a new one here:', de: 'jemand hat darum gebeten, das Passwort Ihres Kontos zurückzusetzen. Wenn Sie das waren, legen Sie hier ein neues fest:' },
  resetAction: { en: 'Set a new password', de: 'Neues Passwort festlegen' },
  resetNote: { en: 'The link is valid for {minutes, plural, one {one minute} other {# minutes}} and can be used once. If it was not you, ignore this mail; nothing has changed.', de: 'Der Link gilt {minutes, plural, one {eine Minute} other {# Minuten}} lang und nur einmal. Wenn Sie es nicht waren, ignorieren Sie diese E-Mail; es hat sich nichts geändert.' },
  inviteSubject: { en: 'Welcome to Weft', de: 'Willkommen bei Weft' },
  inviteText: { en: 'an account has been made for you. You sign in with {email}; set your password here:', de: 'für Sie wurde ein Konto angelegt. Sie melden sich mit {email} an; legen Sie hier Ihr Passwort fest:' },
  inviteAction: { en: 'Set your password', de: 'Passwort festlegen' },
  inviteNote: { en: 'The link is valid for {days, plural, one {one day} other {# days}} and can be used once.', de: 'Der Link gilt {days, plural, one {einen Tag} other {# Tage}} lang und nur einmal.' },
  changedSubject: { en: 'Your password was changed', de: 'Ihr Passwort wurde geändert' },
  changedText: { en: 'the password of your account was changed, and all sessions have ended. If it was not you, please tell your administrator at once.', de: 'das Passwort Ihres Kontos wurde geändert, und alle Sitzungen wurden beendet. Wenn Sie es nicht waren, wenden Sie sich bitte sofort an Ihre Administration.' },
  sentBy: { en: 'Sent by Weft to {email}.', de: 'Von Weft an {email} gesendet.' },
})

export type Recipient = { email: string; first_name: string; last_name: string; language: string }
type Letter = { template: string; subject: Message; text: Message; code?: string; action?: { title: Message; url: string }; note?: Message }

export const codeMail = (code: string, minutes: number): Letter => ({ template: 'sign_in_code', subject: texts.codeSubject(), text: texts.codeText(), code, note: texts.codeNote({ minutes }) })
export const resetMail = (url: string, minutes: number): Letter => ({ template: 'password_reset', subject: texts.resetSubject(), text: texts.resetText(), action: { title: texts.resetAction(), url }, note: texts.resetNote({ minutes }) })
export const invitationMail = (url: string, days: number, email: string): Letter => ({ template: 'invitation', subject: texts.inviteSubject(), text: texts.inviteText({ email }), action: { title: texts.inviteAction(), url }, note: texts.inviteNote({ days }) })
export const changedMail = (): Letter => ({ template: 'password_changed', subject: texts.changedSubject(), text: texts.changedText() })

// Each holds a connection of the database while the mail server answers.
const inTurn = turns({ at_once: 3, waiting: 200, full: () => new Error('too many mails are waiting') })

/** Sends a letter of the installation in its reader's language. What only the reader may know is not written into the log. */
export async function sendLetter({ mailer }: Pick<House, 'mailer'>, to: Recipient, letter: Letter): Promise<'kept' | 'sent' | 'failed'> {
  const language = to.language as Language
  const name = [to.first_name, to.last_name].filter(Boolean).join(' ')
  const { code, action, template } = letter
  const words = { hello: say(name ? texts.hello({ name }) : texts.helloNobody(), language), subject: say(letter.subject, language), text: say(letter.text, language), note: letter.note && say(letter.note, language), title: action && say(action.title, language), foot: say(texts.sentBy({ email: to.email }), language) }
  const text = [words.hello, '', words.text, ...(code ? ['', code] : []), ...(action ? ['', action.url] : []), ...(words.note ? ['', words.note] : []), '', words.foot].join('\n')
  try {
    return await inTurn(() => mailer.send({}, { key: `account:${randomUUID()}`, template, to: [to.email], subject: words.subject, text, html: page(language, words, code, action?.url), hidden: [code, action?.url].filter((part) => part !== undefined) }))
  } catch {
    return 'failed' // the mail log says why
  }
}

type Words = { hello: string; subject: string; text: string; note: string | undefined; title: string | undefined; foot: string }

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)

// Mail programs know tables and inline styles, and little else.
const page = (language: Language, words: Words, code?: string, url?: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(words.subject)}</title></head>
<body style="margin:0;background:#f4f5f8;font:15px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1d2033">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;background:#fff;border:1px solid #e3e5ee;border-radius:12px"><tr><td style="padding:28px 32px">
<p style="margin:0 0 20px;font-weight:650;font-size:16px;letter-spacing:-.02em;color:#4f46e5">Weft</p>
<p style="margin:0 0 12px">${escape(words.hello)}</p>
<p style="margin:0 0 20px">${escape(words.text)}</p>
${code ? `<p style="margin:0 0 20px;padding:14px 0;text-align:center;background:#f4f5f8;border-radius:8px;font:600 28px/1.2 'SFMono-Regular',Consolas,monospace;letter-spacing:.25em">${escape(code)}</p>` : ''}
${url ? `<p style="margin:0 0 20px"><a href="${escape(url)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#4f46e5;color:#fff;font-weight:500;text-decoration:none">${escape(words.title!)}</a></p><p style="margin:0 0 20px;font-size:12px;word-break:break-all;color:#5b6178">${escape(url)}</p>` : ''}
${words.note ? `<p style="margin:0;font-size:13px;color:#5b6178">${escape(words.note)}</p>` : ''}
</td></tr></table>
<p style="margin:16px 0 0;font-size:12px;color:#5b6178">${escape(words.foot)}</p>
</td></tr></table></body></html>`

