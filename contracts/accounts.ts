import { calendarDay } from '@weft/kit/define/day.ts'
import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { amount } from '@weft/kit/define/money.ts'
import { listMeta, listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { accountQuery } from './billing-account.ts'

const method = z.discriminatedUnion('kind', [
  z.strictObject({ ...accountQuery, kind: z.literal('transfer') }),
  z.strictObject({
    ...accountQuery,
    kind: z.literal('sepa'),
    account_holder: z.string().trim().max(70),
    iban: z.string().trim().max(42),
    bic: z.string().trim().max(11).default(''),
    signed_on: calendarDay,
  }),
])
const payment = z.strictObject({
  ...accountQuery,
  invoice_id: z.uuid().optional(),
  amount,
  paid_on: calendarDay,
  method: z.enum(['transfer', 'sepa', 'other']).default('transfer'),
  note: z.string().trim().max(191).default(''),
})

/** An invoice, a cancellation or a payment, with what is open after it. */
const booking = rows.invoices.pick({ id: true, number: true, currency: true, due_on: true }).extend({
  invoice_id: z.string().nullable(),
  kind: oneOf(['invoice', 'cancellation', 'payment']),
  booked_on: z.string(),
  amount: z.string(),
  balance: z.string(),
  name: z.string().nullable(),
  note: z.string(),
})
export type Booking = z.input<typeof booking>

const view = { scope: 'branch', may: ['billing', 'view'] } as const
const update = { scope: 'branch', may: ['billing', 'update'] } as const

/** Accounts of customers: how they pay, what they have paid, and what is open. Of an IBAN only the ends are answered. */
export const accountContract = defineRoutes({
  'GET /payment_methods': {
    operationId: 'listPaymentMethods',
    summary: 'List payment methods, the valid one first',
    ...view,
    query: listQuery.extend(accountQuery),
    answers: { 200: listOf(rows.payment_methods) },
  },
  'POST /payment_methods': {
    operationId: 'createPaymentMethod',
    summary: 'Choose how to pay: a SEPA mandate or by transfer; what was valid before is revoked',
    ...update,
    body: method,
    answers: { 201: itemOf(rows.payment_methods) },
  },
  'POST /payment_methods/:id/revoke': {
    operationId: 'revokePaymentMethod',
    summary: 'Revoke a payment method',
    ...update,
    answers: { 200: itemOf(rows.payment_methods) },
  },
  'POST /payments': {
    operationId: 'createPayment',
    summary: 'Record a payment',
    scope: 'provider',
    may: ['billing', 'create'],
    body: payment,
    answers: { 201: itemOf(rows.payments) },
  },
  'GET /bookings': {
    operationId: 'listBookings',
    summary: 'List invoices, cancellations and payments with the running balance',
    ...view,
    query: listQuery.extend(accountQuery),
    answers: { 200: z.object({ data: z.array(booking), meta: listMeta.extend({ balance: z.string() }) }) },
  },
})
