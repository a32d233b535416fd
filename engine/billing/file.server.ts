import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { Invoice } from './invoice.ts'

const texts = defineMessages({
  changed: {
    en: 'The stored file of invoice {number} is not the one that was made.',
    de: 'Die gespeicherte Datei der Rechnung {number} ist nicht die, die erstellt wurde.',
  },
})

/** Where the provider's invoices and contracts lie. */
export const billingStorage = (fileStore: Pick<FileStore, 'storage'>) => fileStore.storage('billing')

type Filed = { invoice: Invoice; path: string; bytes: Buffer; hash: string }

/** The file of an issued invoice: made and stored the first time, afterwards only if it is still what was stored. */
export async function fileInvoice(
  db: Database,
  fileStore: Pick<FileStore, 'storage'>,
  id: string,
  render: (invoice: Invoice, logo?: Buffer) => Promise<Buffer> = drawn,
): Promise<Filed> {
  const invoice = await inScope(db, systemScope, (trx) => readInvoice(trx, id))
  const storage = billingStorage(fileStore)
  if (invoice.pdf_hash !== null && invoice.pdf_path !== null) {
    const bytes = await bytesOf(storage, invoice.pdf_path)
    if (hashOf(bytes) !== invoice.pdf_hash)
      throw new Conflict('INVOICE_FILE_CHANGED', texts.changed({ number: invoice.number ?? '' }))
    return { invoice, path: invoice.pdf_path, bytes, hash: invoice.pdf_hash }
  }
  const bytes = await render(invoice, await logoOf(fileStore, invoice))
  const hash = hashOf(bytes)
  const path = `invoices/${invoice.issued_on?.slice(0, 4)}/${invoice.number}.pdf`
  if (invoice.status === 'draft') return { invoice, path, bytes, hash }
  await storage.write(path, Readable.from([bytes]))
  await inScope(db, systemScope, (trx) =>
    trx
      .updateTable('invoices')
      .set({ pdf_path: path, pdf_hash: hash })
      .where('id', '=', id)
      .where('pdf_hash', 'is', null)
      .execute(),
  )
  return { invoice, path, bytes, hash }
}

/** What sets it takes 26 MB, so it is loaded with the first invoice. */
const drawn = async (invoice: Invoice, logo?: Buffer) => (await import('./pdf.server.ts')).invoicePdf(invoice, logo)

/** An invoice with the number it cancels, if it does. */
export async function readInvoice(trx: Scoped, id: string): Promise<Invoice> {
  const row = await trx
    .selectFrom('invoices as i')
    .leftJoin('invoices as c', 'c.id', 'i.cancels_id')
    .selectAll('i')
    .select('c.number as cancels')
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as Invoice
}

async function logoOf(fileStore: Pick<FileStore, 'storage'>, { seller }: Invoice): Promise<Buffer | undefined> {
  const storage = billingStorage(fileStore)
  return seller.logo && (await storage.has(seller.logo)) ? bytesOf(storage, seller.logo) : undefined
}

const bytesOf = async (storage: ReturnType<typeof billingStorage>, path: string) =>
  Buffer.concat((await (await storage.read(path)).toArray()) as Buffer[])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
