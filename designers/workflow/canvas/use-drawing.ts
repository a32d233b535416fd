import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import type { Point } from '../edit/flow.ts'
import type { CardNode, LineEdge } from './nodes.ts'

type Props = {
  cards: CardNode[]
  lines: LineEdge[]
  selected: readonly string[]
  onSelect(ids: string[]): void
  onMoved(places: Record<string, Point>, gesture: string): void
}

/** Nodes and edges for the canvas library: the document's, plus sizes, selection and what is under the pointer right now. */
export function useDrawing({ cards, lines, selected, onSelect, onMoved }: Props) {
  const [nodes, setNodes] = useState(cards)
  const [chosenLines, setChosenLines] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef({ nodes, selected })

  useEffect(() => {
    setNodes((before) => {
      const sizes = new Map(before.map((node) => [node.id, node.measured]))
      return cards.map((card) => {
        const measured = sizes.get(card.id)
        return { ...card, ...(measured && { measured }), selected: selected.includes(card.id) }
      })
    })
  }, [cards, selected])
  latest.current = { nodes, selected }

  function onNodesChange(changes: NodeChange<CardNode>[]) {
    const next = applyNodeChanges(changes.filter((change) => change.type === 'position' || change.type === 'dimensions'), latest.current.nodes)
    latest.current = { ...latest.current, nodes: next }
    setNodes(next)
    const picked = new Set(latest.current.selected)
    for (const change of changes) if (change.type === 'select') change.selected ? picked.add(change.id) : picked.delete(change.id)
    if (changes.some((change) => change.type === 'select')) {
      latest.current = { ...latest.current, selected: [...picked] }
      onSelect([...picked])
    }
    const moved = changes.filter((change) => change.type === 'position' && change.dragging === false).map((change) => (change as { id: string }).id)
    const places = Object.fromEntries(next.filter((node) => moved.includes(node.id) && isElsewhere(node, cards)).map((node) => [node.id, node.position]))
    if (Object.keys(places).length > 0) onMoved(places, `move ${moved.join(' ')}`)
  }

  function onEdgesChange(changes: EdgeChange<LineEdge>[]) {
    setChosenLines((before) => {
      const after = new Set(before)
      for (const change of changes) if (change.type === 'select') change.selected ? after.add(change.id) : after.delete(change.id)
      return after
    })
  }

  return { nodes, edges: lines.map((line) => (chosenLines.has(line.id) ? { ...line, selected: true } : line)), onNodesChange, onEdgesChange }
}

function isElsewhere(node: CardNode, cards: CardNode[]) {
  const card = cards.find((one) => one.id === node.id)
  return !card || card.position.x !== node.position.x || card.position.y !== node.position.y
}
