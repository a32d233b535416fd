import { computedBy } from './compute-functions.ts'
import { checkMapping, type CheckedMapping, type MappingParts } from './check/check.ts'
import { runnerFor, type MappingPorts, type MappingRun } from './runner.ts'
import { evaluatorFor } from './emit/evaluate.ts'

/** Own functions, read from their plan. */
export const evaluatedFunctions = computedBy(evaluatorFor)

/** A mapping to look at while it is being made: whatever is sound of it runs, without making code. Runs in the browser. */
export function previewMapping(parts: MappingParts, ports: MappingPorts): { checked: CheckedMapping; run: MappingRun } {
  const checked = checkMapping(parts)
  return { checked, run: runnerFor(checked, ports, evaluatorFor) }
}
