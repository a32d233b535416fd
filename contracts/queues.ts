import { queue } from '@weft/catalogue/resources/queue/queue.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'

const labels = queue.labels.fields
const one = itemOf(queue.row)

const change = {
  summary: 'Change queue',
  scope: 'tenant',
  may: ['projects', 'update'],
  labels,
  body: queue.changes,
  answers: { 200: one },
} as const

/** Making and changing a tenant's queue, within the limits the provider has set. */
export const queueContract = defineRoutes({
  'POST /queues': {
    operationId: 'createQueue',
    summary: 'Create queue',
    scope: 'tenant',
    may: ['projects', 'create'],
    labels,
    body: queue.draft,
    answers: { 201: one },
  },
  'PUT /queues/:id': { operationId: 'changeQueue', ...change },
  'POST /queues/:id': { operationId: 'changeQueueByPost', ...change },
})
