import { sql } from 'kysely'
import type pg from 'pg'
import { inScope, openDatabase, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { Mailer } from '../connections/mail.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import { payersOf } from './compose.server.ts'
import type { Automatic, BillingContext } from './context.ts'
import { billingStorage, fileInvoice } from './file.server.ts'
import { formatsFor } from './formats.ts'
import type { Invoice } from './invoice.ts'
import { isoDay, lastOfMonth, monthBefore } from './month.ts'
import { openPdfThread, type PdfThread } from './pdf-thread.server.ts'
import { beginRun, continueRun } from './run.server.ts'

export type BillingMails = {
  invoice: MailClass<'number' | 'company' | 'period' | 'total' | 'due' | 'seller'>
  cancelled: MailClass<'number' | 'cancels' | 'company' | 'total' | 'seller'>
}
type Billing = {
  fileStore: Pick<FileStore, 'storage'>
  mailer: Pick<Mailer, 'send'>
  mails: BillingMails
  read: (trx: Scoped) => Promise<BillingContext & { automatic: Automatic }>
}

const fiveSeconds = 5_000
const atOnce = 50
/** A mail server that is away is asked again after this long, and given up on after three days. */
const tryAgain = `interval '10 minutes'`
const giveUp = `interval '3 days'`

/** Looks after contracts and invoices: ends what is over, starts the month's run, goes on with one, files and mails what was issued. */
export const startBilling = (pool: pg.Pool, billing: Billing, { every_ms = fiveSeconds } = {}) =>
  runExclusiveInterval(pool, 'billing', every_ms, () => lookAfterBilling(openDatabase(pool), billing))

/** One look at everything there is to do. */
export async function lookAfterBilling(db: Database, billing: Billing, now = () => new Date()): Promise<void> {
  await inScope(db, systemScope, (trx) =>
    trx
      .updateTable('contracts')
      .set({ status: 'ended' })
      .where('status', '<>', 'ended')
      .where('ends_on', '<', isoDay(now()))
      .execute(),
  )
  await startMonthly(db, billing, now())
  await continueRun(db, billing.read, now)
  await fileIssued(db, billing)
  await mailIssued(db, billing)
}

/** Once a month, from its day on, unless somebody was quicker. A provider who cannot write invoices yet finds out by a failed run. */
async function startMonthly(db: Database, { read }: Billing, now: Date) {
  const period = monthBefore(isoDay(now))
  await inScope(db, systemScope, async (trx) => {
    const context = await read(trx)
    const { automatic, day } = context.automatic
    if (automatic === 'off' || now.getUTCDate() < day) return
    const before = await trx
      .selectFrom('invoice_runs')
      .select('id')
      .where((eb) => eb.or([eb('period', '=', period), eb('status', '=', 'running')]))
      .limit(1)
      .executeTakeFirst()
    if (before || (await payersOf(trx, period)).length === 0) return
    try {
      await beginRun(trx, { period, mode: automatic, started_by: 'schedule' }, context, now)
    } catch (error) {
      if (!(error instanceof WeftError)) throw error
      await trx
        .insertInto('invoice_runs')
        .values({
          period,
          mode: automatic,
          started_by: 'schedule',
          status: 'failed',
          error: error.message,
          finished_at: now.toISOString(),
        })
        .execute()
    }
  })
}

async function fileIssued(db: Database, { fileStore }: Billing) {
  let thread: PdfThread | undefined
  try {
    for (;;) {
      const rows = await inScope(db, systemScope, (trx) =>
        trx
          .selectFrom('invoices')
          .select('id')
          .where('status', '<>', 'draft')
          .where('pdf_hash', 'is', null)
          .orderBy('number')
          .limit(atOnce)
          .execute(),
      )
      if (rows.length === 0) return
      thread ??= openPdfThread()
      for (const { id } of rows) await fileInvoice(db, fileStore, id, thread.render)
    }
  } finally {
    await thread?.close()
  }
}

async function mailIssued(db: Database, billing: Billing) {
  for (;;) {
    const due = sql<boolean>`status <> 'draft' and mail = 'none' and pdf_hash is not null and (recipient->>'by_mail')::boolean and recipient->>'email' <> '' and (mailed_at is null or mailed_at < now() - ${sql.raw(tryAgain)})`
    const rows = await inScope(db, systemScope, (trx) =>
      trx.selectFrom('invoices').select('id').where(due).orderBy('number').limit(atOnce).execute(),
    )
    if (rows.length === 0) return
    for (const { id } of rows) {
      const mail = await mailInvoice(db, billing, id).catch((error: unknown) =>
        ignoring(
          'the mail of an invoice did not leave; it is tried again or told to have failed',
          error instanceof Invalid ? 'failed' : undefined,
        )(error),
      )
      const late = sql<string>`case when created_at < now() - ${sql.raw(giveUp)} then 'failed' else 'none' end`
      await inScope(db, systemScope, (trx) =>
        trx
          .updateTable('invoices')
          .set({ mail: mail ?? late, mailed_at: sql<string>`now()` })
          .where('id', '=', id)
          .execute(),
      )
      if (!mail) return // the others would only wait for the same mail server
    }
  }
}

/** Mails the file of an issued invoice to whom it is for; the same invoice to the same address goes once. */
export async function mailInvoice(
  db: Database,
  { fileStore, mailer, mails }: Pick<Billing, 'fileStore' | 'mailer' | 'mails'>,
  id: string,
  to?: string,
): Promise<'kept' | 'sent'> {
  const { invoice, path } = await fileInvoice(db, fileStore, id)
  const { language, recipient, seller } = invoice
  const formats = formatsFor(language, invoice.currency)
  const common = {
    number: invoice.number!,
    company: recipient.name,
    total: formats.money(invoice.gross),
    seller: seller.name,
  }
  const address = to ?? recipient.email
  const order = { to: [address], language, key: `invoice:${id}:${address}`, attachments: [path] }
  const files = billingStorage(fileStore)
  if (invoice.kind === 'cancellation')
    return mailer.send(
      { files },
      { ...order, mail: mails.cancelled, variables: { ...common, cancels: invoice.cancels ?? '' } },
    )
  return mailer.send(
    { files },
    {
      ...order,
      mail: mails.invoice,
      variables: { ...common, period: periodOf(invoice, formats), due: formats.date(invoice.due_on!) },
    },
  )
}

const periodOf = ({ period }: Invoice, { date }: ReturnType<typeof formatsFor>) =>
  `${date(period)} – ${date(lastOfMonth(period))}`
