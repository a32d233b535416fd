import { isMap } from 'yaml'
import { asEdge, edgeText, readFlow, sameEdge, type FlowEdge } from './flow.ts'
import { edited, inline, listOf } from './text.ts'

/** Draws an edge. One that is there already, or that leads back to its own step, changes nothing. */
export function connect(text: string, edge: FlowEdge): string {
  if (edge.from === edge.to || readFlow(text).flow.edges.some((known) => sameEdge(known, edge))) return text
  return edited(text, (doc) => listOf(doc, 'edges').add(inline(doc, edgeText(edge))))
}

export function removeEdges(text: string, gone: readonly FlowEdge[]): string {
  return edited(text, (doc) => {
    const edges = listOf(doc, 'edges')
    edges.items = edges.items.filter((item) => {
      const edge = isMap(item) ? asEdge(item.toJS(doc)) : undefined
      return !edge || !gone.some((one) => sameEdge(one, edge))
    })
  })
}

/** Leads an edge through a step in its middle. */
export function lead(text: string, edge: FlowEdge, through: { id: string; input: string; exit: string }): string {
  const first = connect(removeEdges(text, [edge]), { ...edge, to: through.id, input: through.input })
  return connect(first, { ...edge, from: through.id, exit: through.exit })
}
