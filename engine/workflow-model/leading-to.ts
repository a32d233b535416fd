import { ends } from './check.ts'
import type { WorkflowDocument } from './document.ts'

/** A workflow without the steps to which nothing comes from this one, and without what leads to this one. */
export function comingFrom<D extends Pick<WorkflowDocument, 'steps' | 'edges'>>(document: D, step: string): D {
  const kept = new Set([step])
  for (const id of kept) for (const { from, to } of document.edges) if (ends(from)[0] === id) kept.add(ends(to)[0])
  return {
    ...document,
    steps: document.steps.filter(({ id }) => kept.has(id)),
    edges: document.edges.filter(({ from, to }) => kept.has(ends(from)[0]) && ends(to)[0] !== step),
  }
}

/** A workflow without the steps from which nothing comes to this one. */
export function leadingTo<D extends Pick<WorkflowDocument, 'steps' | 'edges'>>(document: D, step: string): D {
  const kept = new Set([step])
  for (const id of kept) for (const { from, to } of document.edges) if (ends(to)[0] === id) kept.add(ends(from)[0])
  return {
    ...document,
    steps: document.steps.filter(({ id }) => kept.has(id)),
    edges: document.edges.filter(({ from, to }) => kept.has(ends(to)[0]) && ends(from)[0] !== step),
  }
}
