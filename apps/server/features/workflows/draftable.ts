import { z } from 'zod'
import { defineDraftable } from '../drafts/draftable.ts'
import { checkText, judgeText } from './read-text.ts'
import { toWorkflowProblems } from './refuse.ts'
import { saveWorkflow } from './save.ts'

/** Drafts of a workflow: its text. */
export const draftableWorkflow = defineDraftable({
  schema: z.object({ source: z.string() }),
  async problems({ context, scope, language, given }, _, { source }) {
    const { problems } = await judgeText(context, scope, source, given)
    return toWorkflowProblems(problems, language)
  },
  async publish({ context, scope, user, language, given }, id, { source }) {
    const checked = await checkText(context, scope, source, given)
    return (trx, { name, message }) =>
      saveWorkflow(trx, { id, checked, published: true, name, message, user, language })
  },
})
