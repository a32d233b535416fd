import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const hit = z.object({
  type: oneOf(['workflow', 'mapping', 'data_structure', 'dynamic_model', 'data_set', 'insight', 'note']),
  id: z.string(),
  title: z.string(),
  link: z.string(),
})

/** Finds entries of the selected project by name. */
export const searchContract = defineRoutes({
  'GET /search': {
    operationId: 'searchProject',
    summary: 'Find entries of a project by name',
    scope: 'project',
    query: z.object({ searchTerm: z.string().trim().min(2).max(100) }),
    answers: { 200: itemOf(z.array(hit)) },
  },
})
