import { inScope } from '@weft/kit/database/connect.server.ts'
import { z } from 'zod'
import { defineDraftable } from '../drafts/draftable.ts'
import { checkText, judgeWorkflow } from './read-text.ts'
import { toWorkflowProblems } from './refuse.ts'
import { readHead } from './rows.ts'
import { saveWorkflow } from './save.ts'

/** Drafts of a workflow: its text. */
export const draftableWorkflow = defineDraftable({
  schema: z.object({ source: z.string() }),
  async problems({ context, scope, language, given }, id, { source }) {
    const { dataset_type } = await inScope(context.db, scope, (trx) => readHead(trx, id))
    const { problems } = await judgeWorkflow(context, scope, { source, dataset_type }, given)
    return toWorkflowProblems(problems, language)
  },
  async publish({ context, scope, user, language, given }, id, { source }) {
    const checked = await checkText(context, scope, source, given)
    return (trx, { name, message }) =>
      saveWorkflow(trx, { id, checked, published: true, name, message, user, language })
  },
})
