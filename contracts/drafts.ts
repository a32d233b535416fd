import { dataSet } from '@weft/catalogue/resources/data-set/data-set.ts'
import { dataStructure } from '@weft/catalogue/resources/data-structure/data-structure.ts'
import { dynamicModel } from '@weft/catalogue/resources/dynamic-model/dynamic-model.ts'
import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapeOf, shapesOf } from '@weft/kit/contracts/shape.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import { z } from 'zod'
import { rev, versionName } from './definitions.ts'
import { workflowProblem, workflowSource } from './workflows.ts'

const { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth } = dynamicModel.fields
const { options, fields, dynamic_fields, primary_key } = dynamicModel.fields
const reading = { model_name, sample_file, preview_rows, analyse_entry_quantity, max_depth, options }
/** Of a model how its files are read, and what their columns become. */
export const modelDraft = { ...reading, fields, dynamic_fields, primary_key }

const { class_name, table_name, fields: structureFields } = dataStructure.fields
/** Of a data structure what makes its table. */
export const structureDraft = { class_name, table_name, fields: structureFields }

/**
 * What of a thing is drafted, by its kind. It may be unfinished, so these are shapes without rules: enough for what edits the thing to
 * show it.
 */
export const draftContents = {
  workflow: z.strictObject({ kind: z.literal('workflow'), source: workflowSource }),
  mapping: z.strictObject({ kind: z.literal('mapping'), definition: shapeOf(mappingDefinition) }),
  data_set: z.strictObject({ kind: z.literal('data_set'), ...shapesOf(dataSet.fields) }),
  dynamic_model: z.strictObject({ kind: z.literal('dynamic_model'), ...shapesOf(modelDraft) }),
  data_structure: z.strictObject({ kind: z.literal('data_structure'), ...shapesOf(structureDraft) }),
}
export type DraftKind = keyof typeof draftContents
const content = z.discriminatedUnion('kind', [
  draftContents.workflow,
  draftContents.mapping,
  draftContents.data_set,
  draftContents.dynamic_model,
  draftContents.data_structure,
])
export type DraftContent = z.output<typeof content>

const draft = rows.definition_drafts
  .pick({ id: true, author_name: true, author_email: true, base_version: true, revision: true, updated_at: true })
  .extend({
    is_own: z.boolean(),
    /** Somebody has published since it was begun. */
    is_behind: z.boolean(),
  })
const whole = draft.extend({ content, problems: z.array(workflowProblem) })
export type DraftProblem = z.output<typeof workflowProblem>

const scope = 'project'
const peopleOnly = true
const draft_id = z.uuid()

/** Drafts beside the live version of a thing: one a person, visible to all of the project. Who may change a thing may draft it. */
export const draftContract = defineRoutes({
  'GET /definitions/:id/drafts': {
    operationId: 'listDrafts',
    summary: 'The drafts of a thing, the most recent first, and its live version',
    scope,
    answers: { 200: itemOf(z.object({ version: z.number(), drafts: z.array(draft) })) },
  },
  'GET /definitions/:id/drafts/:draft_id': {
    operationId: 'readDraft',
    summary: 'A draft with what it says and what is wrong with it',
    scope,
    params: { draft_id },
    answers: { 200: itemOf(whole) },
  },
  'GET /definitions/:id/drafts/:draft_id/diff': {
    operationId: 'compareDraft',
    summary: 'A draft beside the live version',
    scope,
    params: { draft_id },
    answers: { 200: itemOf(z.object({ before: z.string(), after: z.string(), version: z.number() })) },
  },
  'PUT /definitions/:id/draft': {
    operationId: 'saveDraft',
    summary: 'Save one’s own draft, finished or not; what is live is not changed',
    scope,
    peopleOnly,
    body: z.strictObject({
      content,
      /** The save it was made on, 0 where there was none; another one in the meantime is a conflict. */
      revision: z.int().min(0).optional(),
      /** The live version whoever works on it has seen last; that of the draft’s beginning where absent. */
      base_version: z.int().min(1).optional(),
    }),
    answers: { 200: itemOf(whole) },
  },
  'DELETE /definitions/:id/drafts/:draft_id': {
    operationId: 'discardDraft',
    summary: 'Discard one’s own draft',
    scope,
    peopleOnly,
    params: { draft_id },
    answers: { 204: nothing },
  },
  'POST /definitions/:id/drafts/:draft_id/publish': {
    operationId: 'publishDraft',
    summary: 'Make a draft the live version, checked as any save',
    scope,
    peopleOnly,
    params: { draft_id },
    body: z.strictObject({
      /** The live version it takes the place of; another one in the meantime is a conflict. */
      version: z.int(),
      /** The save of the draft that was looked at. */
      revision: z.int(),
      name: versionName.default(''),
      message: z.string().trim().max(500).default(''),
      /** Of a data structure: values that its table loses, as the plan of the change has told. */
      accept_losses: z.boolean().default(false),
    }),
    answers: { 200: itemOf(z.object({ version: z.number() })) },
  },
  'POST /definitions/:id/versions/:rev/draft': {
    operationId: 'draftVersion',
    summary: 'Make an earlier version one’s own draft',
    scope,
    peopleOnly,
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
