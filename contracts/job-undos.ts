import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { z } from 'zod'

const record = z.record(z.string(), z.unknown())
const counts = { remove: z.number(), put_back: z.number(), bring_back: z.number(), stands: z.number() }

const structureUndo = z.object({
  structure_id: z.string(),
  label: z.string(),
  /** The steps that have written into it. */
  steps: z.array(z.string()),
  /** Why nothing of it can be taken back: nothing is kept, not without a gap since the run began, or not any more. */
  hindrance: oneOf(['no_versions', 'versions_later', 'forgotten']).nullable(),
  ...counts,
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The first records of each action, as they are and as they will be. */
  samples: z.array(
    z.object({
      action: oneOf(['remove', 'put_back', 'bring_back']),
      id: z.string(),
      now: record.nullable(),
      then: record.nullable(),
    }),
  ),
})

const undo = rows.job_undos.pick({ id: true, total: true, created_at: true, finished_at: true }).extend({
  state: oneOf(['running', 'done', 'failed']),
  structures: z.array(z.object({ structure_id: z.string(), label: z.string(), ...counts })),
  error: z.string().nullable(),
  asked_by_name: z.string().nullable(),
})

const plan = z.object({
  structures: z.array(structureUndo),
  /** The latest time somebody took it back. */
  undo: undo.nullable(),
})

/** Taking back what a run has written into data structures. */
export const jobUndoContract = defineRoutes({
  'GET /jobs/:id/undo': {
    operationId: 'planJobUndo',
    summary: 'What taking back a run would do, by data structure, and how the latest time went',
    scope: 'project',
    may: ['records', 'view'],
    answers: { 200: itemOf(plan) },
  },
  'POST /jobs/:id/undo': {
    operationId: 'undoJob',
    summary:
      'Take back what a run has written into data structures, in the background: what it made is removed, what it changed or removed is put back; what something newer stands on stays',
    scope: 'project',
    may: ['records', 'update'],
    answers: { 202: itemOf(undo) },
  },
  'GET /job_undos/:id': {
    operationId: 'readJobUndo',
    summary: 'How far taking back a run has come',
    scope: 'project',
    may: ['records', 'view'],
    answers: { 200: itemOf(undo) },
  },
})
