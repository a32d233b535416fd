import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import type { Point } from '@weft/kit/workflow-text/flow.ts'
import type { CardNode, LineEdge } from './nodes.ts'

type Props = {
  cards: CardNode[]
  lines: LineEdge[]
  selected: readonly string[]
  onSelect(ids: string[]): void
  onMoved(places: Record<string, Point>, gesture: string): void
}
type Size = { width: number; height: number }

/** Nodes and edges for the canvas library: the document's, plus sizes, selection and what is under the pointer right now. */
export function useDrawing({ cards, lines, selected, onSelect, onMoved }: Props) {
  const [sizes, setSizes] = useState<Record<string, Size>>({})
  const [dragged, setDragged] = useState<Record<string, Point>>({})
  const [chosenLines, setChosenLines] = useState<ReadonlySet<string>>(new Set())
  const picked = useRef(selected)
  picked.current = selected

  // Objects that stay the same are not drawn again: with 300 steps a drag moves one of them.
  const drawn = useRef(new Map<string, { card: CardNode; node: CardNode }>())
  const nodes = useMemo(() => {
    const isSelected = new Set(selected)
    const next = new Map(
      cards.map((card) => [
        card.id,
        drawnOf(
          drawn.current.get(card.id),
          card,
          dragged[card.id] ?? card.position,
          isSelected.has(card.id),
          sizes[card.id],
        ),
      ]),
    )
    drawn.current = next
    return [...next.values()].map(({ node }) => node)
  }, [cards, dragged, selected, sizes])

  function onNodesChange(changes: NodeChange<CardNode>[]) {
    const measured = changes.flatMap((change) =>
      change.type === 'dimensions' && change.dimensions ? [[change.id, change.dimensions] as const] : [],
    )
    if (measured.length > 0) setSizes((before) => ({ ...before, ...Object.fromEntries(measured) }))
    select(changes)
    const moves = changes.flatMap((change) =>
      change.type === 'position' && change.position
        ? [{ id: change.id, position: change.position, isOver: !change.dragging }]
        : [],
    )
    if (moves.length > 0) move(moves)
  }

  function select(changes: NodeChange<CardNode>[]) {
    const next = new Set(picked.current)
    for (const change of changes) {
      if (change.type !== 'select') continue
      if (change.selected) next.add(change.id)
      else next.delete(change.id)
    }
    if (next.size === picked.current.length && picked.current.every((id) => next.has(id))) return
    picked.current = [...next]
    onSelect([...next])
  }

  function move(moves: { id: string; position: Point; isOver: boolean }[]) {
    const over = moves.filter((one) => one.isOver)
    setDragged((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([id]) => !over.some((one) => one.id === id))),
      ...Object.fromEntries(moves.filter((one) => !one.isOver).map((one) => [one.id, one.position])),
    }))
    const places = over.filter((one) => isElsewhere(one, cards)).map((one) => [one.id, one.position] as const)
    if (places.length > 0) onMoved(Object.fromEntries(places), `move ${places.map(([id]) => id).join(' ')}`)
  }

  function onEdgesChange(changes: EdgeChange<LineEdge>[]) {
    const next = new Set(chosenLines)
    for (const change of changes) {
      if (change.type !== 'select') continue
      if (change.selected) next.add(change.id)
      else next.delete(change.id)
    }
    setChosenLines(next)
  }

  return {
    nodes,
    edges: lines.map((line) => (chosenLines.has(line.id) ? { ...line, selected: true } : line)),
    onNodesChange,
    onEdgesChange,
  }
}

function drawnOf(
  before: { card: CardNode; node: CardNode } | undefined,
  card: CardNode,
  position: Point,
  selected: boolean,
  measured: Size | undefined,
) {
  const { node } = before ?? {}
  if (
    node &&
    before!.card === card &&
    node.position.x === position.x &&
    node.position.y === position.y &&
    node.selected === selected &&
    node.measured === measured
  )
    return before!
  return { card, node: { ...card, position, selected, ...(measured && { measured }) } }
}

function isElsewhere({ id, position }: { id: string; position: Point }, cards: CardNode[]) {
  const card = cards.find((one) => one.id === id)
  return !card || card.position.x !== position.x || card.position.y !== position.y
}
