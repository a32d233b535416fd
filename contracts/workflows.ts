import { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { filteredBy, listMeta, listQuery, sortedBy } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { logo } from './account-logos.ts'
import { rev, version, versionName } from './definitions.ts'

const { fields } = workflow

const trigger = z.object({
  step: z.string(),
  element: z.string(),
  label: z.string(),
  settings: z.record(z.string(), z.unknown()),
})
/** A step that starts a workflow, as the row of the workflow remembers it. */
export type Trigger = z.output<typeof trigger>

/** A workflow without its text. */
const head = rows.workflows.omit({ tenant_id: true, source: true }).extend({ triggers: z.array(trigger) })
const one = { 200: itemOf(head) }

export const workflowProblem = z.object({
  message: z.string(),
  place: z.string(),
  step: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  level: oneOf(['error', 'warning']),
})
const text = { source: z.string(), problems: z.array(workflowProblem) }
export const savedWorkflow = head.extend(text)
const saved = { 200: itemOf(savedWorkflow) }

export const workflowStates = ['active', 'failing', 'paused', 'draft'] as const
const run = z.object({
  job_id: z.string(),
  status: rows.jobs.shape.status,
  duration_ms: z.number().nullable(),
  created_at: z.string(),
})
/** A workflow as lists show it. */
const listed = head
  .pick({
    id: true,
    project_id: true,
    label: true,
    class_name: true,
    description: true,
    icon: true,
    logo: true,
    content_type: true,
    dataset_type: true,
    active: true,
    published: true,
    version: true,
    queue_id: true,
    contact_person: true,
    created_at: true,
    updated_at: true,
  })
  .extend({
    state: oneOf(workflowStates),
    triggers: z.array(
      trigger.extend({
        /** In a few words: "Daily 02:30". */
        text: z.string(),
        icon: z.string(),
      }),
    ),
    /** The last 16, oldest first. */
    recent_runs: z.array(run),
    last_run: run
      .extend(rows.jobs.pick({ records_in: true, records_out: true, records_rejected: true }).shape)
      .nullable(),
    /** Where its text lies in the repository of the tenant. */
    base_class_path: z.string(),
    /** What is called what is written and does not run yet: a draft, or a workflow never published. A draft has the name of the live one. */
    temporary_class_name: z.string().nullable(),
    /** Whose draft that is: one's own, or the most recent of anybody. */
    draft_by: z.string().nullable(),
  })
export type ListedWorkflow = z.input<typeof listed>

export const workflowSorts = [
  'label',
  'class_name',
  'created_at',
  'updated_at',
  'state',
  'last_run',
  'records',
] as const
const state = z.enum(workflowStates)
const dataset_type = z.enum(['full', 'delta'])
const count = z.number()
const share = z.number().nullable()

const figures = z.object({
  runs: count,
  runs_before: count,
  success: share,
  success_before: share,
  failed: count,
  failed_before: count,
  records: count,
  records_before: count,
  slots: z.array(z.object({ runs: count, failed: count, success: share, records: count })),
})
export type WorkflowFigures = z.output<typeof figures>

const uses = z.object({
  uses: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string().nullable(), step: z.string() })),
  used_by: z.array(z.object({ id: z.string(), label: z.string(), step: z.string() })),
})
export type WorkflowUses = z.output<typeof uses>

export const workflowSource = z.string().max(2_000_000)

const view = { scope: 'project', may: ['workflows', 'view'] } as const
const update = { scope: 'project', may: ['workflows', 'update'] } as const
const publish = { scope: 'project', may: ['workflows', 'publish'] } as const
const change = { summary: 'Change a workflow', ...update, body: workflow.changes, answers: one }

