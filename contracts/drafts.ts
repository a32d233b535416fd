import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'
import { rev, versionName } from './definitions.ts'
import { savedWorkflow, workflowSource } from './workflows.ts'

const draft = rows.definition_drafts
  .pick({ id: true, author_name: true, author_email: true, base_version: true, revision: true, updated_at: true })
  .extend({
    is_own: z.boolean(),
    /** Somebody has published since it was begun. */
    is_behind: z.boolean(),
  })
export type WorkflowDraftHead = z.output<typeof draft>
const whole = draft.extend({ source: z.string(), problems: savedWorkflow.shape.problems })
export type WorkflowDraft = z.output<typeof whole>

const view = { scope: 'project', may: ['workflows', 'view'] } as const
const update = { scope: 'project', may: ['workflows', 'update'], peopleOnly: true } as const
const draft_id = z.uuid()

/** Drafts beside the live version of a workflow: one a person, visible to all of the project. */
export const workflowDraftContract = defineRoutes({
  'GET /workflows/:id/drafts': {
    operationId: 'listWorkflowDrafts',
    summary: 'The drafts of a workflow, the most recent first',
    ...view,
    answers: { 200: itemOf(z.array(draft)) },
  },
  'GET /workflows/:id/drafts/:draft_id': {
    operationId: 'readWorkflowDraft',
    summary: 'A draft with its text',
    ...view,
    params: { draft_id },
    answers: { 200: itemOf(whole) },
  },
  'GET /workflows/:id/drafts/:draft_id/diff': {
    operationId: 'compareWorkflowDraft',
    summary: 'A draft beside the live version',
    ...view,
    params: { draft_id },
    answers: { 200: itemOf(z.object({ before: z.string(), after: z.string(), version: z.number() })) },
  },
  'PUT /workflows/:id/draft': {
    operationId: 'saveWorkflowDraft',
    summary: 'Save one’s own draft, finished or not; nothing that runs is changed',
    ...update,
    body: z.strictObject({
      source: workflowSource,
      /** The save it was made on, 0 where there was none; another one in the meantime is a conflict. */
      revision: z.int().min(0).optional(),
      /** The live version whoever works on it has seen last; that of the draft’s beginning where absent. */
      base_version: z.int().min(1).optional(),
    }),
    answers: { 200: itemOf(whole) },
  },
  'DELETE /workflows/:id/drafts/:draft_id': {
    operationId: 'discardWorkflowDraft',
    summary: 'Discard one’s own draft',
    ...update,
    params: { draft_id },
    answers: { 204: nothing },
  },
  'POST /workflows/:id/drafts/:draft_id/publish': {
    operationId: 'publishWorkflowDraft',
    summary: 'Make a draft the live version, checked as any save',
    scope: 'project',
    may: ['workflows', 'publish'],
    peopleOnly: true,
    params: { draft_id },
    body: z.strictObject({
      /** The live version it takes the place of; another one in the meantime is a conflict. */
      version: z.int(),
      /** The save of the draft that was looked at. */
      revision: z.int(),
      name: versionName.default(''),
      message: z.string().trim().max(500).default(''),
    }),
    answers: { 200: itemOf(savedWorkflow) },
  },
  'POST /workflows/:id/revisions/:rev/draft': {
    operationId: 'draftWorkflowRevision',
    summary: 'Make an earlier version one’s own draft',
    ...update,
    params: { rev },
    body: z
      .strictObject({
        /** The save of one’s own draft that may be replaced; one that is not named is left alone. */
        revision: z.int().min(0).default(0),
      })
      .default({ revision: 0 }),
    answers: { 200: itemOf(whole) },
  },
})
