import type { workflowContract } from '@weft/contracts/workflows.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { classNameOf } from '@weft/kit/define/technical-name.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { emptyDocument } from '@weft/kit/workflow-text/text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { renamed } from './change.ts'
import { refuseExcluding } from './excluding.ts'
import { checkText } from './read-text.ts'
import { readHead } from './rows.ts'
import { saveWorkflow } from './save.ts'

const texts = defineMessages({
  created: { en: 'Create {label}', de: '{label} anlegen' },
  noQueue: { en: 'This tenant has no queue yet.', de: 'Dieser Mandant hat noch keine Warteschlange.' },
})

/** Makes a workflow with its row, its text and the first commit of its history. */
export async function createWorkflow(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  body: BodyOf<(typeof workflowContract)['POST /workflows']>,
) {
  const { db } = context
  const { scope, user, language } = request
  refuseExcluding(user, body.exclude_from_billing, false)
  const given = isolated(request, reply)
  const text = body.source ?? emptyDocument(body.label)
  const asGiven = await checkText(context, scope, text, given)
  const source = await renamed(context, text, asGiven.document, body, given)
  const checked = source === text ? asGiven : await checkText(context, scope, source, given)
  return inScope(db, scope, async (trx) => {
    const { source: _given, ...columns } = body
    const queue_id = columns.queue_id ?? (await usualQueue(trx))
    const class_name = columns.class_name ?? (await freeClassName(trx, body.label))
    const { id } = await trx
      .insertInto('workflows')
      .values({ ...columns, class_name, queue_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveWorkflow(trx, {
      id,
      checked,
      message: say(texts.created({ label: body.label }), language),
      user,
      language,
    })
    return readHead(trx, id)
  })
}

export async function usualQueue(trx: Scoped) {
  const queue = await trx
    .selectFrom('queues')
    .select('id')
    .where('active', '=', true)
    .orderBy((eb) => eb('name', '=', 'default'), 'desc')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!queue) throw invalidField('queue_id', texts.noQueue())
  return queue.id
}

/** A class name made from the label, with a number behind it where it is taken. */
export async function freeClassName(trx: Scoped, label: string): Promise<string> {
  const wanted =
    classNameOf(label)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, 60) || 'Workflow'
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}${n}`
    if (!(await trx.selectFrom('workflows').select('id').where('class_name', '=', name).executeTakeFirst())) return name
  }
}
