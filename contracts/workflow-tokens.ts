import { workflowToken } from '@weft/catalogue/resources/workflow-token/workflow-token.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const token = rows.workflow_tokens
  .omit({ tenant_id: true, project_id: true })
  .extend({ whitelist_ips: z.array(z.string()) })
const address = z.object({ token: z.string(), path: z.string() })
const shown = itemOf(token.extend(address.shape))

const update = { scope: 'project', may: ['tokens', 'update'] } as const
const change = {
  summary: 'Change a token',
  ...update,
  body: workflowToken.changes,
  answers: { 200: itemOf(token) },
}

/** What a webhook token needs beyond its row: it is made by the server, shown to who may edit it, and exchanged. */
export const workflowTokenContract = defineRoutes({
  'POST /workflow_tokens': {
    operationId: 'createWorkflowToken',
    summary: 'Create a token',
    scope: 'project',
    may: ['tokens', 'create'],
    body: workflowToken.draft,
    answers: { 201: shown },
  },
  'PUT /workflow_tokens/:id': { operationId: 'changeWorkflowToken', ...change },
  'POST /workflow_tokens/:id': { operationId: 'changeWorkflowTokenByPost', ...change },
  'GET /workflow_tokens/:id/address': {
    operationId: 'readWorkflowTokenAddress',
    summary: 'Show the address with the token',
    ...update,
    answers: { 200: itemOf(address) },
  },
  'GET /workflow_tokens/:id/refusals': {
    operationId: 'readWorkflowTokenRefusals',
    summary: 'How many calls were refused for their signature, and why the last one was',
    scope: 'project',
    may: ['tokens', 'view'],
    answers: {
      200: itemOf(
        z.object({ count: z.number(), address: z.string(), reason: z.string(), last_at: z.string() }).nullable(),
      ),
    },
  },
  'POST /workflow_tokens/:id/exchange': {
    operationId: 'exchangeWorkflowToken',
    summary: 'Make a new token; the old one is worth nothing from then on',
    ...update,
    answers: { 200: shown },
  },
})