/** Workflows: list, base data, text, history, publishing. Running them stands in workflow-runs.ts. */
export const workflowContract = defineRoutes({
  'GET /workflows': {
    operationId: 'listWorkflows',
    summary: 'List workflows with their last runs',
    ...view,
    query: filteredBy({ state, dataset_type }).extend({
      project_id: z.uuid().optional(),
      state: state.optional(),
      sort: sortedBy(workflowSorts),
    }),
    answers: {
      200: z.object({
        data: z.array(listed),
        meta: listMeta.extend({
          states: z.object({ all: count, active: count, failing: count, paused: count, draft: count }),
        }),
      }),
    },
  },
  'GET /workflows/figures': {
    operationId: 'readWorkflowFigures',
    summary: 'Figures of the last 24 hours',
    ...view,
    answers: { 200: itemOf(figures) },
  },
  'GET /workflows/content_types': {
    operationId: 'listWorkflowContentTypes',
    summary: 'What the content identifiers of workflows name, each word once',
    ...view,
    answers: { 200: itemOf(z.array(z.string())) },
  },
  'POST /workflows': {
    operationId: 'createWorkflow',
    summary: 'Create a workflow',
    scope: 'project',
    may: ['workflows', 'create'],
    body: workflow.draft.extend({
      class_name: fields.class_name.nullish(),
      /** Left out, it is what the text says. */
      description: workflow.changes.shape.description,
      source: workflowSource.optional(),
    }),
    answers: { 201: itemOf(head) },
  },
  'GET /workflows/:id': { operationId: 'readWorkflow', summary: 'Read a workflow', ...view, answers: one },
  'DELETE /workflows/:id': {
    operationId: 'deleteWorkflow',
    summary: 'Delete a workflow',
    scope: 'project',
    may: ['workflows', 'delete'],
    answers: { 204: nothing },
  },
  'POST /workflows/:id/picture': {
    operationId: 'uploadWorkflowLogo',
    summary: 'Bring the logo of a workflow',
    ...update,
    consumes: ['multipart/form-data'],
    answers: { 201: logo },
  },
  'DELETE /workflows/:id/picture': {
    operationId: 'deleteWorkflowLogo',
    summary: 'Remove the logo of a workflow',
    ...update,
    answers: { 204: nothing },
  },
  'PUT /workflows/:id': { operationId: 'changeWorkflow', ...change },
  'POST /workflows/:id': { operationId: 'changeWorkflowByPost', ...change },
  'GET /workflows/:id/base_data': {
    operationId: 'readWorkflowBaseData',
    summary: 'Read base_data',
    ...view,
    answers: { 200: itemOf(head.pick({ label: true, class_name: true, description: true, icon: true })) },
  },
  'PUT /workflows/:id/base_data': {
    operationId: 'changeWorkflowBaseData',
    summary: 'Change base_data',
    ...update,
    body: changesOf({
      label: fields.label,
      class_name: fields.class_name,
      description: fields.description,
      icon: fields.icon,
    }),
    answers: one,
  },
  'GET /workflows/:id/properties': {
    operationId: 'readWorkflowProperties',
    summary: 'Read properties',
    ...view,
    answers: {
      200: itemOf(
        head.pick({
          content_identifier: true,
          content_type: true,
          dataset_type: true,
          contact_person: true,
          email_recipient: true,
          expected_every: true,
          expected_records: true,
          expected_usual: true,
          job_days: true,
          failed_job_days: true,
          exclude_from_billing: true,
        }),
      ),
    },
  },
  'GET /workflows/:id/expectation': {
    operationId: 'readWorkflowExpectation',
    summary: 'What is missing of the runs that are expected, and since when',
    ...view,
    answers: {
      200: itemOf(z.object({ every: z.string(), missed_since: z.string(), records: z.number() }).nullable()),
    },
  },
  'PUT /workflows/:id/properties': {
    operationId: 'changeWorkflowProperties',
    summary: 'Change properties',
    ...update,
    body: changesOf({
      content_identifier: fields.content_identifier,
      content_type: fields.content_type,
      dataset_type: fields.dataset_type,
      contact_person: fields.contact_person,
      email_recipient: fields.email_recipient,
      expected_every: fields.expected_every,
      expected_records: fields.expected_records,
      expected_usual: fields.expected_usual,
      job_days: fields.job_days,
      failed_job_days: fields.failed_job_days,
      exclude_from_billing: fields.exclude_from_billing,
    }),
    answers: one,
  },
  'GET /workflows/:id/queue': {
    operationId: 'readWorkflowQueue',
    summary: 'Read queue',
    ...view,
    answers: {
      200: itemOf(head.pick({ queue_id: true, concurrency_limit: true, concurrency: true, immediate: true })),
    },
  },
  'PUT /workflows/:id/queue': {
    operationId: 'changeWorkflowQueue',
    summary: 'Change queue',
    ...update,
    body: changesOf({
      queue_id: z.uuid(),
      concurrency_limit: fields.concurrency_limit,
      concurrency: fields.concurrency,
      immediate: fields.immediate,
    }),
    answers: one,
  },
  'GET /workflows/:id/triggers': {
    operationId: 'readWorkflowTriggers',
    summary: 'Read triggers',
    ...view,
    answers: {
      200: itemOf(
        head.pick({ active: true, triggers: true }).extend({
          schedules: z.array(
            rows.schedules.pick({ step: true, cron: true, zone: true, missed: true, next_at: true, last_at: true }),
          ),
        }),
      ),
    },
  },
  'PUT /workflows/:id/triggers': {
    operationId: 'changeWorkflowTriggers',
    summary: 'Change triggers',
    ...update,
    body: z.strictObject({ active: z.boolean() }),
    answers: one,
  },
  'PUT /workflows/:id/billing': {
    operationId: 'changeWorkflowBilling',
    summary: 'Exclude a workflow from billing, or include it again',
    scope: 'project',
    may: ['billing', 'create'],
    body: z.strictObject({ exclude_from_billing: z.boolean() }),
    answers: one,
  },
  'GET /workflows/:id/states': {
    operationId: 'listWorkflowStates',
    summary: 'What runs of a workflow have kept for those after them, by name',
    ...view,
    answers: {
      200: itemOf(z.array(rows.states.pick({ name: true, value: true, updated_at: true, job_id: true }))),
    },
  },
  'DELETE /workflows/:id/states/:name': {
    operationId: 'forgetWorkflowState',
    summary: 'Forget what runs have kept under a name; the next run begins anew',
    ...update,
    params: { name: z.string().min(1).max(300) },
    answers: { 204: nothing },
  },
  'GET /workflows/:id/dependencies': {
    operationId: 'readWorkflowDependencies',
    summary: 'What a workflow uses and what uses it',
    ...view,
    answers: { 200: itemOf(uses) },
  },
  'GET /workflows/:id/code': {
    operationId: 'readWorkflowCode',
    summary: 'Read the text of a workflow',
    ...view,
    answers: {
      200: itemOf(
        head
          .pick({
            id: true,
            version: true,
            commit: true,
            published: true,
            active: true,
            label: true,
            dataset_type: true,
            updated_at: true,
          })
          .extend(text),
      ),
    },
  },
  'PUT /workflows/:id/code': {
    operationId: 'changeWorkflowCode',
    summary: 'Save the text of a workflow',
    ...update,
    body: z.strictObject({
      source: workflowSource,
      name: versionName.optional(),
      message: z.string().trim().max(500).default(''),
      version: z.int().optional(),
      published: z.boolean().optional(),
    }),
    answers: saved,
  },
  'POST /workflows/:id/validate': {
    operationId: 'validateWorkflow',
    summary: 'Check a text without saving it',
    ...view,
    body: z.strictObject({ source: workflowSource.optional() }).default({}),
    answers: { 200: itemOf(z.object({ ok: z.boolean(), problems: z.array(workflowProblem) })) },
  },
  'POST /workflows/:id/publish': {
    operationId: 'publishWorkflow',
    summary: 'Publish a workflow, or take it back',
    ...publish,
    body: z
      .strictObject({ published: z.boolean().default(true), active: z.boolean().optional() })
      .default({ published: true }),
    answers: one,
  },
  'GET /workflows/:id/planning': {
    operationId: 'readWorkflowPlanning',
    summary: 'Planned time of each step',
    ...view,
    answers: {
      200: itemOf(
        z.object({
          version: z.number(),
          steps: z.array(
            z.object({ id: z.string(), element: z.string(), label: z.string(), planned: z.string(), wait: z.string() }),
          ),
        }),
      ),
    },
  },
  'PUT /workflows/:id/planning': {
    operationId: 'changeWorkflowPlanning',
    summary: 'Set the planned time of steps',
    ...update,
    body: z.strictObject({
      version: z.int().optional(),
      steps: z.record(z.string(), z.strictObject({ planned: z.string().optional(), wait: z.string().optional() })),
    }),
    answers: one,
  },
  'GET /workflows/:id/revisions': {
    operationId: 'listWorkflowRevisions',
    summary: 'The commits of a workflow',
    ...view,
    query: listQuery,
    answers: {
      200: listOf(version),
    },
  },
  'GET /workflows/:id/revisions/:rev': {
    operationId: 'readWorkflowRevision',
    summary: 'The text after a commit',
    ...view,
    params: { rev },
    answers: { 200: itemOf(z.object({ commit: z.string(), source: z.string() })) },
  },
  'GET /workflows/:id/revisions/:rev/diff': {
    operationId: 'compareWorkflowRevision',
    summary: 'What a commit changed, or the difference from another',
    ...view,
    params: { rev },
    query: z.object({ from: rev.optional() }),
    answers: {
      200: itemOf(z.object({ before: z.string(), after: z.string(), from: z.string().optional(), to: z.string() })),
    },
  },
  'POST /workflows/:id/revisions/:rev/revert': {
    operationId: 'revertWorkflow',
    summary: 'Bring the text back to how it was after a commit',
    ...publish,
    params: { rev },
    answers: saved,
  },
})
