import { useFormats } from '@weft/kit/ui/format.ts'
import { BaseEdge, EdgeLabelRenderer, getSmoothStepPath, useStore, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { shortCount } from '../run.ts'
import s from './canvas.module.css'
import type { LineEdge } from './nodes.ts'

/** Drawn smaller, a breakpoint is too small a target: it is set at its step then, and by whoever hits it. */
const pressableFrom = 0.95

/** A connection, with the records that went along it in the run shown. */
export const EdgeLine = memo(function Line(props: EdgeProps<LineEdge>) {
  const formats = useFormats()
  // Between close steps the usual offset would make the line turn back on itself.
  const gap = props.targetY - props.sourceY
  const [path, x, y] = getSmoothStepPath({
    ...props,
    borderRadius: 12,
    offset: gap > 0 ? Math.min(18, gap / 2 - 1) : 18,
  })
  const { count, isLive, mark } = props.data ?? {}
  const isPressable = useStore(({ transform: [, , zoom] }) => zoom >= pressableFrom)
  const stroke = props.selected || mark?.isHere ? 'var(--accent)' : 'var(--edge)'
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={16}
        className={isLive ? s['live'] : undefined}
        style={{ stroke, strokeWidth: props.selected || mark?.isHere ? 2 : 1.5 }}
      />
      {count !== undefined && count > 0 && (
        <EdgeLabelRenderer>
          <div className={s['count']} style={{ transform: `translate(-50%,-50%) translate(${x}px,${y}px)` }}>
            {shortCount(count, formats.number)}
          </div>
        </EdgeLabelRenderer>
      )}
      {mark && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={s['breakpoint']}
            style={{ transform: `translate(-50%,-50%) translate(${x}px,${y}px)` }}
            data-breakpoint={mark.breakpoint ?? 'none'}
            {...(!isPressable && { 'aria-hidden': true, tabIndex: -1 })}
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
