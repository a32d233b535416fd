import { itemOf, listOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { filteredBy, listMeta, someIds, someOf, sortedBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { definitionKinds } from './definitions.ts'

export const failureStates = ['open', 'in_work', 'came_back', 'fixed', 'ignored'] as const
/** What a list of causes may be narrowed to: states, and what is mine to do. */
export const failureViews = [...failureStates, 'mine'] as const
export const failureSorts = ['runs', 'last_seen_at', 'first_seen_at'] as const

export const failuresQuery = filteredBy({
  state: someOf(failureViews),
  workflow_id: someIds,
  code: z.string(),
  assigned_to: someIds,
}).extend({ sort: sortedBy(failureSorts) })

const day = z.object({ day: z.string(), runs: z.number() })
const cause = rows.failure_causes
  .pick({
    id: true,
    workflow_id: true,
    step: true,
    code: true,
    runs: true,
    last_job_id: true,
    first_seen_at: true,
    last_seen_at: true,
    began_at: true,
    began_job_id: true,
    began_version: true,
    fixed_at: true,
    assigned_to: true,
    ignored_reason: true,
  })
  .extend({
    state: oneOf(failureStates),
    badge: oneOf(['rising', 'new']).nullable(),
    /** What was said, without the values. */
    message: z.string(),
    workflow_label: z.string(),
    step_label: z.string(),
    assigned_name: z.string().nullable(),
    /** The last 14 days, the oldest first. */
    days: z.array(day),
  })
export type FailureRow = z.input<typeof cause>

const run = rows.jobs.pick({ id: true, version: true, created_at: true, finished_at: true }).extend({
  number: z.string(),
  message: z.string(),
  /** How the newest run stands that repeats it. */
  repeated: oneOf(jobStatuses).nullable(),
})

const change = rows.git_changes
  .pick({ commit: true, version: true, name: true, message: true, author_name: true, created_at: true })
  .extend({ definition_id: z.string(), kind: oneOf(definitionKinds), definition_name: z.string() })
export type FailureChange = z.input<typeof change>

const comment = rows.failure_cause_comments
  .pick({ id: true, author: true, comment: true, requeued: true, refused: true, created_at: true })
  .extend({ kind: oneOf(['comment', 'requeued', 'fixed', 'ignored', 'reopened']) })

const oneCause = cause.extend({
  /** As it was said last, with its values. */
  sample: z.string(),
  last_job_number: z.string(),
  began_job_number: z.string(),
  /** How many of its runs were not repeated yet, and of how many of these a repetition is under way. */
  open_runs: z.number(),
  under_way: z.number(),
  /** The newest ten. */
  newest: z.array(run),
  /** What was changed of the workflow, and of what it uses, since a run of it last went well. */
  changes: z.object({
    last_good: z
      .object({ id: z.string(), number: z.string(), version: z.number(), finished_at: z.string() })
      .nullable(),
    versions: z.array(change),
    more: z.boolean(),
  }),
  /** The last hundred, the oldest first. */
  comments: z.array(comment),
})

const scope = 'project'
const view = { scope, may: ['jobs', 'view'] } as const
const act = { scope, may: ['jobs', 'run'] } as const
const ids = z.array(z.uuid()).min(1).max(1_000)
const affected = { 200: itemOf(z.object({ affected: z.number() })) }

/** Failed runs by cause, over all runs of a project. */
export const failureCauseContract = defineRoutes({
  'GET /failure_causes': {
    operationId: 'listFailureCauses',
    summary: 'Why runs failed, over all of them; filter by state, workflow_id, code, assigned_to',
    ...view,
    query: failuresQuery,
    answers: {
      200: listOf(cause).extend({
        meta: listMeta.extend({
          states: z.record(z.string(), z.number()),
          workflows: z.array(z.object({ id: z.string(), label: z.string() })),
          codes: z.array(z.string()),
          assignees: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      }),
    },
  },
  'GET /failure_causes/:id': {
    operationId: 'readFailureCause',
    summary: 'One cause with its newest runs and what was changed before it began',
    ...view,
    answers: { 200: itemOf(oneCause) },
  },
  'POST /failure_causes/:id/requeue': {
    operationId: 'requeueFailureCause',
    summary: 'Run failed runs of a cause again that were not repeated yet, the newest 500 at most',
    ...act,
    body: z.strictObject({
      mode: z.enum(['from_start', 'from_failed']).default('from_start'),
      version: z.enum(['original', 'current']).default('current'),
      /** Only runs older than this one: where a call has left some. */
      before: z.uuid().optional(),
    }),
    answers: {
      200: itemOf(
        z.object({
          requeued: z.number(),
          jobs: z.array(z.string()),
          /** Why others could not, and how many. */
          refused: z.array(z.object({ message: z.string(), count: z.number() })),
          /** Where the next call goes on; null: these were all. */
          before: z.string().nullable(),
        }),
      ),
    },
  },
  'POST /failure_causes/assign': {
    operationId: 'assignFailureCauses',
    summary: 'Say who looks after causes of failures, or that nobody does',
    ...act,
    body: z.strictObject({ ids, user_id: z.uuid().nullable() }),
    answers: affected,
  },
  'POST /failure_causes/:id/comments': {
    operationId: 'commentFailureCause',
    summary: 'Say something of a cause of failures to the others',
    ...act,
    body: z.strictObject({ comment: z.string().trim().min(1).max(5_000) }),
    answers: { 201: itemOf(comment) },
  },
  'POST /failure_causes/reopen': {
    operationId: 'reopenFailureCauses',
    summary: 'Open causes again that are fixed, ignored, or that somebody works on',
    ...act,
    body: z.strictObject({ ids }),
    answers: affected,
  },
  'POST /failure_causes/fix': {
    operationId: 'fixFailureCauses',
    summary: 'Say that causes are fixed: what is seen again from then on has come back',
    ...act,
    body: z.strictObject({ ids }),
    answers: affected,
  },
  'POST /failure_causes/ignore': {
    operationId: 'ignoreFailureCauses',
    summary: 'Leave causes of failures alone for a reason, until they are opened again',
    ...act,
    body: z.strictObject({ ids, reason: z.string().trim().min(1).max(500) }),
    answers: affected,
  },
})
