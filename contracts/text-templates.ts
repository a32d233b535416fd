import { itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

/** What is done with a text template beside keeping it. */
export const textTemplateContract = defineRoutes({
  'POST /text_templates/:id/render': {
    operationId: 'renderTextTemplate',
    summary: 'Render a text template',
    scope: 'project',
    may: ['workflows', 'view'],
    body: z.strictObject({
      values: z.record(z.string(), z.unknown()).default({}),
      /** Instead of the stored text, to try one before saving. */
      body: template.max(20_000).optional(),
    }),
    answers: { 200: itemOf(z.object({ text: z.string() })) },
  },
})
