import { defineMessages, say, type Message } from '@weft/kit/messages/messages.ts'
import PDFDocument from 'pdfkit'
import { plain, typefaces } from '../pdf/typefaces.server.ts'
import type { InvoiceLine } from './charges.ts'
import { formatsFor } from './formats.ts'
import type { Invoice } from './invoice.ts'
import { lastOfMonth } from './month.ts'
import { paper } from './texts.ts'

const texts = defineMessages({ sender: { en: '{name} · {address}', de: '{name} · {address}' } })

// A4 in points; the address stands where a window envelope shows it (DIN 5008, form B).
const left = 71
const right = 540
const width = right - left
const lowest = 700
const grey = '#5b6472'
const ink = '#1b2230'
const columns = { position: left, service: left + 34, quantity: 330, price: 400, amount: 470 }

/**
 * An invoice as a PDF file. The same invoice makes the same bytes, so that a file that was never finished can be made once more.
 * `logo` is a PNG or JPEG.
 */
export async function invoicePdf(invoice: Invoice, logo?: Buffer): Promise<Buffer> {
  const made = new Date(invoice.issued_on ?? invoice.period)
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 60, bottom: 30, left, right: 595 - right },
    bufferPages: true,
    lang: invoice.language,
    info: { Title: titleOf(invoice), Author: invoice.seller.name, CreationDate: made, ModDate: made },
  })
  const parts: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.registerFont('body', typefaces.body)
  document.registerFont('strong', typefaces.strong)
  const sheet = sheetFor(document, invoice)
  head(sheet, logo)
  lines(sheet)
  totals(sheet)
  terms(sheet)
  footers(sheet)
  document.end()
  return finished
}

const titleOf = ({ kind, number, cancels, language }: Invoice) =>
  say(
    number === null
      ? paper.draft()
      : kind === 'invoice'
        ? paper.invoice({ number })
        : paper.cancellation({ number, cancels: cancels ?? '' }),
    language,
  )

type Sheet = ReturnType<typeof sheetFor>

/** A document to write an invoice on: its words and figures, and where the next thing goes. */
function sheetFor(document: PDFKit.PDFDocument, invoice: Invoice) {
  const { language, currency } = invoice
  const formats = formatsFor(language, currency)
  const read = (message: Message) => say(message, language)
  const write = (
    text: string,
    x: number,
    y: number,
    {
      size = 9.5,
      font = 'body',
      colour = ink,
      ...options
    }: PDFKit.Mixins.TextOptions & { size?: number; font?: 'body' | 'strong'; colour?: string } = {},
  ) =>
    document
      .font(font)
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, y, { lineGap: 2, features: plain, ...options })
  const rule = (y: number) => document.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor('#cfd5de').stroke()
  /** Where the next thing goes: below the last, or on a new page where it would not fit. */
  const below = (gap: number, needed = 0) => {
    if (document.y + gap + needed > lowest) {
      document.addPage()
      return document.y
    }
    return document.y + gap
  }
  return { document, invoice, formats, read, write, rule, below }
}

/** Who writes to whom, and what it is. */
function head(sheet: Sheet, logo?: Buffer) {
  const { document, invoice, read, write } = sheet
  const { seller, recipient } = invoice
  if (logo) document.image(logo, right - 150, 45, { fit: [150, 60], align: 'right' })
  else write(seller.name, left, 60, { size: 15, font: 'strong', width, align: 'right' })
  write(read(texts.sender({ name: seller.name, address: seller.address.join(', ') })), left, 127, {
    size: 7,
    colour: grey,
    width: 250,
  })
  write([recipient.name, ...recipient.address].join('\n'), left, 146, { size: 10.5, width: 250 })
  facts(sheet)
  write(titleOf(invoice), left, 290, { size: invoice.kind === 'invoice' ? 17 : 14, font: 'strong', width })
  if (recipient.intro) write(recipient.intro, left, document.y + 8, { width })
}

/** Number, dates and the customer's own numbers, beside the address. */
function facts({ invoice, formats, read, write }: Sheet) {
  const { recipient } = invoice
  const all: [Message, string][] = [
    [paper.number(), invoice.number ?? '–'],
    [paper.date(), invoice.issued_on ? formats.date(invoice.issued_on) : '–'],
    [paper.period(), `${formats.date(invoice.period)} – ${formats.date(lastOfMonth(invoice.period))}`],
    [paper.customer(), recipient.number],
    [paper.yourVat(), recipient.vat_number],
    [paper.due(), invoice.due_on && invoice.kind === 'invoice' ? formats.date(invoice.due_on) : ''],
  ]
  let y = 146
  for (const [label, value] of all.filter(([, value]) => value !== '')) {
    write(read(label), 340, y, { size: 8.5, colour: grey, width: 90 })
    write(value, 420, y, { size: 8.5, width: right - 420, align: 'right' })
    y += 15
  }
}

