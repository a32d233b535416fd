import { renderTemplate } from '@weft/engine/mail/text-tasks.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { template } from '@weft/kit/define/template.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { isolated } from '../isolated.ts'

const params = z.object({ id: z.uuid() })
const body = z.strictObject({
  values: z.record(z.string(), z.unknown()).default({}),
  /** Instead of the stored text, to try one before saving. */ body: template.max(20_000).optional(),
})

/** A text template with values put in: the same function that workflows use. */
export const textTemplateRoutes =
  ({ db, isolation }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/text_templates/:id/render',
      {
        schema: { tags: ['text_templates'], summary: 'Render a text template', params, body },
        config: { scope: 'project', may: ['workflows', 'view'] },
      },
      async (request, reply) => {
        const { scope, params, body } = request
        const { stored, fields } = await inScope(db, scope, async (trx) => {
          const stored = await trx
            .selectFrom('text_templates')
            .selectAll()
            .where('id', '=', params.id)
            .executeTakeFirst()
          if (!stored) throw notFound()
          const structure =
            stored.data_structure_id &&
            (await trx
              .selectFrom('data_structures')
              .select('fields')
              .where('id', '=', stored.data_structure_id)
              .executeTakeFirst())
          return { stored, fields: structure ? (structure.fields as StructureField[]) : [] }
        })
        const order = {
          template: body.body ?? stored.body,
          values: body.values,
          fields: fields.map(({ name }) => name),
          now: new Date(),
        }
        const { value } = await isolation.run(renderTemplate, order, isolated(request, reply))
        return { data: value }
      },
    )
  }
