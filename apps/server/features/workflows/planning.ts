import type { workflowContract } from '@weft/contracts/workflows.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { durationOf, durationWrong } from '@weft/kit/define/duration.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { changedText, checkText, readText } from './read-text.ts'
import { refuseText } from './refuse.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow } from './save.ts'

const texts = defineMessages({
  planned: { en: 'Plan {label}', de: '{label} planen' },
})

type Planning = BodyOf<(typeof workflowContract)['PUT /workflows/:id/planning']>

/** How long each step is expected to take, and to wait before a batch is tried again. */
export async function readPlanning(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
) {
  const { source, version } = await inScope(context.db, request.scope, (trx) => readSource(trx, id))
  const { document } = await readText(context, source, isolated(request, reply))
  return {
    version,
    steps: (document?.steps ?? []).map(({ id, element, label, planned, wait }) => ({
      id,
      element,
      label,
      planned: planned ?? '',
      wait: wait ?? '',
    })),
  }
}

/** Writes planned times into the text. */
export async function changePlanning(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  body: Planning,
) {
  const { db } = context
  const { scope, user, language } = request
  refuseTimes(body.steps)
  const { source, label } = await inScope(db, scope, (trx) => readSource(trx, id))
  const given = isolated(request, reply)
  const { document, problems } = await readText(context, source, given)
  if (!document) refuseText(problems)
  const steps = Object.fromEntries(
    Object.entries(body.steps).map(([step, { planned, wait }]) => [
      step,
      { ...(planned !== undefined && { planned }), ...(wait !== undefined && { wait }) },
    ]),
  )
  const checked = await checkText(context, scope, await changedText(context, source, { steps }, given), given)
  return inScope(db, scope, async (trx) => {
    await saveWorkflow(trx, {
      id,
      checked,
      basedOn: source,
      message: say(texts.planned({ label }), language),
      user,
      language,
      version: body.version,
    })
    return readHead(trx, id)
  })
}

function refuseTimes(steps: Planning['steps']) {
  for (const [step, times] of Object.entries(steps))
    for (const [key, time] of Object.entries(times))
      if (time && durationOf(time) === undefined) throw invalidField(`steps.${step}.${key}`, durationWrong())
}
