import { oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { someOf } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

/** What is said around a project. */
export const communicationKinds = ['mail_in', 'mail_out', 'notification', 'note', 'support', 'approval'] as const
const communicationPeriods = ['24h', 'week', 'month', 'year', 'all'] as const

/** How an entry stands in the stream: its time to the microsecond, and its id. */
const place = z.string().regex(
  inWords(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f-]{36}$/, {
    en: 'Please go on with what a list has said as its next page.',
    de: 'Bitte mit dem weitermachen, was eine Liste als nächste Seite genannt hat.',
  }),
)

const entry = z.object({
  kind: oneOf(communicationKinds),
  id: z.string(),
  at: z.string(),
  title: z.string(),
  /** How it begins. */
  text: z.string(),
  /** Whom it came from or went to. */
  person: z.string(),
  /** Of a mail, request or approval what became of it; of a notification how serious it is. */
  state: z.string(),
  /** A notification somebody has not read yet. */
  unread: z.boolean(),
  workflow_id: z.string().nullable(),
  workflow: z.string().nullable(),
  link: z.string().nullable(),
})
export type CommunicationEntry = z.input<typeof entry>

/** Mails, notifications, notes, support requests and approvals around a project, by time. */
export const communicationContract = defineRoutes({
  'GET /communication': {
    operationId: 'listCommunication',
    summary:
      'What is said around the project, the newest first: what of it the caller may see, page after page by `before`',
    scope: 'project',
    may: ['projects', 'view'],
    peopleOnly: true,
    query: z.strictObject({
      kinds: someOf(communicationKinds).optional(),
      person: z.string().trim().max(200).optional(),
      searchTerm: z.string().trim().max(200).optional(),
      period: z.enum(communicationPeriods).default('all'),
      before: place.optional(),
      perPage: z.coerce.number().int().min(1).max(100).default(30),
    }),
    answers: { 200: z.object({ data: z.array(entry), meta: z.object({ next: z.string().nullable() }) }) },
  },
})
