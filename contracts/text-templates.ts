import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { file, itemOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapeOf } from '@weft/kit/contracts/shape.ts'
import { templateKind, templateVariables } from '@weft/kit/text-templates/kinds.ts'
import { z } from 'zod'

const row = shapeOf(textTemplate.row)
const may = (action: 'view' | 'create' | 'update') => ({ scope: 'project', may: ['workflows', action] }) as const
const change = {
  summary: 'Change a text template',
  ...may('update'),
  body: textTemplate.changes,
  answers: { 200: itemOf(row) },
}
const tried = z.strictObject({
  values: z.record(z.string(), z.unknown()).default({}),
  /** Instead of what is stored, to try it before saving. */
  body: z.string().max(20_000).optional(),
  type: templateKind.optional(),
  variables: templateVariables.optional(),
})

/** Text templates: checked when saved, and written for values. */
export const textTemplateContract = defineRoutes({
  'POST /text_templates': {
    operationId: 'createTextTemplate',
    summary: 'Create a text template',
    ...may('create'),
    body: textTemplate.draft,
    answers: { 201: itemOf(row) },
  },
  'PUT /text_templates/:id': { operationId: 'changeTextTemplate', ...change },
  'POST /text_templates/:id': { operationId: 'changeTextTemplateByPost', ...change },
  'POST /text_templates/:id/render': {
    operationId: 'renderTextTemplate',
    summary: 'Render a text template',
    ...may('view'),
    body: tried,
    answers: { 200: itemOf(z.object({ text: z.string() })) },
  },
  'POST /text_templates/:id/pdf': {
    operationId: 'renderTextTemplateAsPdf',
    summary: 'Render an HTML template as a PDF',
    ...may('view'),
    body: tried,
    answers: { 200: file },
  },
})
