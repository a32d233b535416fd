import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { jobStatuses } from '@weft/kit/define/job-status.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const step = z.object({ id: z.string(), label: z.string(), element: z.string() })

const run = z.object({
  id: z.string(),
  number: z.string(),
  workflow_id: z.string(),
  workflow_label: z.string(),
  version: z.number(),
  status: oneOf(jobStatuses),
  /** The steps that wrote into the structure; more than one where it is not known which of them it was. */
  steps: z.array(step),
  /** The mappings before them, with the version that held when the run began; null where none is kept. */
  mappings: z.array(z.object({ id: z.string(), label: z.string(), version: z.number().nullable() })),
  /** Where the run has read: the connection, path or table its step names. */
  sources: z.array(step.extend({ connection: z.string(), place: z.string() })),
})

const event = z.object({
  /** The version it made; the version it ended, of a deletion. */
  version: z.number(),
  kind: oneOf(['created', 'changed', 'confirmed', 'deleted', 'brought_back']),
  /** Empty: not kept. */
  at: z.string().nullable(),
  by: oneOf(['run', 'hand', 'undo', 'removed_run', 'unknown']),
  /** The run that did it, or that was taken back; null to whom runs are not shown, too. */
  run: run.nullable(),
  /** Who took the run back. */
  asked_by_name: z.string().nullable(),
})

const lineage = z.object({
  /** Without versions only the last run that wrote is known. */
  keeps_versions: z.boolean(),
  /** Earlier than the first event there were versions that were not kept. */
  is_whole: z.boolean(),
  /** The newest first. */
  events: z.array(event),
  /** Cross-references in which the record's key stands; null to whom they are not shown. */
  references: z.array(z.object({ name: z.string(), left_id: z.string(), right_id: z.string() })).nullable(),
})

/** Where a record comes from. */
export const recordLineageContract = defineRoutes({
  'GET /data_structures/:id/records/:record/lineage': {
    operationId: 'readRecordLineage',
    summary:
      'Where a record comes from: the runs, steps, sources and mapping versions that made its versions, and the cross-references its key stands in',
    scope: 'project',
    may: ['records', 'view'],
    params: {
      record: z
        .string()
        .regex(inWords(/^\d{1,18}$/, { en: 'This does not name a record.', de: 'Das bezeichnet keinen Datensatz.' })),
    },
    answers: { 200: itemOf(lineage) },
  },
})
