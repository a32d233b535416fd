import type { workflowContract } from '@weft/contracts/workflows.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { checkText } from './read-text.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow } from './save.ts'

const texts = defineMessages({
  published: { en: 'Publish {label}', de: '{label} veröffentlichen' },
})

/** Publishes the text as it stands, or takes it back, and says with it whether triggers start it. */
export async function publishWorkflow(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  body: BodyOf<(typeof workflowContract)['POST /workflows/:id/publish']>,
) {
  const { db } = context
  const { scope, user, language } = request
  const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
  const checked = await checkText(context, scope, source, isolated(request, reply))
  return inScope(db, scope, async (trx) => {
    if (body.active !== undefined)
      await trx.updateTable('workflows').set({ active: body.active }).where('id', '=', id).execute()
    await saveWorkflow(trx, {
      id,
      checked,
      basedOn: source,
      message: say(texts.published({ label }), language),
      user,
      language,
      published: body.published,
    })
    return readHead(trx, id)
  })
}
