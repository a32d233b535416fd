import type { Flow, FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { lineId } from '../canvas/step-marks.ts'

export type Change = 'added' | 'removed' | 'changed'

/** What one version of a flow has that another has not; what stands on the drawing at another place only has not changed. */
export type FlowChanges = { steps: ReadonlyMap<string, Change>; lines: ReadonlyMap<string, Change> }

/** Of `after` beside `before`: `removed` is what only `before` has. */
export function flowChanges(before: Flow, after: Flow): FlowChanges {
  const texts = (flow: Flow) => new Map(flow.steps.map((step) => [step.id, meaning(step)]))
  const lines = (flow: Flow) => new Map(flow.edges.map((edge) => [lineId(edge), '']))
  return { steps: changes(texts(before), texts(after)), lines: changes(lines(before), lines(after)) }
}

const meaning = ({ position: _, ...step }: FlowStep) => JSON.stringify(step)

function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Map<string, Change> {
  const found = new Map<string, Change>()
  for (const [id, text] of after)
    if (!before.has(id)) found.set(id, 'added')
    else if (before.get(id) !== text) found.set(id, 'changed')
  for (const id of before.keys()) if (!after.has(id)) found.set(id, 'removed')
  return found
}
