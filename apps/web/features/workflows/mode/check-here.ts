import { checkWorkflow } from '@weft/engine/workflow-model/check.ts'
import { parseWorkflow } from '@weft/engine/workflow-model/document.ts'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import type { Offer } from '../use-offer.ts'

/** What is wrong with the text of a workflow, by the server's own check. */
export async function problemsIn(text: string, { elements, off }: Offer): Promise<StepProblemView[]> {
  const { document, problems } = parseWorkflow(text)
  return document ? checkWorkflow(document, elements, undefined, off) : problems
}
