import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import { inTestRunOf, type InTestRun } from '@weft/kit/define/element.ts'
import type { Flow, FlowStep } from '@weft/kit/workflow-text/flow.ts'

export type Affected = { step: FlowStep; how: Exclude<InTestRun, 'runs'> | 'begins' | 'pinned' }

/** The steps that a test run does not let do what they do, as far as they lead to where it ends. */
export function affectedSteps(
  flow: Flow,
  catalogue: Catalogue,
  { until, pinned }: { until: string | undefined; pinned: ReadonlySet<string> },
): Affected[] {
  const within = until === undefined ? undefined : leadingTo(flow, until)
  return flow.steps.flatMap((step): Affected[] => {
    const element = catalogue.get(step.element)
    if (!element || step.disabled || (within && !within.has(step.id))) return []
    if (pinned.has(step.id)) return [{ step, how: 'pinned' }]
    const parsed = element.settings.safeParse(step.settings)
    const how = inTestRunOf(element, parsed.success ? parsed.data : step.settings)
    if (how === 'runs') return []
    return [{ step, how: element.kind === 'trigger' ? 'begins' : how }]
  })
}

/** The steps from which something comes to this one, and itself. */
function leadingTo({ edges }: Flow, step: string): ReadonlySet<string> {
  const found = new Set([step])
  for (const id of found) for (const { from, to } of edges) if (to === id) found.add(from)
  return found
}
