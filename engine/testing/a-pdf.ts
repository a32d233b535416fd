import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'

/** A PDF with a line of text on each page. */
export function aPdf({ title, pages: [first = '', ...others] }: { title: string; pages: string[] }): Promise<Buffer> {
  const pdf = new PDFDocument({ info: { Title: title } })
  pdf.text(first)
  for (const line of others) pdf.addPage().text(line)
  pdf.end()
  return buffer(pdf as unknown as Readable)
}
