import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const accepted = z.object({
  /** Of the job. */
  id: z.string(),
  status: rows.jobs.shape.status,
  /** Whether the same call had been accepted before, and nothing was started anew. */
  again: z.boolean(),
})

/** Where others start a workflow: outside the two base paths, and with a body of any kind. */
export const hookContract = defineRoutes({
  'POST /hooks/:token': {
    operationId: 'callWebhook',
    summary: 'Start a workflow by its token',
    scope: 'public',
    params: { token: z.string() },
    answers: {
      200: itemOf(accepted.extend({ return_values: z.unknown() })),
      202: itemOf(accepted),
    },
  },
  'POST /hooks/test/:token': {
    operationId: 'callWebhookForTest',
    summary: 'Try a call while the designer listens for it; it starts nothing',
    scope: 'public',
    params: { token: z.string() },
    answers: { 202: itemOf(z.object({ received: z.boolean() })) },
  },
  'POST /hooks/callback/:job/:step/:proof': {
    operationId: 'callBack',
    summary: 'Tell a run that waits for a call to go on',
    scope: 'public',
    params: { job: z.string(), step: z.string(), proof: z.string() },
    answers: { 200: itemOf(z.object({ told: z.boolean() })) },
  },
})
