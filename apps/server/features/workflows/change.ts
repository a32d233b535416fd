import { elements } from '@weft/catalogue/elements/all.ts'
import type { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { isError } from '@weft/engine/workflow-model/check.ts'
import { dataSetProblems } from '@weft/engine/workflow-model/data-set.ts'
import type { WorkflowDocument } from '@weft/engine/workflow-model/document.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { refuseExcluding } from './excluding.ts'
import { changedText, checkText, readText } from './read-text.ts'
import { readHead, readSource } from './rows.ts'
import { saveWorkflow, setActive } from './save.ts'

const texts = defineMessages({
  changed: { en: 'Change {label}', de: '{label} ändern' },
  otherSet: {
    en: 'The step {step} removes whatever does not come, which with a delta is nearly everything. Change the step first.',
    de: 'Der Schritt {step} entfernt alles, was nicht kommt, bei einem Delta also fast alles. Ändern Sie zuerst den Schritt.',
  },
})

/** Columns at once; name and description also in the text, which holds them too. */
export async function changeWorkflow(
  context: AppContext<'db' | 'isolation'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  changes: z.output<typeof workflow.changes>,
) {
  const { db } = context
  const { scope, user, language } = request
  const before = await inScope(db, scope, (trx) => readSource(trx, id))
  if (changes.exclude_from_billing !== undefined)
    refuseExcluding(user, changes.exclude_from_billing, before.exclude_from_billing)
  const given = isolated(request, reply)
  const needsText = changes.label !== undefined || changes.description !== undefined || changes.active !== undefined
  const { document } = needsText ? await readText(context, before.source, given) : {}
  const source = await renamed(context, before.source, document, changes, given)
  const dataset_type = changes.dataset_type ?? before.dataset_type
  const isOtherSet = dataset_type !== before.dataset_type
  const checked = source === before.source && !isOtherSet ? undefined : await checkText(context, scope, source, given)
  if (isOtherSet && before.published) refuseDataSet(checked!.document, dataset_type)
  return inScope(db, scope, async (trx) => {
    if (Object.keys(changes).length > 0) await trx.updateTable('workflows').set(changes).where('id', '=', id).execute()
    if (checked)
      await saveWorkflow(trx, {
        id,
        checked,
        basedOn: before.source,
        message: say(texts.changed({ label: changes.label ?? before.label }), language),
        user,
        language,
      })
    else if (changes.active !== undefined)
      await setActive(trx, {
        id,
        active: changes.active,
        document,
        source: before.source,
        published: before.published,
      })
    return { data: await readHead(trx, id) }
  })
}

/** What is published goes on as it is; the type that does not go with it is refused where it was chosen. */
function refuseDataSet(document: WorkflowDocument, dataset_type: string) {
  const [wrong] = dataSetProblems(document, elements, dataset_type).filter(isError)
  if (!wrong) return
  const step = document.steps.find(({ id }) => id === wrong.step)
  throw invalidField('dataset_type', texts.otherSet({ step: step?.label || wrong.step! }))
}

/** Name and description stand in the text as well. */
export async function renamed(
  context: AppContext<'isolation'>,
  source: string,
  document: WorkflowDocument | undefined,
  { label, description }: { label?: string | undefined; description?: string | undefined },
  given: Given,
): Promise<string> {
  if (!document) return source
  const isNew =
    (label !== undefined && label !== document.label) ||
    (description !== undefined && description !== document.description)
  return isNew
    ? changedText(
        context,
        source,
        {
          head: {
            ...(label !== undefined && { label }),
            ...(description !== undefined && (description || document.description) ? { description } : {}),
          },
        },
        given,
      )
    : source
}
