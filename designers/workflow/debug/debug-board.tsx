import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, type ReactNode } from 'react'
import { Canvas } from '../canvas/canvas.tsx'
import type { StepMarks } from '../canvas/step-marks.ts'
import type { Catalogue } from '../elements.ts'
import type { StepProblemView } from '../problem.ts'
import type { Editing } from '../use-document.ts'
import s from './debug-board.module.css'

type Props = {
  editing: Editing
  catalogue: Catalogue
  names: ReadonlyMap<string, string>
  marks: StepMarks
  selected: readonly string[]
  onSelect(ids: string[]): void
  /** What stands beside the drawing. */
  children: ReactNode
}

const none: readonly StepProblemView[] = []

/** The drawing of a flow along which somebody walks, and what they see there. */
export const DebugBoard = (props: Props) => (
  <ReactFlowProvider>
    <Board {...props} />
  </ReactFlowProvider>
)

function Board({ editing, catalogue, names, marks, selected, onSelect, children }: Props) {
  useInSight(marks.here)
  return (
    <div className={s['board']}>
      <div className={s['canvas']}>
        <Canvas
          editing={{ ...editing, readOnly: true, undo: undefined, redo: undefined }}
          catalogue={catalogue}
          problems={none}
          run={undefined}
          names={names}
          marks={marks}
          selected={selected}
          onSelect={onSelect}
          onRemove={() => undefined}
          onDrop={() => undefined}
          onOpen={(id) => onSelect([id])}
        />
      </div>
      {children}
    </div>
  )
}

/** Brings the step one stands at to where it is seen. */
function useInSight(step: string | undefined) {
  const view = useReactFlow()
  useEffect(() => {
    const node = step === undefined ? undefined : view.getInternalNode(step)
    const frame = document.querySelector('.react-flow')?.getBoundingClientRect()
    if (!node || !frame) return
    const { width = 0, height = 0 } = node.measured
    const [start, end] = [
      view.flowToScreenPosition(node.position),
      view.flowToScreenPosition({ x: node.position.x + width, y: node.position.y + height }),
    ]
    const isSeen = start.x >= frame.left && start.y >= frame.top && end.x <= frame.right && end.y <= frame.bottom
    // On a phone the drawing is so small that only the step itself is readable.
    const isSmall = frame.width < 500 && view.getZoom() < 0.75
    if (!isSeen || isSmall)
      void view.setCenter(node.position.x + width / 2, node.position.y + height / 2, {
        zoom: isSmall ? 0.75 : view.getZoom(),
        duration: 150,
      })
  }, [step, view])
}
