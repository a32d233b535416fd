import { readFlow, asEdge, asStep, edgeText, type FlowEdge, type FlowStep, type Point } from './flow.ts'
import { freeId, nodeOf } from './steps.ts'
import { edited, inline, listOf } from './text.ts'

type Copied = { weft: 'steps'; steps: FlowStep[]; edges: { from: string; to: string }[] }

/** Steps and the edges between them as text for the clipboard. */
export function copySteps(text: string, ids: readonly string[]): string {
  const { flow } = readFlow(text)
  const inside = (edge: FlowEdge) => ids.includes(edge.from) && ids.includes(edge.to)
  const copied: Copied = {
    weft: 'steps',
    steps: flow.steps.filter((step) => ids.includes(step.id)),
    edges: flow.edges.filter(inside).map(edgeText),
  }
  return JSON.stringify(copied, null, 2)
}

/** Adds what was copied under free names, its upper left corner at `at` or a little below the original. Nothing for foreign text. */
export function pasteSteps(text: string, clipboard: string, at?: Point): { text: string; ids: string[] } | undefined {
  const copied = readCopied(clipboard)
  if (!copied) return undefined
  const taken = new Set(readFlow(text).flow.steps.map((step) => step.id))
  const names = new Map<string, string>()
  for (const step of copied.steps) {
    const id = freeId(taken, step.id)
    taken.add(id)
    names.set(step.id, id)
  }
  const shift = shiftTo(copied.steps, at)
  const pasted = edited(text, (doc) => {
    for (const step of copied.steps) {
      const position = { x: (step.position?.x ?? 0) + shift.x, y: (step.position?.y ?? 0) + shift.y }
      listOf(doc, 'steps').add(nodeOf(doc, { ...step, id: names.get(step.id)!, position }))
    }
    for (const edge of copied.edges) {
      const [from, to] = [names.get(edge.from), names.get(edge.to)]
      if (from && to) listOf(doc, 'edges').add(inline(doc, edgeText({ ...edge, from, to })))
    }
  })
  return { text: pasted, ids: [...names.values()] }
}

/** What a copied text holds, in a few words: the names of its steps. */
export const copiedNames = (clipboard: string): string[] =>
  (readCopied(clipboard)?.steps ?? []).map((step) => step.label || step.id)

function readCopied(clipboard: string): { steps: FlowStep[]; edges: FlowEdge[] } | undefined {
  try {
    const { weft, steps, edges } = JSON.parse(clipboard) as Partial<Copied>
    if (weft !== 'steps' || !Array.isArray(steps) || !Array.isArray(edges)) return undefined
    return {
      steps: steps.map(asStep).filter((step) => step.id && step.element),
      edges: edges.map(asEdge).filter((edge) => edge !== undefined),
    }
  } catch {
    return undefined
  }
}

function shiftTo(steps: FlowStep[], at: Point | undefined): Point {
  if (!at) return { x: 32, y: 32 }
  const corner = (axis: 'x' | 'y') => Math.min(...steps.map((step) => step.position?.[axis] ?? 0))
  return { x: at.x - corner('x'), y: at.y - corner('y') }
}
