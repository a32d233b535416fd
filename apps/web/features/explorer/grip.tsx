import s from './explorer.module.css'

/** The edge of a column's head: dragging it changes the width, a double click gives back the one it began with. */
export const Grip = ({
  title,
  width,
  onWidth,
  onReset,
}: {
  title: string
  width: number
  onWidth: (width: number) => void
  onReset: () => void
}) => (
  <i
    className={s['grip']}
    title={title}
    aria-hidden
    onDoubleClick={onReset}
    onPointerDown={(event) => {
      event.preventDefault()
      const [edge, from] = [event.currentTarget, event.clientX]
      edge.setPointerCapture(event.pointerId)
      edge.onpointermove = (moved) => onWidth(width + moved.clientX - from)
      edge.onpointerup = edge.onpointercancel = () => (edge.onpointermove = null)
    }}
  />
)
