import type { FlowEdge } from '@weft/kit/workflow-text/flow.ts'

type BreakpointLook = 'on' | 'off' | 'condition'

/** What the canvas marks for somebody who walks along a run. */
export type StepMarks = {
  /** The step before or behind which they stand. */
  here: string | undefined
  /** Steps the run has passed so far. */
  passed: ReadonlySet<string>
  /** The lines the records have just come along. */
  lines: ReadonlySet<string>
  breakpoints: ReadonlyMap<string, BreakpointLook>
  /** What the button on a line says. */
  label(edge: FlowEdge): string
  toggle(line: string): void
}

export type LineMark = {
  isHere: boolean
  breakpoint: BreakpointLook | undefined
  label: string
  toggle(): void
}

export const lineId = ({ from, exit, to, input }: FlowEdge) => `${from}.${exit}-${to}.${input}`

export const markOfStep = ({ here, passed }: StepMarks, step: string) =>
  step === here ? 'here' : passed.has(step) ? 'passed' : undefined

export function markOfLine({ lines, breakpoints, label, toggle }: StepMarks, edge: FlowEdge): LineMark {
  const id = lineId(edge)
  return {
    isHere: lines.has(id),
    breakpoint: breakpoints.get(id),
    label: label(edge),
    toggle: () => toggle(id),
  }
}
