import '@xyflow/react/dist/base.css'
import { Button } from '@mantine/core'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Background, BackgroundVariant, MiniMap, ReactFlow, useReactFlow, type Connection } from '@xyflow/react'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useEffect, useMemo, useRef, useState, type DragEvent } from 'react'
import { connect } from '@weft/kit/workflow-text/edges.ts'
import { moveSteps } from '@weft/kit/workflow-text/steps.ts'
import { groupTones, type Catalogue } from '../elements.ts'
import { grid } from '../places.ts'
import type { FlowChanges } from '../compare/flow-changes.ts'
import type { StepProblemView } from '../problem.ts'
import type { RunFigures } from '../run.ts'
import { texts } from '../texts.ts'
import type { Editing } from '../use-document.ts'
import { useTidy } from '../use-tidy.ts'
import s from './canvas.module.css'
import { EdgeLine } from './line.tsx'
import {
  boxesOf,
  cardsOf,
  isUnplaced,
  kept,
  linesOf,
  type CardNode,
  type LineEdge,
  type ShownRecords,
} from './nodes.ts'
import type { StepMarks } from './step-marks.ts'
import { StepCard } from './step-card.tsx'
import { useDrawing } from './use-drawing.ts'
import { wholeView, ZoomBar } from './zoom-bar.tsx'

export const draggedElement = 'application/x-weft-element'

export type CanvasProps = {
  editing: Editing
  catalogue: Catalogue
  problems: readonly StepProblemView[]
  run: RunFigures | undefined
  names: ReadonlyMap<string, string>
  /** Where somebody stands who walks along a run. */
  marks?: StepMarks | undefined
  /** How this version of the flow differs from another. */
  changes?: FlowChanges | undefined
  /** Counts of the run stand on the lines, and show their records. */
  shown?: ShownRecords | undefined
  selected: readonly string[]
  onSelect(ids: string[]): void
  /** Steps and connections to remove. */
  onRemove(steps: string[], edges: LineEdge[]): void
  onDrop(element: string, at: { x: number; y: number }, ontoEdge: LineEdge | undefined): void
  onOpen(id: string): void
  onOpenCode?: (() => void) | undefined
}

/** Of more steps only those in sight are drawn, and the drawing opens on the first ones: as a whole nobody could read them. */
const many = 60
const begun = 6

const nodeTypes = { step: StepCard }
const edgeTypes = { line: EdgeLine }

