import { elements } from '@weft/catalogue/elements/all.ts'
import { changeText } from '@weft/kit/workflow-text/change-text.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { checkWorkflow } from '@weft/engine/workflow-model/check.ts'
import { dataSetProblems } from '@weft/engine/workflow-model/data-set.ts'
import {
  changeWorkflowText,
  checkWorkflowText,
  readWorkflow,
  type TextChanges,
} from '@weft/engine/workflow-model/document-tasks.ts'
import {
  parseWorkflow,
  type Parsed,
  type WorkflowProblem,
  type WorkflowDocument,
} from '@weft/engine/workflow-model/document.ts'
import { elementAvailability } from '@weft/engine/workflow-model/element-availability.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import type { AppContext } from '../../context.ts'
import { existing } from './references.ts'
import { refuseText } from './refuse.ts'

/**
 * Texts of this length are read at once, in a few milliseconds whatever stands in them. Longer ones take up to seconds, so a process of
 * their own reads them; never inside a transaction, which would hold a connection while it waits its turn.
 */
const short = 8_000

/** A text with what it says and what is wrong with it. */
export type CheckedWorkflow = { source: string; document: WorkflowDocument; problems: WorkflowProblem[] }

/** What is only read has been saved before, so it is not checked against the project again. */
export async function readText({ isolation }: AppContext<'isolation'>, source: string, given: Given): Promise<Parsed> {
  if (source.length <= short) return parseWorkflow(source)
  return (await isolation.run(readWorkflow, { source }, given)).value
}

/** Reads and checks a text against the catalogue and the project; unreadable text is refused. */
export async function checkText(
  context: AppContext<'db' | 'isolation'>,
  scope: Scope,
  source: string,
  given: Given,
): Promise<CheckedWorkflow> {
  const { document, problems } = await judgeText(context, scope, source, given)
  if (!document) refuseText(problems)
  return { source, document, problems }
}

/** The same, where an unreadable text is told with its problems. */
async function judgeText(
  { isolation, db }: AppContext<'db' | 'isolation'>,
  scope: Scope,
  source: string,
  given: Given,
): Promise<{ document?: WorkflowDocument | undefined; problems: WorkflowProblem[] }> {
  const offer = await inScope(db, scope, (trx) => elementAvailability(trx, elements))
  const exist = (kind: string, ids: string[]) => inScope(db, scope, async (trx) => existing(trx)(kind, ids))
  if (source.length <= short) {
    const parsed = parseWorkflow(source)
    return parsed.document
      ? { document: parsed.document, problems: await checkWorkflow(parsed.document, offer.elements, exist, offer.off) }
      : parsed
  }
  const answers = { exist: async ({ kind, ids }: { kind: string; ids: string[] }) => [...(await exist(kind, ids))] }
  return (
    await isolation.run(
      checkWorkflowText,
      { source, plugins: offer.plugins.map(({ manifest }) => manifest), off: [...offer.off] },
      { ...given, answers },
    )
  ).value
}

/** A text with what is wrong with it as that of a workflow which says which data set its runs bring. */
export async function judgeWorkflow(
  context: AppContext<'db' | 'isolation'>,
  scope: Scope,
  { source, dataset_type }: { source: string; dataset_type: string },
  given: Given,
) {
  const { document, problems } = await judgeText(context, scope, source, given)
  return document
    ? { document, problems: [...problems, ...dataSetProblems(document, elements, dataset_type)] }
    : { problems }
}

/** The text with other words; what is not changed stays as it is written. */
export async function changedText(
  { isolation }: AppContext<'isolation'>,
  source: string,
  changes: TextChanges,
  given: Given,
): Promise<string> {
  if (source.length <= short) return changeText(source, changes)
  return (await isolation.run(changeWorkflowText, { source, changes }, given)).value.source
}
