import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { renderText } from '@weft/kit/define/render.ts'
import { parseTemplate, template, unknownNames } from '@weft/kit/define/template.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'

const texts = defineMessages({
  unknown: { en: 'The text speaks of values that nobody gives it.', de: 'Der Text spricht von Werten, die ihm niemand gibt.' },
})

const params = z.object({ id: z.uuid() })
const body = z.strictObject({ values: z.record(z.string(), z.unknown()).default({}), /** Instead of the stored text, to try one before saving. */ body: template.max(20_000).optional() })

/** A text template with values put in: the same function that workflows use. */
export const textTemplateRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  app.post('/text_templates/:id/render', { schema: { tags: ['text_templates'], summary: 'Render a text template', params, body }, config: { scope: 'project', may: ['workflows', 'view'] } }, async ({ scope, params, body }) => {
    const { stored, fields } = await inScope(db, scope, async (trx) => {
      const stored = await trx.selectFrom('text_templates').selectAll().where('id', '=', params.id).executeTakeFirst()
      if (!stored) throw notFound()
      const structure = stored.data_structure_id && (await trx.selectFrom('data_structures').select('fields').where('id', '=', stored.data_structure_id).executeTakeFirst())
      return { stored, fields: structure ? (structure.fields as StructureField[]) : [] }
    })
    const parsed = parseTemplate(body.body ?? stored.body)
    const unknown = unknownNames(parsed, new Set([...Object.keys(body.values), ...fields.map((field) => field.name), 'now']))
    if (unknown.length > 0) throw new Invalid('TEMPLATE_UNKNOWN_VALUES', texts.unknown(), { fields: { body: unknown } })
    return { data: { text: renderText(parsed, { now: new Date(), ...body.values }) } }
  })
}
