import type { Element } from '@weft/kit/define/element.ts'
import { elementsOf } from '@weft/kit/define/plugin.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { checkWorkflow } from './check.ts'
import { changeWorkflowText, checkWorkflowText, readWorkflow, type TextChanges } from './document-tasks.ts'
import { parseWorkflow } from './document.ts'

/** Reading, checking and changing texts of workflows, as isolated tasks. */
export const documentTasks = (
  load: () => Promise<readonly Element[]>,
  change: (source: string, changes: TextChanges) => string,
): Implementation[] => [
  implement(readWorkflow, ({ source }) => parseWorkflow(source)),
  implement(checkWorkflowText, async ({ source, plugins, off }, { ask }) => {
    const parsed = parseWorkflow(source)
    if (!parsed.document) return parsed
    const exist = async (kind: string, ids: string[]) => new Set((await ask('exist', { kind, ids })) as string[])
    return {
      document: parsed.document,
      problems: await checkWorkflow(
        parsed.document,
        [...(await load()), ...plugins.flatMap(elementsOf)],
        exist,
        new Map(off),
      ),
    }
  }),
  implement(changeWorkflowText, ({ source, changes }) => ({ source: change(source, changes) })),
]
