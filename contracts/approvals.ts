import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { filteredBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

const listed = z.object({
  id: z.string(),
  title: z.string(),
  workflow: z.string(),
  workflow_id: z.string(),
  project: z.string(),
  /** `ended`: the run was over before anybody decided. */
  state: oneOf(['open', 'approved', 'rejected', 'timeout', 'ended']),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  decided_by_name: z.string(),
})
const whole = listed.extend({
  summary: z.string(),
  /** The first of them, as an example. */
  records: z.array(z.record(z.string(), z.unknown())),
  /** Their fields, in the order in which they came. */
  fields: z.array(z.string()),
  record_count: z.number(),
  comment: z.string(),
  job_id: z.string(),
  /** Everybody who may decide. */
  people: z.array(z.string()),
})

const asked = { scope: 'tenant', may: ['projects', 'view'], peopleOnly: true } as const
const decide = {
  ...asked,
  body: z.strictObject({ comment: z.string().trim().max(2_000).default('') }),
  answers: { 200: itemOf(whole) },
} as const

/** What runs ask the caller to decide, in whichever project. Who may not decide about something does not see it. */
export const approvalContract = defineRoutes({
  'GET /approvals': {
    operationId: 'listApprovals',
    summary: 'List what the caller is asked to decide, or has been',
    ...asked,
    query: filteredBy({ state: z.enum(['open', 'decided']) }),
    answers: { 200: listOf(listed) },
  },
  'GET /approvals/:id': {
    operationId: 'readApproval',
    summary: 'Show what is to be decided',
    ...asked,
    answers: { 200: itemOf(whole) },
  },
  'POST /approvals/:id/approve': { operationId: 'approve', summary: 'Approve: the run goes on', ...decide },
  'POST /approvals/:id/reject': { operationId: 'reject', summary: 'Reject: the run goes its other way', ...decide },
})
