import type { Readable } from 'node:stream'
import type { MailAddress } from '@weft/kit/define/mail-session.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { receivedMail } from '@weft/kit/mail/received-mail.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { archiveEntries } from './archive.server.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { viewFile, type FileView, type Viewed } from './view-tasks.ts'

const texts = defineMessages({
  large: {
    en: 'The file is larger than the {megabytes} MB that are looked into.',
    de: 'Die Datei ist größer als die {megabytes} MB, in die hineingesehen wird.',
  },
  pdf: {
    en: 'This PDF cannot be read: it is damaged or asks for a password.',
    de: 'Dieses PDF lässt sich nicht lesen: Es ist beschädigt oder verlangt ein Passwort.',
  },
})

const most = { bytes: 60_000_000, text: 200_000, entries: 1_000, pages: 50, page: 20_000 }

/** Looking into files that hold no records, as an isolated task. */
export const viewTasks: Implementation[] = [implement(viewFile, async ({ as }, { open }) => views[as](await open()))]

const views: Record<Viewed, (source: Readable) => Promise<FileView>> = {
  async mail(source) {
    const mail = await receivedMail(await whole(source), { id: '', flags: [], too_large: false })
    return {
      kind: 'mail',
      subject: mail.subject,
      from: named(mail.from),
      to: named(mail.to),
      cc: named(mail.cc),
      sent_at: mail.sent_at,
      text: mail.text.slice(0, most.text),
      attachments: mail.attachments.map(({ name, type, content }) => ({ name, type, size: content.length })),
    }
  },

  async archive(source) {
    const entries = await archiveEntries(await whole(source), most.entries)
    return { kind: 'archive', entries: entries.slice(0, most.entries), complete: entries.length <= most.entries }
  },

  async pdf(source) {
    const bytes = new Uint8Array(await whole(source))
    try {
      return await pagesOf(bytes)
    } catch (error) {
      throw new Invalid('PDF_UNREADABLE', texts.pdf(), { cause: error })
    }
  },

  async text(source) {
    const pieces: Buffer[] = []
    let size = 0
    for await (const piece of source as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
      if (size > most.text) break
    }
    const bytes = Buffer.concat(pieces)
    return { kind: 'text', text: decoded(bytes.subarray(0, most.text)), complete: size <= most.text }
  },
}

async function whole(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most.bytes)
      throw new Invalid('FILE_TOO_LARGE_TO_VIEW', texts.large({ megabytes: most.bytes / 1_000_000 }))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const named = (addresses: readonly MailAddress[]) =>
  addresses.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ')

/** UTF-8, or what Windows writes where it is none; nothing of what is no text at all. */
function decoded(bytes: Buffer): string {
  if (bytes.includes(0)) return ''
  const utf8 = new TextDecoder('utf-8').decode(bytes, { stream: true })
  return utf8.includes('�') ? new TextDecoder('windows-1252').decode(bytes) : utf8
}

async function pagesOf(bytes: Uint8Array): Promise<FileView> {
  // Only this view needs it.
  const { getDocumentProxy, getMeta } = await import('unpdf')
  const pdf = await getDocumentProxy(bytes)
  const { info } = await getMeta(pdf)
  const pages: string[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, most.pages); number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    pages.push(words.join('').slice(0, most.page))
  }
  return { kind: 'pdf', title: typeof info['Title'] === 'string' ? info['Title'] : '', pages, total: pdf.numPages }
}
