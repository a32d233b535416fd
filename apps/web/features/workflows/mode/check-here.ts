import { checkWorkflow } from '@weft/engine/workflow-model/check.ts'
import { dataSetProblems } from '@weft/engine/workflow-model/data-set.ts'
import { parseWorkflow } from '@weft/engine/workflow-model/document.ts'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import type { Offer } from '../use-offer.ts'

/** What is wrong with the text of a workflow, by the server's own check. */
export async function problemsIn(
  { text, dataset_type }: { text: string; dataset_type: string },
  { elements, off }: Offer,
): Promise<StepProblemView[]> {
  const { document, problems } = parseWorkflow(text)
  if (!document) return problems
  return [
    ...(await checkWorkflow(document, elements, undefined, off)),
    ...dataSetProblems(document, elements, dataset_type),
  ]
}
