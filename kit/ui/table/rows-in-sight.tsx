import { lazy, Suspense, type ReactNode } from 'react'
import type { Frame, Sight } from './many-rows.tsx'

const ManyRows = lazy(() => import('./many-rows.tsx').then((module) => ({ default: module.ManyRows })))

/** From this many rows on, only those in sight are in the document. */
const manyRows = 100

/** Rows of one height: all of them, or of very many those in sight, with the room the others take before and after them. */
export function RowsInSight({ children, ...frame }: Frame & { children: (sight: Sight) => ReactNode }) {
  if (frame.count <= manyRows) return children(allOf(frame.count))
  return (
    <Suspense fallback={children({ first: 0, end: manyRows, before: 0, after: 0 })}>
      <ManyRows {...frame}>{children}</ManyRows>
    </Suspense>
  )
}

export const allOf = (count: number): Sight => ({ first: 0, end: count, before: 0, after: 0 })
