import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

/** What is beside the rows of cross-references themselves. */
export const crossReferenceContract = defineRoutes({
  'GET /cross_references/names': {
    operationId: 'listCrossReferenceNames',
    summary: 'The pairs of systems that cross-references are stored for, the first 200 by name',
    scope: 'project',
    may: ['references', 'view'],
    answers: { 200: itemOf(z.array(z.string())) },
  },
})
