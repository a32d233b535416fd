import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import type { PointerEvent } from 'react'

/** How far an arrow key moves a node: thousandths of the canvas to the side, pixels up and down. */
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-20, 0],
  ArrowRight: [20, 0],
  ArrowUp: [0, -10],
  ArrowDown: [0, 10],
}

/** Moves nodes by the pointer or the arrow keys; a drag, like a row of key strokes, is one step of undo. */
export function nodeMoves(
  /** How far a node may go to the right, in pixels. */
  track: number,
  onMove: (id: string, position: { x: number; y: number }, group: string) => void,
) {
  const move = ({ id, position }: MappingTransformer, [x, y]: [number, number], group: string) =>
    onMove(
      id,
      { x: Math.round(Math.min(1_000, Math.max(0, position.x + x))), y: Math.round(Math.max(4, position.y + y)) },
      group,
    )
  return {
    drag(node: MappingTransformer, event: PointerEvent) {
      const [startX, startY] = [event.clientX, event.clientY]
      const group = `move ${node.id} ${event.timeStamp}`
      const follow = (at: globalThis.PointerEvent) => {
        const [x, y] = [at.clientX - startX, at.clientY - startY]
        if (Math.hypot(x, y) >= 3) move(node, [(x / track) * 1_000, y], group)
      }
      addEventListener('pointermove', follow)
      addEventListener('pointerup', () => removeEventListener('pointermove', follow), { once: true })
    },
    /** Whether the key was an arrow. */
    byKey(node: MappingTransformer, key: string): boolean {
      const step = arrows[key]
      if (step) move(node, step, `keys ${node.id}`)
      return step !== undefined
    },
  }
}
