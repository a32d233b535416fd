import { mailRecipientContract } from '@weft/contracts/mail-recipients.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { mailRecipient } from '@weft/catalogue/resources/mail-recipient/mail-recipient.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { createRow, etagOf, updateRow } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  noWorkflow: {
    en: 'This workflow does not exist in the project.',
    de: 'Diesen Workflow gibt es in diesem Projekt nicht.',
  },
})

/** Making and changing a recipient: the workflow it is about must be one of the project. */
export const mailRecipientRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, mailRecipientContract)

    const { row } = mailRecipient

    on('POST /mail_recipients', async ({ scope, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        await checkWorkflow(trx, body.workflow_id)
        return createRow(trx, mailRecipient, body)
      })
      return reply
        .header('etag', etagOf(data))
        .code(201)
        .send({ data: row.parse(data) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /mail_recipients/:id`, async ({ scope, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          await checkWorkflow(trx, body.workflow_id)
          return updateRow(trx, mailRecipient, params.id, body, headers['if-match'])
        })
        return reply
          .header('etag', etagOf(data))
          .code(200)
          .send({ data: row.parse(data) })
      })
  }

async function checkWorkflow(trx: Scoped, id: string | null | undefined) {
  if (!id) return
  const known = await trx.selectFrom('workflows').select('id').where('id', '=', id).executeTakeFirst()
  if (!known) throw invalidField('workflow_id', texts.noWorkflow())
}
