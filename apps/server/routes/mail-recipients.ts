import { mailRecipient } from '@weft/catalogue/resources/mail-recipient/mail-recipient.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  noWorkflow: {
    en: 'This workflow does not exist in the project.',
    de: 'Diesen Workflow gibt es in diesem Projekt nicht.',
  },
})

const params = z.object({ id: z.uuid() })

/** Making and changing a recipient: the workflow it is about must be one of the project. */
export const mailRecipientRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['mail_recipients'], summary })
    const { draft, changes, row, labels } = mailRecipient

    app.post(
      '/mail_recipients',
      {
        schema: { ...about('Create email recipient'), body: draft },
        config: { scope: 'project', may: ['projects', 'create'], labels: labels.fields },
      },
      async ({ scope, body }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await checkWorkflow(trx, body.workflow_id)
          return createRow(trx, mailRecipient, body)
        })
        return reply
          .code(201)
          .header('etag', etagOf(data))
          .send({ data: row.parse(data) })
      },
    )

    for (const method of ['PUT', 'POST'] as const)
      app.route({
        method,
        url: '/mail_recipients/:id',
        schema: { ...about('Change email recipient'), params, body: changes },
        config: { scope: 'project', may: ['projects', 'update'], labels: labels.fields },
        handler: async ({ scope, params, body, headers }, reply) => {
          const data = await inScope(db, scope, async (trx) => {
            await checkWorkflow(trx, body.workflow_id)
            return updateRow(trx, mailRecipient, params.id, body, headers['if-match'])
          })
          return reply.header('etag', etagOf(data)).send({ data: row.parse(data) })
        },
      })
  }

async function checkWorkflow(trx: Scoped, id: string | null | undefined) {
  if (!id) return
  const known = await trx.selectFrom('workflows').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw invalidField('workflow_id', texts.noWorkflow())
}
