import { BaseEdge, EdgeLabelRenderer, getSmoothStepPath, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import s from './canvas.module.css'
import { LineCount, usePressable } from './line-count.tsx'
import type { LineEdge } from './nodes.ts'

const changeColours = { added: 'var(--green-dot)', changed: 'var(--amber-dot)', removed: 'var(--red-dot)' }

/** A connection, with the records that went along it in the run shown. */
export const EdgeLine = memo(function Line(props: EdgeProps<LineEdge>) {
  // Between close steps the usual offset would make the line turn back on itself.
  const gap = props.targetY - props.sourceY
  const [path, x, y] = getSmoothStepPath({
    ...props,
    borderRadius: 12,
    offset: gap > 0 ? Math.min(18, gap / 2 - 1) : 18,
  })
  const { count, isLive, mark, change } = props.data ?? {}
  const pressable = usePressable()
  const isLit = props.selected || mark?.isHere || count?.isShown
  const stroke = isLit
    ? 'var(--accent)'
    : count?.isAmber
      ? 'var(--amber-dot)'
      : change
        ? changeColours[change]
        : 'var(--edge)'
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        className={isLive ? s['live'] : undefined}
        style={{ stroke, strokeWidth: isLit || change ? 2 : 1.5 }}
      />
      {count && (
        <EdgeLabelRenderer>
          <LineCount of={count} style={{ transform: `translate(-50%,-50%) translate(${x}px,${y}px)` }} />
        </EdgeLabelRenderer>
      )}
      {mark && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={s['breakpoint']}
            style={{ transform: `translate(-50%,-50%) translate(${x}px,${y}px)` }}
            data-breakpoint={mark.breakpoint ?? 'none'}
            {...pressable}
            aria-label={mark.label}
            aria-pressed={mark.breakpoint !== undefined}
            title={mark.label}
            onClick={mark.toggle}
          >
            {mark.breakpoint === 'condition' && '?'}
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
