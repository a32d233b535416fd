import { textTemplateContract } from '@weft/contracts/text-templates.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { renderTemplate } from '@weft/engine/mail/text-tasks.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

/** A text template with values put in: the same function that workflows use. */
export const textTemplateRoutes =
  ({ db, isolation }: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, textTemplateContract)
    on('POST /text_templates/:id/render', async (request, reply) => {
      const { scope, params, body } = request
      const { stored, fields } = await inScope(db, scope, async (trx) => {
        const stored = await trx.selectFrom('text_templates').selectAll().where('id', '=', params.id).executeTakeFirst()
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
    })
  }
