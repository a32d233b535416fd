import { file, itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const statuses = z.enum(['open', 'answered', 'closed'])
const words = z.string().trim().min(1).max(20_000)
const attachment = z.object({ path: z.string(), name: z.string(), size: z.number() })
const message = z.object({ by: oneOf(['asker', 'provider']), name: z.string(), text: z.string(), at: z.string() })
export type Attachment = z.output<typeof attachment>
export type Message = z.output<typeof message>

const request = rows.support_requests.extend({ files: z.array(attachment), messages: z.array(message) })
const withAsker = request.extend(
  rows.users.pick({ email: true, first_name: true, last_name: true, workspace: true }).shape,
)
const query = filteredBy({ status: statuses, kind: z.string() })

/** Questions to the provider with files: asked by anybody, answered by the provider's staff and written back to. */
export const supportRequestContract = defineRoutes({
  'GET /support_requests': {
    operationId: 'listOwnSupportRequests',
    summary: 'List the own support requests',
    scope: 'user',
    query,
    answers: { 200: listOf(withAsker) },
  },
  'GET /support_requests/all': {
    operationId: 'listSupportRequests',
    summary: 'List the support requests of everybody',
    scope: 'provider',
    may: ['system', 'view'],
    query,
    answers: { 200: listOf(withAsker) },
  },
  'POST /support_requests': {
    operationId: 'createSupportRequest',
    summary: 'Ask for support',
    scope: 'user',
    body: z.strictObject({
      subject: z.string().trim().min(1).max(191),
      comment: words,
      contact_person: z.string().trim().max(191).default(''),
      kind: z.enum(['support', 'billing']).default('support'),
      /** What it is about. */
      project_id: z.uuid().optional(),
    }),
    answers: { 201: itemOf(request) },
  },
  'POST /support_requests/:id/files': {
    operationId: 'uploadSupportRequestFiles',
    summary: 'Add files to an own support request',
    scope: 'user',
    consumes: ['multipart/form-data'],
    answers: { 201: itemOf(request) },
  },
  'POST /support_requests/:id/send': {
    operationId: 'sendSupportRequest',
    summary: 'Mail an own support request to the support address',
    scope: 'user',
    answers: { 200: itemOf(request) },
  },
  'GET /support_requests/:id': {
    operationId: 'readSupportRequest',
    summary: 'Read a support request',
    scope: 'user',
    answers: { 200: itemOf(withAsker) },
  },
  'GET /support_requests/:id/files/:index': {
    operationId: 'downloadSupportRequestFile',
    summary: 'Load a file of a support request',
    scope: 'user',
    params: { index: z.coerce.number().int().min(0).max(999) },
    produces: ['application/octet-stream'],
    answers: { 200: file },
  },
  'POST /support_requests/:id/messages': {
    operationId: 'createSupportMessage',
    summary: 'Write back about an own support request',
    scope: 'user',
    body: z.strictObject({ text: words }),
    answers: { 201: itemOf(request) },
  },
  'PUT /support_requests/:id': {
    operationId: 'changeSupportRequest',
    summary: 'Answer or close a support request',
    scope: 'provider',
    may: ['system', 'update'],
    body: z.strictObject({ answer: words.optional(), status: statuses.optional() }),
    answers: { 200: itemOf(withAsker) },
  },
})