/** What is charged, line by line, over as many pages as it takes. */
function lines(sheet: Sheet) {
  const { document, invoice, formats, read, write, rule } = sheet
  let y = header(sheet, document.y + 22)
  for (const [i, line] of invoice.lines.entries()) {
    if (y > lowest - 40) {
      document.addPage()
      y = header(sheet, 60)
    }
    write(String(i + 1), columns.position, y, { width: 30 })
    write(read(serviceOf(line)), columns.service, y, { font: 'strong', width: 255 })
    write(noteOf(sheet, line), columns.service, document.y, { size: 8, colour: grey, width: 255 })
    const end = document.y
    const size = 9
    write(formats.number(line.quantity), columns.quantity - 20, y, { size, width: 80, align: 'right' })
    write(`${formats.price(line.price)}\n${read(perOf(line))}`, columns.price, y, { size, width: 75, align: 'right' })
    const second = document.y
    write(formats.money(line.amount), columns.amount + 10, y, {
      size,
      width: right - columns.amount - 10,
      align: 'right',
    })
    y = Math.max(end, second) + 7
    rule(y - 4)
  }
  document.y = y
}

/** The heads of the columns; answers where the first line goes. */
function header({ read, write, rule }: Sheet, y: number): number {
  const size = 8.5
  const colour = grey
  write(read(paper.position()), columns.position, y, { size, colour })
  write(read(paper.service()), columns.service, y, { size, colour })
  write(read(paper.quantity()), columns.quantity - 20, y, { size, colour, width: 80, align: 'right' })
  write(read(paper.price()), columns.price, y, { size, colour, width: 75, align: 'right' })
  write(read(paper.amount()), columns.amount + 10, y, {
    size,
    colour,
    width: right - columns.amount - 10,
    align: 'right',
  })
  rule(y + 15)
  return y + 22
}

/** For whom and when a line was used, and how much of it was included. */
function noteOf({ formats, read }: Sheet, line: InvoiceLine): string {
  const days = `${formats.date(line.from)} – ${formats.date(line.to)}`
  const who = [read(paper.contract({ number: String(line.contract) })), line.tenant, days]
    .filter((part) => part !== '')
    .join(' · ')
  return line.kind === 'base'
    ? who
    : `${read(paper.used({ used: formats.number(line.used), included: formats.number(line.included) }))}\n${who}`
}

function totals({ invoice, formats, read, write, below }: Sheet) {
  const sum = (label: string, value: string, font: 'body' | 'strong' = 'body') => {
    const y = below(4, 20)
    write(label, 300, y, { font, width: 140, align: 'right' })
    write(value, 445, y, { font, width: right - 445, align: 'right' })
  }
  sum(read(paper.net()), formats.money(invoice.net))
  for (const { rate, net, tax } of invoice.taxes)
    if (rate !== '0') sum(read(paper.tax({ rate: formats.number(rate), net: formats.money(net) })), formats.money(tax))
  sum(read(paper.gross()), formats.money(invoice.gross), 'strong')
}

/** When and how it is paid, and what the seller always says. */
function terms({ document, invoice, formats, read, write, below }: Sheet) {
  const { seller } = invoice
  const said: string[] = []
  if (invoice.tax_note !== '') said.push(read(paper[invoice.tax_note]()))
  if (invoice.kind === 'cancellation') said.push(read(paper.credited()))
  else if (invoice.number && invoice.due_on) {
    const { method, mandate_reference, iban, creditor_id } = invoice.payment
    const [gross, due, number] = [formats.money(invoice.gross), formats.date(invoice.due_on), invoice.number]
    said.push(
      read(
        method === 'sepa'
          ? paper.sepa({ gross, due, iban: iban ?? '', mandate: mandate_reference ?? '' })
          : paper.transfer({ gross, due, number }),
      ),
    )
    if (method === 'sepa' && creditor_id) said.push(read(paper.creditor({ id: creditor_id })))
  }
  if (seller.footer) said.push(seller.footer)
  document.y += 14
  for (const text of said) write(text, left, below(6, 30), { width })
}

/** The seller's particulars below every page, once it is known how many there are. */
function footers({ document, invoice: { seller }, read, write, rule }: Sheet) {
  const { start, count } = document.bufferedPageRange()
  const third = width / 3 - 8
  const blocks = [
    [seller.name, ...seller.address],
    [
      seller.phone,
      seller.email,
      seller.website,
      seller.vat_number && read(paper.vat({ number: seller.vat_number })),
      seller.tax_number && read(paper.taxNumber({ number: seller.tax_number })),
    ],
    seller.iban
      ? [
          read(paper.bank()),
          seller.account_holder,
          seller.bank_name,
          `IBAN ${seller.iban}`,
          seller.bic && `BIC ${seller.bic}`,
        ]
      : [],
  ]
  for (let at = start; at < start + count; at++) {
    document.switchToPage(at)
    rule(738)
    for (const [i, block] of blocks.entries())
      write(block.filter((line) => line !== '').join('\n'), left + i * (third + 12), 745, {
        size: 7,
        colour: grey,
        width: third,
        lineGap: 1,
      })
    write(read(paper.page({ page: at + 1 - start, pages: count })), left, 803, {
      size: 7,
      colour: grey,
      width,
      align: 'right',
      lineBreak: false,
    })
  }
}

const serviceOf = (line: InvoiceLine) => (line.kind === 'base' ? paper.base({ plan: line.plan }) : paper[line.kind]())
const perOf = ({ kind }: InvoiceLine) =>
  ({ base: paper.perMonth, runs: paper.perRuns, records: paper.perRecords, storage: paper.perGb })[kind]()
