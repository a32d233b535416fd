import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { Exact } from '@weft/kit/define/compare.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Contents } from './compose.server.ts'
import type { BillingContext, Payer } from './context.ts'
import { refuseIncompleteSeller } from './compose.server.ts'
import type { Invoice } from './invoice.ts'
import { addDays } from './month.ts'

const texts = defineMessages({
  notDraft: { en: 'This invoice has been issued already.', de: 'Diese Rechnung ist bereits gestellt.' },
  notIssued: {
    en: 'Only an issued invoice can be cancelled.',
    de: 'Nur eine gestellte Rechnung lässt sich stornieren.',
  },
})

/** Writes a draft, or anew what a draft of that month says. Answers its id; none where that month has an invoice already. */
export async function saveDraft(
  trx: Scoped,
  payer: Payer,
  period: string,
  contents: Contents,
  run_id: string | null,
): Promise<string | undefined> {
  const values = { ...columnsOf(contents), run_id }
  const before = await invoiceOf(trx, payer, period)
  if (before && before.status !== 'draft') return undefined
  if (before) {
    await trx.updateTable('invoices').set(values).where('id', '=', before.id).execute()
    return before.id
  }
  return (
    await trx
      .insertInto('invoices')
      .values({ ...payer, period, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** The invoice of a month that was not cancelled. */
export const invoiceOf = (trx: Scoped, { tenant_id, partner_id }: Payer, period: string) =>
  trx
    .selectFrom('invoices')
    .select(['id', 'status', 'run_id'])
    .where('period', '=', period)
    .where('kind', '=', 'invoice')
    .where('status', '<>', 'cancelled')
    .where((eb) => (tenant_id !== null ? eb('tenant_id', '=', tenant_id) : eb('partner_id', '=', partner_id)))
    .forUpdate()
    .executeTakeFirst()

/** Gives a draft its number and date; from then on it stays as it is. */
export async function issueInvoice(trx: Scoped, id: string, on: string, context: BillingContext): Promise<Invoice> {
  refuseIncompleteSeller(context)
  const draft = await lockedInvoice(trx, id)
  if (draft.status !== 'draft') throw new Conflict('INVOICE_ISSUED', texts.notDraft())
  return stamped(trx, draft, on, context)
}

/** Takes an issued invoice back by one of the same sums the other way round, with a number of its own. */
export async function cancelInvoice(trx: Scoped, id: string, on: string, context: BillingContext): Promise<Invoice> {
  const invoice = await lockedInvoice(trx, id)
  if (invoice.status !== 'issued' || invoice.kind !== 'invoice')
    throw new Conflict('INVOICE_NOT_ISSUED', texts.notIssued())
  const { tenant_id, partner_id, period, language, currency, seller, recipient, tax_note, payment } = invoice
  const lines = invoice.lines.map((line) => ({
    ...line,
    quantity: negative(line.quantity),
    amount: negated(line.amount),
  }))
  const taxes = invoice.taxes.map(({ rate, net, tax }) => ({ rate, net: negated(net), tax: negated(tax) }))
  const contents = {
    language,
    currency,
    seller,
    recipient,
    lines,
    taxes,
    tax_note,
    payment,
    net: negated(invoice.net),
    tax: negated(invoice.tax),
    gross: negated(invoice.gross),
  }
  const { id: cancellation } = await trx
    .insertInto('invoices')
    .values({ tenant_id, partner_id, period, kind: 'cancellation', cancels_id: id, ...columnsOf(contents) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const issued = await stamped(trx, await lockedInvoice(trx, cancellation), on, context)
  await trx.updateTable('invoices').set({ status: 'cancelled' }).where('id', '=', id).execute()
  return issued
}

async function stamped(trx: Scoped, draft: Invoice, on: string, { settings }: BillingContext): Promise<Invoice> {
  const number = await nextNumber(trx, on, settings)
  const due_on = draft.kind === 'cancellation' ? on : addDays(on, draft.payment.days)
  const issued: Invoice = { ...draft, number, status: 'issued', issued_on: on, due_on }
  const hash = hashInvoice(issued)
  await trx
    .updateTable('invoices')
    .set({ number, status: 'issued', issued_on: on, due_on, hash })
    .where('id', '=', draft.id)
    .execute()
  return { ...issued, hash }
}

/** The next of the year. The row stays locked until the invoice stands, so a number is never left out and never given twice. */
async function nextNumber(
  trx: Scoped,
  on: string,
  { number_prefix, number_digits }: BillingContext['settings'],
): Promise<string> {
  const year = Number(on.slice(0, 4))
  const { last } = await trx
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`invoice_numbers.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return `${number_prefix}${year}-${String(last).padStart(number_digits, '0')}`
}

/** The hash of all that an issued invoice says, whatever order its keys have. */
export function hashInvoice({
  number,
  kind,
  period,
  cancels_id,
  language,
  currency,
  seller,
  recipient,
  lines,
  taxes,
  tax_note,
  payment,
  net,
  tax,
  gross,
  issued_on,
  due_on,
}: Invoice): string {
  const said = {
    number,
    kind,
    period,
    cancels_id,
    language,
    currency,
    seller,
    recipient,
    lines,
    taxes,
    tax_note,
    payment,
    net,
    tax,
    gross,
    issued_on,
    due_on,
  }
  return createHash('sha256')
    .update(JSON.stringify(inOrder(said)))
    .digest('hex')
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, inOrder(inner)]),
  )
}

async function lockedInvoice(trx: Scoped, id: string): Promise<Invoice> {
  const row = await trx.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as Invoice
}

function columnsOf({ seller, recipient, lines, taxes, payment, ...plain }: Contents) {
  return {
    ...plain,
    seller: JSON.stringify(seller),
    recipient: JSON.stringify(recipient),
    lines: JSON.stringify(lines),
    taxes: JSON.stringify(taxes),
    payment: JSON.stringify(payment),
  }
}

const negated = (sum: string) => negative(sum, 2)
const negative = (text: string, places?: number) => {
  const value = new Exact(text)
  return (value.isZero() ? value : value.negated()).toFixed(places as number)
}
