import { calendarDay } from '@weft/kit/define/day.ts'
import { file, itemOf, listOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { filteredBy, listQuery } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { accountQuery } from './billing-account.ts'

const terms = {
  plan_id: z.uuid(),
  term_months: z.int().min(1).max(60),
  notice_months: z.int().min(0).max(12),
  note: z.string().trim().max(2_000),
}
const draft = z.strictObject({
  tenant_id: z.uuid().nullish(),
  partner_id: z.uuid().nullish(),
  start_on: calendarDay,
  ...terms,
  term_months: terms.term_months.default(12),
  notice_months: terms.notice_months.default(3),
  note: terms.note.default(''),
})

const prices = rows.plans
  .pick({
    base_fee: true,
    included_runs: true,
    run_price: true,
    included_records: true,
    record_price: true,
    included_gb: true,
    gb_price: true,
  })
  .extend({ currency: z.string() })
const payer = z.object({ id: z.string(), name: z.string().nullable() }).nullable()
/** Prices and notes are answered only to those whose business they are. */
const contract = rows.contracts.extend({
  note: z.string().optional(),
  documents: z.number().nullable(),
  tenant: payer,
  partner: payer,
  plan: z.object({ id: z.string(), name: z.string(), description: z.string(), prices: prices.nullable() }),
  earliest_end: z.string().nullable(),
  mine: z.boolean(),
})
const paper = rows.contract_documents

const view = { scope: 'branch', may: ['billing', 'view'] } as const
const update = { scope: 'branch', may: ['billing', 'update'] } as const
const byProvider = { scope: 'provider', may: ['billing', 'update'] } as const

/** Contracts: who pays for what from when, notice, and the papers that belong to them. */
export const billingContractContract = defineRoutes({
  'GET /contracts': {
    operationId: 'listContracts',
    summary: 'List contracts',
    ...view,
    query: filteredBy({ status: z.enum(['active', 'cancelled', 'ended']) }).extend(accountQuery),
    answers: { 200: listOf(contract) },
  },
  'GET /contracts/:id': {
    operationId: 'readContract',
    summary: 'Read a contract',
    ...view,
    answers: { 200: itemOf(contract) },
  },
  'POST /contracts': {
    operationId: 'createContract',
    summary: 'Make a contract',
    scope: 'provider',
    may: ['billing', 'create'],
    body: draft,
    answers: { 201: itemOf(contract) },
  },
  'PUT /contracts/:id': {
    operationId: 'changeContract',
    summary: 'Change a contract',
    ...byProvider,
    body: changesOf({ ...terms, partner_id: z.uuid().nullable() }),
    answers: { 200: itemOf(contract) },
  },
  'POST /contracts/:id/cancel': {
    operationId: 'cancelContract',
    summary: 'Give notice on a contract',
    ...update,
    body: z.strictObject({ reason: z.string().trim().max(2_000).default(''), ends_on: calendarDay.optional() }),
    answers: { 200: itemOf(contract) },
  },
  'POST /contracts/:id/reactivate': {
    operationId: 'reactivateContract',
    summary: 'Take back the notice on a contract',
    ...byProvider,
    answers: { 200: itemOf(contract) },
  },
  'GET /contract_documents': {
    operationId: 'listContractDocuments',
    summary: 'List the papers of contracts',
    ...view,
    query: listQuery.extend({ ...accountQuery, contract_id: z.uuid().optional() }),
    answers: {
      200: listOf(
        paper.omit({ tenant_id: true, partner_id: true, path: true }).extend({ contract: rows.contracts.shape.number }),
      ),
    },
  },
  'POST /contracts/:id/documents': {
    operationId: 'addContractDocuments',
    summary: 'Add papers to a contract',
    ...update,
    consumes: ['multipart/form-data'],
    answers: {
      201: itemOf(z.array(paper.pick({ id: true, title: true, file_name: true, size: true, created_at: true }))),
    },
  },
  'GET /contract_documents/:id/file': {
    operationId: 'readContractDocumentFile',
    summary: 'Load a paper of a contract',
    ...view,
    produces: ['application/octet-stream'],
    answers: { 200: file },
  },
  'DELETE /contract_documents/:id': {
    operationId: 'deleteContractDocument',
    summary: 'Remove a paper of a contract',
    scope: 'provider',
    may: ['billing', 'delete'],
    answers: { 204: nothing },
  },
})
