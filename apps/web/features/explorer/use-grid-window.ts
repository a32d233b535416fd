import { elementScroll, observeElementOffset, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Column } from './grid-columns.ts'
import { scaled } from './scroll.ts'
import type { Spot } from './use-cell-edit.ts'

const rowHeight = 30
const headHeight = 32

/** The part of a grid that is in sight: which rows and columns, and where they stand. */
export function useGridWindow(total: number, columns: Column[], widths: Record<string, number | undefined>) {
  const box = useRef<HTMLDivElement>(null)
  const scale = () => scaled({ rows: total, rowHeight, head: headHeight, view: box.current?.clientHeight ?? 700 })
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingEnd: headHeight,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, scrolling) => tell(offset * scale().ratio, scrolling)),
    scrollToFn: (offset, options, instance) => elementScroll(offset / scale().ratio, options, instance),
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => {
      const column = columns[i]
      return column ? (widths[column.key] ?? column.width) : 0
    },
    overscan: 3,
  })
  useEffect(() => across.measure(), [columns, widths, across])
  const inSight = rows.getVirtualItems()
  const { height, ratio } = scale()
  const shift = (rows.scrollOffset ?? 0) * (1 - 1 / ratio)
  const cells = across.getVirtualItems().flatMap(({ key, index, start, size }) => {
    const column = columns[index]
    return column ? [{ key, index, start, size, column }] : []
  })
  return {
    box,
    height,
    width: across.getTotalSize(),
    rows: inSight.map(({ key, index, start }) => ({ key, index, top: start - shift })),
    cells,
    /** How many rows a page of the keyboard is. */
    page: () => Math.max(1, Math.floor((box.current?.clientHeight ?? 600) / rowHeight) - 2),
    has: (spot: Spot) =>
      inSight.some(({ index }) => index === spot.row) && cells.some(({ index }) => index === spot.column),
    scrollTo: (spot: Spot) => {
      rows.scrollToIndex(spot.row)
      across.scrollToIndex(spot.column)
    },
  }
}

/** A column in sight and where it stands. */
export type CellPlace = ReturnType<typeof useGridWindow>['cells'][number]