/** The drawing of the flow. It keeps only what is being dragged; everything else is the document's. */
export function Canvas({
  editing,
  catalogue,
  problems,
  run,
  names,
  marks,
  changes,
  shown,
  selected,
  onSelect,
  onRemove,
  onDrop,
  onOpen,
  onOpenCode,
}: CanvasProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const view = useReactFlow<CardNode, LineEdge>()
  const { flow, readOnly } = editing
  const known = useRef<ReadonlyMap<string, CardNode>>(new Map())
  const unplaced = isUnplaced(flow)
  const isLarge = flow.steps.length > many
  const [isTidying, setTidying] = useState(false)
  const tidy = useTidy(unplaced || isTidying)
  const cards = useMemo(
    () =>
      kept(known.current, cardsOf({ flow, catalogue, problems, run, names, language, tidy, marks, changes, shown })),
    [flow, catalogue, problems, run, names, language, tidy, marks, changes, shown],
  )
  known.current = new Map(cards.map((card) => [card.id, card]))
  const lines = useMemo(
    () => linesOf({ flow, catalogue, run, marks, changes, shown, language }),
    [flow, catalogue, run, marks, changes, shown, language],
  )
  const drawing = useDrawing({
    cards,
    lines,
    selected,
    onSelect,
    onMoved: (places, gesture) => editing.change(moveSteps(editing.text, places), gesture),
  })

  useEffect(() => {
    if (tidy && unplaced) requestAnimationFrame(() => void view.fitView(wholeView))
  }, [tidy, unplaced, view])

  // Once the library is there the steps are laid out as they are then: somebody may have drawn on meanwhile.
  useEffect(() => {
    if (!isTidying || !tidy) return
    setTidying(false)
    const sizes = (id: string) => view.getInternalNode(id)?.measured
    editing.change(moveSteps(editing.text, tidy(boxesOf(flow, catalogue, sizes), flow.edges)))
    requestAnimationFrame(() => void view.fitView({ ...wholeView, duration: 250 }))
  }, [isTidying, tidy, editing, flow, catalogue, view])
  useTidyKey(!readOnly, () => setTidying(true))

  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const element = event.dataTransfer.getData(draggedElement)
    if (!element) return
    const at = view.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const line = lineUnder(event)
    onDrop(
      element,
      { x: at.x - 108, y: at.y - 24 },
      drawing.edges.find((edge) => edge.id === line),
    )
  }

  return (
    <div
      className={s['canvas']}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
      onDragEnter={() => setOver(true)}
      data-over={isOver || undefined}
      data-marked={marks !== undefined || undefined}
    >
      <ReactFlow
        nodes={drawing.nodes}
        edges={drawing.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        minZoom={0.15}
        maxZoom={1.75}
        onlyRenderVisibleElements={isLarge}
        fitView
        fitViewOptions={isLarge ? { ...wholeView, nodes: flow.steps.slice(0, begun) } : wholeView}
        snapToGrid
        snapGrid={[grid, grid]}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        onNodesChange={drawing.onNodesChange}
        onEdgesChange={drawing.onEdgesChange}
        onBeforeDelete={async ({ nodes, edges }) => {
          if (!readOnly)
            onRemove(
              nodes.map((node) => node.id),
              edges,
            )
          return false
        }}
        onConnect={(connection) => editing.change(connect(editing.text, edgeOf(connection)))}
        isValidConnection={({ source, target }) => source !== target}
        onNodeDoubleClick={(_, node) => onOpen(node.id)}
        deleteKeyCode={['Delete', 'Backspace']}
        multiSelectionKeyCode={['Shift', 'Control', 'Meta']}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          'node.a11yDescription.default': t.stepHelp(),
          'node.a11yDescription.keyboardDisabled': t.stepHelp(),
          'edge.a11yDescription.default': t.edgeHelp(),
        }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} color="var(--canvas-dot)" />
        {flow.steps.length > 3 && !marks && !changes && <Overview />}
      </ReactFlow>
      <CanvasNote editing={editing} onOpenCode={onOpenCode} />
      <ZoomBar
        undo={editing.undo}
        redo={editing.redo}
        tidy={() => setTidying(true)}
        isTidying={isTidying}
        readOnly={readOnly}
      />
    </div>
  )
}

const edgeOf = ({ source, sourceHandle, target, targetHandle }: Connection) => ({
  from: source,
  exit: sourceHandle ?? 'out',
  to: target,
  input: targetHandle ?? 'in',
})

/** The id of the line something is dropped onto. */
const lineUnder = ({ clientX, clientY }: DragEvent) =>
  document.elementFromPoint(clientX, clientY)?.closest('.react-flow__edge')?.getAttribute('data-id')

/** Shift and L arrange the steps. */
function useTidyKey(isOn: boolean, arrange: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isOn && event.shiftKey && event.key === 'L' && !isTyping(event)) arrange()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

/** The whole flow in a corner, once it is more than a glance. */
function Overview() {
  const t = useTexts(texts)
  return (
    <MiniMap<CardNode>
      position="bottom-right"
      pannable
      zoomable
      ariaLabel={t.minimap()}
      style={{ width: 118, height: 84, border: '1px solid var(--border)', borderRadius: 8, overflow: 'hidden' }}
      bgColor="var(--surface)"
      maskColor="color-mix(in srgb, var(--surface-3) 72%, transparent)"
      nodeBorderRadius={10}
      nodeColor={({ data }) => `var(--${data.element ? groupTones[data.element.group] : 'red'}-dot)`}
    />
  )
}

/** What stands in the middle where there is nothing to draw: an empty workflow, or a text that cannot be read. */
function CanvasNote({ editing: { broken, flow }, onOpenCode }: Pick<CanvasProps, 'editing' | 'onOpenCode'>) {
  const t = useTexts(texts)
  const language = useLanguage()
  if (broken)
    return (
      <div className={s['centre']}>
        <div className={s['broken']} role="alert">
          {t.brokenText({ line: broken.line, message: say(broken.message, language) })}
          {onOpenCode && (
            <Button size="xs" variant="default" onClick={onOpenCode}>
              {t.openCode()}
            </Button>
          )}
        </div>
      </div>
    )
  if (flow.steps.length > 0) return null
  return (
    <div className={s['centre']} style={{ pointerEvents: 'none' }}>
      <EmptyState title={t.empty()} text={t.emptyHelp()} />
    </div>
  )
}

/** Whether a key press belongs to a text field. */
export const isTyping = ({ target }: Event) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null
