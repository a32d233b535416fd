import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'
import { jobReport } from './job-report.ts'

/** What the jobs of a project came to in the last 24, 48 or 72 hours; of one workflow where it is named. */
export const reportingContract = defineRoutes({
  'GET /reportings': {
    operationId: 'readJobReport',
    summary: 'Jobs of a project by status, time and workflow',
    scope: 'project',
    may: ['jobs', 'view'],
    query: z.object({ hours: z.enum(['24', '48', '72']).default('24'), workflow_id: z.uuid().optional() }),
    answers: { 200: itemOf(jobReport) },
  },
})
