import { openStatuses } from '@weft/kit/define/job-status.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  running: {
    en: 'A run of this integration is under way. Stop it first.',
    de: 'Ein Lauf dieser Integration ist im Gange. Halten Sie ihn zuerst an.',
  },
})

/** Takes an integration away with its workflow; what it has stored, and what others may use by now, stays. */
export async function removeIntegration(
  { db }: AppContext<'db'>,
  { scope }: FastifyRequest,
  id: string,
): Promise<void> {
  await inScope(db, scope, async (trx) => {
    const found = await trx
      .selectFrom('integrations')
      .select(['workflow_id', 'label'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) throw notFound()
    const running = await trx
      .selectFrom('jobs')
      .select('id')
      .where('workflow_id', '=', found.workflow_id)
      .where('status', 'in', openStatuses)
      .limit(1)
      .executeTakeFirst()
    if (running) throw new Conflict('INTEGRATION_RUNNING', texts.running())
    await trx.deleteFrom('workflows').where('id', '=', found.workflow_id).execute()
  })
}
