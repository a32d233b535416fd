import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { personalKinds } from '@weft/kit/define/personal.ts'
import { filteredBy } from '@weft/kit/http/list-query.ts'
import { draftSteps, integrationDraft, newFieldRules, rhythms, sizedType } from '@weft/kit/integrations/draft.ts'
import { differenceKinds, decisions } from '@weft/kit/integrations/differences.ts'
import { z } from 'zod'
import { describedTable, foundField } from './described-tables.ts'

/** How an integration is; what needs somebody comes first. */
export const integrationStates = ['needs_you', 'running', 'healthy', 'paused', 'new'] as const
/** Why an integration needs somebody. */
export const integrationReasons = ['connection', 'changed', 'held', 'failed', 'refused'] as const

const run = z.object({
  job_id: z.string(),
  status: z.string(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  duration_ms: z.number().nullable(),
  records: z.number(),
  rejected: z.number(),
})

const connection = z.object({
  id: z.string(),
  label: z.string(),
  connector: z.string(),
  state: z.string(),
})

const listed = z.object({
  id: z.string(),
  label: z.string(),
  workflow_id: z.string(),
  connection: connection.nullable(),
  tables: z.number(),
  state: oneOf(integrationStates),
  reason: oneOf(integrationReasons).nullable(),
  /** Of refused records or of differences, how many. */
  count: z.number(),
  last_run: run.nullable(),
  recent_runs: z.array(run),
  rows_today: z.number(),
  /** Rows of the last seven days, the oldest first. */
  days: z.array(z.number()),
  /** When it ran well for the last time. */
  fresh_at: z.string().nullable(),
  next_at: z.string().nullable(),
  /** In the words of whoever reads it. */
  rhythm: z.string(),
  /** Null where somebody has set it otherwise in the workflow. */
  rhythm_key: oneOf(rhythms).nullable(),
  created_at: z.string(),
})
export type ListedIntegration = z.input<typeof listed>

const integrationTable = rows.integration_tables
  .pick({
    id: true,
    name: true,
    step: true,
    structure_id: true,
    mapping_id: true,
    read: true,
    cursor_field: true,
    deletions: true,
    rows: true,
  })
  .extend({
    fields: z.number(),
    personal: z.number(),
    /** What was not believed to have vanished. */
    held: z.object({ all: z.number(), missing: z.number() }).nullable(),
    structure_label: z.string().nullable(),
  })

const whole = listed.extend({
  list: z.array(integrationTable),
  new_fields: oneOf(newFieldRules),
  first_job_id: z.string().nullable(),
  compared_at: z.string().nullable(),
  created_by_name: z.string().nullable(),
})
export type WholeIntegration = z.input<typeof whole>

const profile = z.object({
  table: describedTable,
  tells_changes: z.boolean(),
  read: z.number(),
  whole: z.boolean(),
  fields: z.array(
    foundField.extend({
      filled: z.number(),
      distinct: z.number(),
      more: z.boolean(),
      longest: z.number(),
      example: z.string().nullable(),
      personal: oneOf(personalKinds).nullable(),
      found: shapeOf(sizedType).nullable(),
    }),
  ),
  sample: z.array(z.record(z.string(), z.unknown())),
})
export type ProfileAnswer = z.input<typeof profile>

const draft = z.object({
  id: z.string(),
  connector: z.string(),
  connection_id: z.string().nullable(),
  connection_label: z.string().nullable(),
  step: oneOf(draftSteps),
  data: shapeOf(integrationDraft),
  /** What was found in each table, by its name. */
  profiles: z.record(z.string(), profile),
  created_at: z.string(),
  updated_at: z.string(),
})
export type DraftAnswer = z.input<typeof draft>

const difference = z.object({
  id: z.string(),
  kind: oneOf(differenceKinds),
  table: z.string(),
  field: z.string(),
  /** What it was renamed to. */
  to: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Whether the field is stored here. */
  used: z.boolean(),
  decision: oneOf(decisions),
  choices: z.array(oneOf(decisions)),
  evidence: z
    .object({
      same: z.number(),
      of: z.number(),
      rows: z.array(z.object({ key: z.string(), before: z.string(), after: z.string(), equal: z.boolean() })),
    })
    .nullable(),
})
export type DifferenceAnswer = z.input<typeof difference>

const comparison = z.object({
  compared_at: z.string(),
  missing_tables: z.array(z.string()),
  differences: z.array(difference),
})

const view = { scope: 'project', may: ['connections', 'view'] } as const
const make = { scope: 'project', may: ['connections', 'create'] } as const

/** Tables of connected systems that are kept up to date here, and the making of them step by step. */
export const integrationContract = defineRoutes({
  'GET /integrations': {
    operationId: 'listIntegrations',
    summary: 'List the integrations of the project: what needs somebody first',
    ...view,
    query: filteredBy({ state: z.enum(integrationStates) }),
    answers: { 200: listOf(listed) },
  },
  'GET /integrations/figures': {
    operationId: 'readIntegrationFigures',
    summary: 'Rows of today, runs of a day, the oldest data and what needs somebody',
    ...view,
    answers: {
      200: itemOf(
        z.object({
          rows_today: z.number(),
          rows_yesterday: z.number(),
          /** Rows of the last twelve times two hours, the oldest first. */
          slots: z.array(z.number()),
          runs: z.number(),
          failed: z.number(),
          successes: z.array(z.number().nullable()),
          oldest: z.object({ label: z.string(), at: z.string().nullable() }).nullable(),
          needs_you: z.number(),
          waiting: z.number(),
          states: z.record(z.string(), z.number()),
        }),
      ),
    },
  },
  'GET /integrations/:id': {
    operationId: 'readIntegration',
    summary: 'Read an integration with its tables',
    ...view,
    answers: { 200: itemOf(whole) },
  },
  'PUT /integrations/:id': {
    operationId: 'changeIntegration',
    summary: 'Change the name, the rhythm, or what happens with new fields',
    scope: 'project',
    may: ['workflows', 'update'],
    body: z.strictObject({
      label: z.string().trim().min(1).max(191).optional(),
      new_fields: z.enum(newFieldRules).optional(),
      rhythm: z.enum(rhythms).optional(),
      time: integrationDraft.shape.time.unwrap().optional(),
      active: z.boolean().optional(),
    }),
    answers: { 200: itemOf(whole) },
  },
  'DELETE /integrations/:id': {
    operationId: 'deleteIntegration',
    summary: 'Delete an integration and its workflow; connection, data structures, mappings and records stay',
    scope: 'project',
    may: ['workflows', 'delete'],
    answers: { 204: nothing },
  },
  'POST /integrations/:id/accept_vanished': {
    operationId: 'acceptVanishedRecords',
    summary: 'Believe a source that so many records are gone: the next run takes them away',
    scope: 'project',
    may: ['records', 'delete'],
    body: z.strictObject({ table: z.string().min(1).max(500) }),
    answers: { 200: itemOf(whole) },
  },
  'POST /integrations/:id/compare': {
    operationId: 'compareIntegration',
    summary: 'Compare the tables at the source with what was decided about them',
    scope: 'project',
    may: ['connections', 'run'],
    answers: { 200: itemOf(comparison) },
  },
  'POST /integrations/:id/apply': {
    operationId: 'applyDifferences',
    summary: 'Take over what has changed at the source, as decided for each difference',
    scope: 'project',
    may: ['workflows', 'update'],
    body: z.strictObject({
      decisions: z
        .array(z.strictObject({ id: z.string().max(1_000), decision: z.enum(decisions) }))
        .min(1)
        .max(500),
    }),
    answers: { 200: itemOf(z.object({ done: z.array(z.string()) })) },
  },
  'GET /integration_drafts': {
    operationId: 'listIntegrationDrafts',
    summary: 'Your integrations that are not finished',
    ...make,
    peopleOnly: true,
    answers: { 200: itemOf(z.array(draft.omit({ profiles: true }))) },
  },
  'POST /integration_drafts': {
    operationId: 'beginIntegration',
    summary: 'Begin an integration with a kind of system, or with a connection that exists',
    ...make,
    peopleOnly: true,
    unaudited: 'nothing is made until it is saved',
    body: z.union([
      z.strictObject({ connector: z.string().min(1).max(191) }),
      z.strictObject({ connection_id: z.uuid() }),
    ]),
    answers: { 201: itemOf(draft) },
  },
  'GET /integration_drafts/:id': {
    operationId: 'readIntegrationDraft',
    summary: 'Read an integration that is not finished',
    ...make,
    peopleOnly: true,
    answers: { 200: itemOf(draft) },
  },
  'PUT /integration_drafts/:id': {
    operationId: 'changeIntegrationDraft',
    summary: 'Keep how far an integration has come',
    ...make,
    peopleOnly: true,
    unaudited: 'nothing is made until it is saved',
    body: z.strictObject({
      connection_id: z.uuid().nullable().optional(),
      connector: z.string().min(1).max(191).optional(),
      step: z.enum(draftSteps).optional(),
      data: integrationDraft.optional(),
    }),
    answers: { 200: itemOf(draft) },
  },
  'DELETE /integration_drafts/:id': {
    operationId: 'discardIntegrationDraft',
    summary: 'Discard an integration that is not finished',
    ...make,
    peopleOnly: true,
    unaudited: 'nothing was made yet',
    answers: { 204: nothing },
  },
  'POST /integration_drafts/:id/describe': {
    operationId: 'describeDraftTables',
    summary: 'The fields, keys and cursors of some tables, asked of the system now',
    scope: 'project',
    may: ['connections', 'run'],
    peopleOnly: true,
    unaudited: 'a question that names many tables',
    body: z.strictObject({ tables: z.array(z.string().min(1).max(500)).min(1).max(50) }),
    answers: { 200: itemOf(z.array(describedTable)) },
  },
  'POST /integration_drafts/:id/analyse': {
    operationId: 'analyseDraftTable',
    summary: 'Look through a sample of a table; what tells of people is answered masked',
    scope: 'project',
    may: ['connections', 'run'],
    peopleOnly: true,
    unaudited: 'nothing is made until it is saved',
    body: z.strictObject({ table: z.string().min(1).max(500) }),
    answers: { 200: itemOf(draft) },
  },
  'POST /integration_drafts/:id/save': {
    operationId: 'saveIntegration',
    summary: 'Make data structures, mappings and a workflow of it, and start the first run if wished',
    scope: 'project',
    may: ['workflows', 'create'],
    peopleOnly: true,
    body: z.strictObject({ run: z.boolean().default(true) }),
    answers: { 201: itemOf(whole) },
  },
})
