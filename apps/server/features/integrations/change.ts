import { schedule } from '@weft/catalogue/elements/schedule/schedule.ts'
import type { integrationContract } from '@weft/contracts/integrations.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { changeWorkflow } from '../workflows/change.ts'
import { changedText, checkText, readText } from '../workflows/read-text.ts'
import { readSource } from '../workflows/rows.ts'
import { saveWorkflow } from '../workflows/save.ts'
import { scheduleSettings } from './plan/workflow.ts'

const texts = defineMessages({
  changed: { en: 'Change when {label} runs', de: 'Ändern, wann {label} läuft' },
  noSchedule: {
    en: 'The workflow has no schedule any more. Add one there.',
    de: 'Der Workflow hat keinen Zeitplan mehr. Fügen Sie dort einen hinzu.',
  },
})

type Changes = BodyOf<(typeof integrationContract)['PUT /integrations/:id']>

/** Name and activity are those of the workflow; the rhythm is its schedule, whatever somebody has made of the rest of its text. */
export async function changeIntegration(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { rhythm, time, ...changes }: Changes,
): Promise<void> {
  const { db } = context
  const { scope, user, language } = request
  const { label, new_fields, active } = changes
  const { workflow_id } = await inScope(db, scope, async (trx) => {
    const found = await trx.selectFrom('integrations').select('workflow_id').where('id', '=', id).executeTakeFirst()
    if (!found) throw notFound()
    const own = { ...(label !== undefined && { label }), ...(new_fields !== undefined && { new_fields }) }
    if (Object.keys(own).length > 0) await trx.updateTable('integrations').set(own).where('id', '=', id).execute()
    return found
  })
  if (label !== undefined || active !== undefined)
    await changeWorkflow(context, request, reply, workflow_id, {
      ...(label !== undefined && { label }),
      ...(active !== undefined && { active }),
    })
  if (rhythm === undefined) return
  const before = await inScope(db, scope, (trx) => readSource(trx, workflow_id))
  const given = isolated(request, reply)
  const { document } = await readText(context, before.source, given)
  const clock = document?.steps.find(({ element }) => element === schedule.key)
  if (!clock) throw new Conflict('NO_SCHEDULE', texts.noSchedule())
  const source = await changedText(
    context,
    before.source,
    {
      steps: { [clock.id]: { disabled: rhythm === 'none' } },
      ...(rhythm !== 'none' && {
        settings: { [clock.id]: { ...clock.settings, ...scheduleSettings(rhythm, time ?? '02:30') } },
      }),
    },
    given,
  )
  const checked = await checkText(context, scope, source, given)
  await inScope(db, scope, (trx) =>
    saveWorkflow(trx, {
      id: workflow_id,
      checked,
      basedOn: before.source,
      message: say(texts.changed({ label: before.label }), language),
      user,
      language,
    }),
  )
}
