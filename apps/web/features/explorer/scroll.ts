/**
 * Chrome caps an element at 2^25 px. Beyond that one scrolled pixel stands for several, so that both ends still meet exactly.
 * `height` is what the element gets, `ratio` how many pixels of rows one scrolled pixel means.
 */
export function scaled({
  rows,
  rowHeight,
  head,
  view,
  limit = 16_000_000,
}: {
  rows: number
  rowHeight: number
  head: number
  view: number
  limit?: number
}) {
  const whole = rows * rowHeight
  const height = Math.min(limit, whole)
  const travel = height + head - view
  return { height, ratio: whole <= limit || travel <= 0 ? 1 : (whole + head - view) / travel }
}

/** The pages that hold these rows, from 1. */
export function pagesOf({ first, last, perPage }: { first: number; last: number; perPage: number }): number[] {
  const from = Math.floor(Math.max(0, first) / perPage) + 1
  const to = Math.floor(Math.max(0, last) / perPage) + 1
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
