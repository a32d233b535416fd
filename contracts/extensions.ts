import { projectExtensions } from '@weft/catalogue/resources/setting/extensions.ts'
import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const extension = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  available: z.boolean(),
  enabled: z.boolean(),
})

/** Which extensions of the installation a project uses. */
export const extensionContract = defineRoutes({
  'GET /project_extensions': {
    operationId: 'listProjectExtensions',
    summary: 'List the extensions with what the project and the installation say',
    scope: 'project',
    may: ['projects', 'view'],
    answers: { 200: itemOf(z.array(extension)) },
  },
  'PUT /project_extensions/:key': {
    operationId: 'changeProjectExtension',
    summary: 'Use an extension in the project, or do without it',
    scope: 'project',
    may: ['projects', 'update'],
    params: { key: z.enum(projectExtensions) },
    body: z.strictObject({ enabled: z.boolean() }),
    answers: { 200: itemOf(extension) },
  },
})
