import type { Point } from '../define/insight.ts'

type Row = Point[number]

/** Points as rows by columns, each in the order it first came; an empty cell is null. */
export function pivotOf(points: readonly Point[]) {
  const rows = [...new Set(points.map(([x]) => x ?? null))]
  const columns = [...new Set(points.map(([, , series]) => String(series ?? '')))]
  const rowAt = new Map<Row, number>(rows.map((row, i) => [row, i]))
  const columnAt = new Map(columns.map((column, i) => [column, i]))
  const cells = rows.map(() => new Array<number | null>(columns.length).fill(null))
  for (const [x, y, series] of points)
    if (typeof y === 'number') cells[rowAt.get(x ?? null)!]![columnAt.get(String(series ?? ''))!] = y
  return { rows, columns, cells, most: Math.max(0, ...cells.flat().map((value) => value ?? 0)) }
}
