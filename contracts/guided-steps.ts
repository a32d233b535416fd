import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

/** What somebody is shown of a project in their first quarter of an hour, in its order. */
export const guidedSteps = ['run', 'mend', 'mapping', 'query', 'chart', 'webhook', 'further'] as const

const guide = z.object({
  dismissed: z.boolean(),
  steps: z.array(
    z.object({
      key: oneOf(guidedSteps),
      done: z.boolean(),
      /** The entry of the project it is best done with, where there is one. */
      id: z.string().nullable(),
      /** Of a run: of what. */
      workflow_id: z.string().nullable(),
    }),
  ),
})
export type GuideAnswer = z.output<typeof guide>

/** The first steps in a project: found out, not ticked. */
export const guidedStepContract = defineRoutes({
  'GET /guided_steps': {
    operationId: 'readGuidedSteps',
    summary: 'The first steps in the project, and which of them the caller has done',
    scope: 'project',
    may: ['projects', 'view'],
    peopleOnly: true,
    answers: { 200: itemOf(guide) },
  },
  'PUT /guided_steps': {
    operationId: 'dismissGuidedSteps',
    summary: 'Put the first steps away, or bring them back',
    scope: 'project',
    may: ['projects', 'view'],
    peopleOnly: true,
    unaudited: 'what one likes to have at hand',
    body: z.strictObject({ dismissed: z.boolean() }),
    answers: { 200: itemOf(guide) },
  },
})
