import { webhook } from '@weft/catalogue/elements/webhook/webhook.ts'
import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

/** A call that a step with these settings takes, signed for the minutes it listens. */
const example = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })
const until = z.iso.datetime()

const check = z.object({ problem: z.string().nullable() })
const call = z.object({
  id: z.string(),
  received_at: until,
  /** What the caller was answered. */
  status: z.number(),
  problem: z.string().nullable(),
  bytes: z.number(),
  /** Nothing where no signature is asked for. */
  signature: check.extend({ header: z.string() }).nullable(),
  /** Nothing where none is signed. Negative: it lies ahead. */
  time: check.extend({ age_ms: z.number().nullable() }).nullable(),
  /** What tells the delivery from others, and whether it came before while listening. */
  delivery: z.object({ id: z.string(), again: z.boolean() }).nullable(),
  /** What the run would begin with; nothing where the body cannot be read. */
  record: z.record(z.string(), z.unknown()).nullable(),
})

const listening = { scope: 'project', may: ['workflows', 'update'] } as const
const body = z.strictObject({ settings: webhook.settings })

/** The designer waits for a test call of a webhook. */
export const hookListeningContract = defineRoutes({
  'POST /workflows/:id/listenings': {
    operationId: 'listenForTestCalls',
    summary: 'Listen for test calls at an address of its own, for two minutes; they start nothing',
    ...listening,
    body,
    answers: { 201: itemOf(z.object({ id: z.string(), path: z.string(), until, example })) },
  },
  'POST /workflows/:id/listenings/:listeningId': {
    operationId: 'listenLonger',
    summary: 'Listen for two more minutes, with these settings',
    ...listening,
    body,
    answers: { 200: itemOf(z.object({ until, example })) },
  },
  'GET /workflows/:id/listenings/:listeningId': {
    operationId: 'readTestCalls',
    summary: 'What has come since, the newest first',
    ...listening,
    answers: { 200: itemOf(z.object({ until, calls: z.array(call) })) },
  },
  'DELETE /workflows/:id/listenings/:listeningId': {
    operationId: 'stopListening',
    summary: 'Listen no longer, and forget what came',
    ...listening,
    answers: { 204: nothing },
  },
})
