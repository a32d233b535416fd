import { textTemplate } from '@weft/catalogue/resources/text-template/text-template.ts'
import { textTemplateContract } from '@weft/contracts/text-templates.ts'
import { checkTemplate, renderTemplate, renderTemplateAsPdf } from '@weft/engine/mail/text-tasks.ts'
import { readConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { createRow, etagOf, readRow, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { givenFields, givenVariables } from '@weft/kit/text-templates/given.ts'
import type { TemplateKind, TemplateVariable } from '@weft/kit/text-templates/kinds.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

const texts = defineMessages({
  html: {
    en: 'A PDF is made of HTML templates only.',
    de: 'Ein PDF entsteht nur aus Vorlagen vom Typ HTML.',
  },
})

type Spoken = {
  type: TemplateKind
  body: string
  variables: TemplateVariable[]
  data_structure_id?: string | null | undefined
}

/** Text templates: read and written for values in isolated tasks, by what runs use as well. */
export const textTemplateRoutes =
  ({ db, isolation }: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, textTemplateContract)

    on('POST /text_templates', async (request, reply) => {
      const { scope, body } = request
      const order = await inScope(db, scope, (trx) => spokenOf(trx, body))
      await isolation.run(checkTemplate, order, isolated(request, reply))
      const data = await inScope(db, scope, (trx) => createRow(trx, textTemplate, body))
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /text_templates/:id`, async (request, reply) => {
        const { scope, params, body, headers } = request
        const order = await inScope(db, scope, async (trx) =>
          spokenOf(trx, { ...(await readRow(trx, textTemplate, params.id)), ...body }),
        )
        await isolation.run(checkTemplate, order, isolated(request, reply))
        const data = await inScope(db, scope, (trx) =>
          updateRow(trx, textTemplate, params.id, body, headers['if-match']),
        )
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('POST /text_templates/:id/render', async (request, reply) => {
      const { values, ...changed } = request.body
      const { label: _, ...stored } = await tried(request, changed)
      const { value } = await isolation.run(
        renderTemplate,
        { ...stored, values, now: new Date() },
        isolated(request, reply),
      )
      return { data: value }
    })

    on('POST /text_templates/:id/pdf', async (request, reply) => {
      const { values, ...changed } = request.body
      const { label: title, ...stored } = await tried(request, changed)
      if (stored.kind !== 'html') throw new Invalid('TEXT_TEMPLATE_NOT_HTML', texts.html())
      const order = { ...stored, values, title, language: request.language, now: new Date() }
      const { bytes } = await isolation.run(renderTemplateAsPdf, order, isolated(request, reply))
      return reply.header('content-type', 'application/pdf').code(200).send(bytes[0]!)
    })

    /** What is stored, as somebody has changed it. */
    const tried = (
      { scope, params }: { scope: Parameters<typeof inScope>[1]; params: { id: string } },
      changed: object,
    ) =>
      inScope(db, scope, async (trx) => {
        const stored = { ...(await readRow(trx, textTemplate, params.id)), ...changed }
        return { ...(await spokenOf(trx, stored)), label: stored.label }
      })
  }

/** A text with what it may speak of: the fields of its structure, its variables, and configuration values. */
async function spokenOf(trx: Scoped, { type, body, variables, data_structure_id }: Spoken) {
  const structure =
    data_structure_id &&
    (await trx.selectFrom('data_structures').select('fields').where('id', '=', data_structure_id).executeTakeFirst())
  const fields = structure ? (structure.fields as StructureField[]) : []
  return {
    kind: type,
    template: body,
    fields: [...givenFields(fields), ...givenVariables(variables)],
    configuration: await readConfiguration(trx),
  }
}
