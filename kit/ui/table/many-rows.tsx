import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'

/** How many rows of which height, in pixels, scroll in what. */
export type Frame = { count: number; size: number; frame: RefObject<HTMLElement | null> }
/** The rows in sight, by their places, and the pixels the others take before and after them. */
export type Sight = { first: number; end: number; before: number; after: number }

/** Of very many rows those in sight, and the room the others take. In a file of its own: most lists never need it. */
export function ManyRows({ count, size, frame, children }: Frame & { children: (sight: Sight) => ReactNode }) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => size,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return children({
    first: first?.index ?? 0,
    end: (last?.index ?? -1) + 1,
    before: first?.start ?? 0,
    after: virtual.getTotalSize() - (last?.end ?? 0),
  })
}
