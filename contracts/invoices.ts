import { file, itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, listQuery, sortedBy } from '@weft/kit/http/list-query.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { accountQuery } from './billing-account.ts'

const month = z.string().regex(
  inWords(/^20\d{2}-(0[1-9]|1[0-2])$/, {
    en: 'Please enter a month such as 2026-11.',
    de: 'Bitte einen Monat wie 2026-11 angeben.',
  }),
)
const states = ['draft', 'open', 'overdue', 'paid', 'cancelled'] as const
/** The columns the archive is sorted by. */
export const invoiceSorts = ['number', 'issued_on', 'due_on', 'period', 'gross', 'net'] as const

/** A company as it stands on an invoice: what it was on that day. */
const party = z.object({
  name: z.string(),
  address: z.array(z.string()),
  country: z.string(),
  vat_number: z.string(),
  number: z.string(),
  email: z.string(),
})
const invoice = rows.invoices.omit({ pdf_path: true }).extend({
  language: z.enum(languages),
  seller: party.extend({
    tax_number: z.string(),
    phone: z.string(),
    website: z.string(),
    account_holder: z.string(),
    bank_name: z.string(),
    iban: z.string(),
    bic: z.string(),
    logo: z.string(),
    footer: z.string(),
  }),
  recipient: party.extend({ by_mail: z.boolean(), intro: z.string() }),
  lines: z.array(
    z.object({
      kind: z.enum(['base', 'runs', 'records', 'storage']),
      contract: z.number(),
      plan: z.string(),
      tenant: z.string(),
      from: z.string(),
      to: z.string(),
      used: z.string(),
      included: z.string(),
      quantity: z.string(),
      per: z.string(),
      price: z.string(),
      amount: z.string(),
    }),
  ),
  taxes: z.array(z.object({ rate: z.string(), net: z.string(), tax: z.string() })),
  tax_note: z.enum(['', 'reverse_charge', 'small_business', 'not_subject', 'outside', 'disabled']),
  payment: z.object({
    method: z.enum(['transfer', 'sepa']),
    days: z.number(),
    mandate_reference: z.string().optional(),
    iban: z.string().optional(),
    creditor_id: z.string().optional(),
  }),
  /** Of a cancellation: the number it cancels. */
  cancels: z.string().nullish(),
  paid: z.string(),
  open: z.string(),
})
const listed = rows.invoices
  .pick({
    id: true,
    number: true,
    kind: true,
    status: true,
    tenant_id: true,
    partner_id: true,
    period: true,
    issued_on: true,
    due_on: true,
    currency: true,
    net: true,
    tax: true,
    gross: true,
    mail: true,
    mailed_at: true,
    cancels_id: true,
  })
  .extend({ state: oneOf(states), recipient: z.string(), paid: z.string() })
const brief = rows.invoices.pick({
  id: true,
  number: true,
  kind: true,
  status: true,
  issued_on: true,
  due_on: true,
  gross: true,
  hash: true,
})

const view = { scope: 'branch', may: ['billing', 'view'] } as const
const provider = <const Action extends 'view' | 'publish' | 'run' | 'delete'>(action: Action) =>
  ({ scope: 'provider', may: ['billing', action] }) as const

const run = rows.invoice_runs.extend({
  /** Who could not be invoiced, and why. */
  problems: z.array(
    z.object({
      tenant_id: z.string().nullable(),
      partner_id: z.string().nullable(),
      name: z.string(),
      reason: z.object({ en: z.string(), de: z.string() }),
    }),
  ),
})

/** Invoices: the archive, their files, issuing and cancelling, and the runs that write them. */
export const invoiceContract = defineRoutes({
  'GET /invoices': {
    operationId: 'listInvoices',
    summary: 'List invoices',
    ...view,
    query: filteredBy({
      state: z.enum(states),
      year: z
        .string()
        .regex(
          inWords(/^2\d{3}$/, { en: 'Please enter a year such as 2026.', de: 'Bitte ein Jahr wie 2026 angeben.' }),
        ),
      kind: z.string(),
    }).extend({
      ...accountQuery,
      state: z.enum(states).optional(),
      sort: sortedBy(invoiceSorts),
      year: z.coerce.number().int().min(2000).max(2999).optional(),
    }),
    answers: { 200: listOf(listed) },
  },
  'GET /invoices/:id': {
    operationId: 'readInvoice',
    summary: 'Read an invoice',
    ...view,
    answers: { 200: itemOf(invoice) },
  },
  'GET /invoices/:id/pdf': {
    operationId: 'readInvoiceFile',
    summary: 'Load the file of an invoice',
    ...view,
    produces: ['application/pdf'],
    answers: { 200: file },
  },
  'POST /invoices/:id/issue': {
    operationId: 'issueInvoice',
    summary: 'Issue a draft',
    ...provider('publish'),
    answers: { 200: itemOf(brief) },
  },
  'POST /invoices/:id/cancel': {
    operationId: 'cancelInvoice',
    summary: 'Cancel an issued invoice: answers the cancellation',
    ...provider('publish'),
    answers: { 200: itemOf(brief) },
  },
  'POST /invoices/:id/send': {
    operationId: 'sendInvoice',
    summary: 'Mail an issued invoice once more',
    ...provider('run'),
    body: z.strictObject({ to: z.email().optional() }),
    answers: { 200: itemOf(z.object({ id: z.string(), mail: rows.invoices.shape.mail, to: z.string() })) },
  },
  'DELETE /invoices/:id': {
    operationId: 'deleteInvoice',
    summary: 'Delete a draft',
    ...provider('delete'),
    answers: { 204: nothing },
  },
  'GET /invoice_runs': {
    operationId: 'listInvoiceRuns',
    summary: 'List the runs of invoices',
    ...provider('view'),
    query: listQuery,
    answers: { 200: listOf(run) },
  },
  'GET /invoice_runs/outlook': {
    operationId: 'readInvoiceRunOutlook',
    summary: 'What a run for a month would find',
    ...provider('view'),
    query: z.object({ month: month.optional() }),
    answers: {
      200: itemOf(
        z.object({
          month: z.string(),
          payers: z.number(),
          without_contract: z.array(z.object({ id: z.string(), name: z.string() })),
          /** Why no invoice could be written, in the language of the installation. */
          problem: z.string().nullable(),
        }),
      ),
    },
  },
  'POST /invoice_runs': {
    operationId: 'startInvoiceRun',
    summary: 'Start a run of invoices for a month',
    ...provider('run'),
    body: z.strictObject({ month, mode: z.enum(['drafts', 'issue']).default('drafts') }),
    answers: { 202: itemOf(run) },
  },
})
