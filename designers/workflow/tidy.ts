import { Graph, layout } from '@dagrejs/dagre'
import type { FlowEdge, Point } from '@weft/kit/workflow-text/flow.ts'
import { onGrid, type Box } from './places.ts'

/** Places steps from top to bottom, each behind those it hears from. */
export function tidy(boxes: readonly Box[], edges: readonly FlowEdge[]): Record<string, Point> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 44 })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Set(boxes.map((box) => box.id))
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height })
  const drawn = edges.filter(({ from, to }) => known.has(from) && known.has(to))
  for (const { from, to } of drawn) graph.setEdge(from, to)
  layout(graph)

  const centre = (id: string) => (graph.node(id) as { x: number }).x
  const span = (graph.graph() as { width?: number }).width ?? 0
  const isMirrored = twist(boxes, drawn, centre) < 0
  return Object.fromEntries(
    boxes.map(({ id, width, height }) => {
      const { x, y } = graph.node(id) as Point
      return [id, onGrid({ x: (isMirrored ? span - x : x) - width / 2, y: y - height / 2 })]
    }),
  )
}

/** dagre knows no ports: positive when branches leave in the order of their exits, negative when the mirror image is the better one. */
function twist(boxes: readonly Box[], edges: readonly FlowEdge[], centre: (id: string) => number) {
  let sum = 0
  for (const { id, exits } of boxes) {
    const places = exits.flatMap((exit) =>
      edges.filter((edge) => edge.from === id && edge.exit === exit).map((edge) => centre(edge.to)),
    )
    for (const [i, left] of places.entries()) for (const right of places.slice(i + 1)) sum += Math.sign(right - left)
  }
  return sum
}
