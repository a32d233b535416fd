import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shortList } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

export const agentStates = ['waiting', 'connected', 'away', 'revoked'] as const

const agent = rows.agents
  .pick({
    id: true,
    name: true,
    enrolled_at: true,
    revoked_at: true,
    code_expires_at: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    state: oneOf(agentStates),
    connected_at: z.string().nullable(),
    /** When it was last heard of. */
    seen_at: z.string().nullable(),
    version: z.string().nullable(),
    /** Whether a newer one is offered here. */
    outdated: z.boolean(),
    node: z.string().nullable(),
    system: z.string().nullable(),
    address: z.string().nullable(),
    /** The hosts and ports it says it reaches. */
    allows: z.array(z.string()),
    /** Connections that name it. */
    connections: z.number(),
  })
export type Agent = z.input<typeof agent>
/** The code itself is in this answer and in no other; it is good once. */
const withCode = z.object({ agent, code: z.string(), expires_at: z.string() })

const name = z.string().trim().min(1).max(100)
const labels = { name: { en: 'Name', de: 'Name' } } as const
const can = <const A extends 'view' | 'create' | 'update' | 'delete'>(action: A) =>
  ({ scope: 'tenant', may: ['agents', action] }) as const

/** Agents in customers' networks, through which connections reach systems behind a firewall. */
export const agentContract = defineRoutes({
  'GET /agents': {
    operationId: 'listAgents',
    summary: 'List the agents of the tenant, and the version that is offered here',
    ...can('view'),
    query: shortList,
    answers: { 200: itemOf(z.object({ version: z.string(), agents: z.array(agent) })) },
  },
  'POST /agents': {
    operationId: 'addAgent',
    summary: 'Add an agent; the answer has the code with which it enrols',
    ...can('create'),
    labels,
    body: z.strictObject({ name }),
    answers: { 201: itemOf(withCode) },
  },
  'PUT /agents/:id': {
    operationId: 'renameAgent',
    summary: 'Rename an agent',
    ...can('update'),
    labels,
    body: z.strictObject({ name }),
    answers: { 200: itemOf(agent) },
  },
  'POST /agents/:id/code': {
    operationId: 'renewAgentCode',
    summary: 'A new code for an agent: whoever enrols with it takes the place of the one before',
    ...can('update'),
    answers: { 201: itemOf(withCode) },
  },
  'POST /agents/:id/revoke': {
    operationId: 'revokeAgent',
    summary: 'Revoke an agent: it is cut at once and for good',
    ...can('delete'),
    answers: { 200: itemOf(agent) },
  },
  'DELETE /agents/:id': {
    operationId: 'deleteAgent',
    summary: 'Delete an agent that no connection names',
    ...can('delete'),
    answers: { 204: nothing },
  },
})

/** What agents themselves call, beside the two base paths. */
export const agentDoorContract = defineRoutes({
  'POST /agent/enrol': {
    operationId: 'enrolAgent',
    summary: 'Exchange a one-time code for the identity of an agent',
    scope: 'public',
    body: z.strictObject({ code: z.string().min(1).max(40), version: z.string().max(20) }),
    answers: { 200: itemOf(z.object({ agent_id: z.string(), name: z.string(), secret: z.string() })) },
  },
})
