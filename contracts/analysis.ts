import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, listMeta, someOf } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'
import { jobReport } from './job-report.ts'

const period = z.enum(['24h', 'week', 'month']).default('24h')
export type Period = z.output<typeof period>

const count = z.number()
const reason = z.object({
  workflow_id: z.string(),
  workflow_label: z.string(),
  step: z.string(),
  field: z.string().nullable(),
  count,
  example: z.string(),
})
const queue = rows.queues.pick({ id: true, name: true, active: true }).extend({
  pending: count,
  running: count,
  finished: count,
  failed: count,
  waited_ms: z.number().nullable(),
})
/** What each queue did in a period, and what waits in it now. */
export type QueueFigures = z.output<typeof queue>

/** A run, or a line one has said. */
const entry = rows.jobs.pick({ status: true, records_in: true, records_out: true, records_rejected: true }).extend({
  id: z.string(),
  at: z.string(),
  kind: oneOf(['run', 'line']),
  level: rows.job_logs.shape.level,
  project_id: z.string(),
  project_name: z.string(),
  workflow_id: z.string(),
  workflow_label: z.string(),
  job_id: z.string(),
  step: z.string().nullable(),
  message: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
})
export type JournalEntry = z.input<typeof entry>
/** Counting ends at a bound; whether there is `more` is all that is known beyond it. */
const entries = { 200: z.object({ data: z.array(entry), meta: listMeta }) }
const query = filteredBy({
  level: someOf(['info', 'warning', 'error', 'debug']),
  project_id: z.uuid(),
  workflow_id: z.uuid(),
}).extend({ period })

const view = { scope: 'tenant', may: ['jobs', 'view'] } as const

/** What went on in all projects of a tenant: figures of a period, the journal and what runs have said. */
export const analysisContract = defineRoutes({
  'GET /analysis/overview': {
    operationId: 'readAnalysisOverview',
    summary: 'Jobs, records, errors and queues of a period, over all projects',
    ...view,
    query: z.object({ period }),
    answers: { 200: itemOf(jobReport.extend({ reasons: z.array(reason), queues: z.array(queue) })) },
  },
  'GET /journal': {
    operationId: 'listJournalEntries',
    summary: 'Runs, and what they warned of or failed at, the newest first; filter by level, project_id, workflow_id',
    ...view,
    query,
    answers: entries,
  },
  'GET /workflow_logs': {
    operationId: 'listWorkflowLogs',
    summary: 'What runs have said, line by line, the newest first; filter by level, project_id, workflow_id',
    ...view,
    query,
    answers: entries,
  },
})
