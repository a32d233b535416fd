import type { Cells } from '@weft/kit/csv/rows.ts'

/** Joins cells that begin with a space to the one before until the row fits, or fills a short row; nothing if that does not help. */
export function mended(cells: Cells, width: number, delimiter: string): Cells | undefined {
  if (cells.length < width) return [...cells, ...Array<null>(width - cells.length).fill(null)]
  const joined: Cells = []
  for (const cell of cells) {
    if (joined.length > 0 && cell?.startsWith(' ')) joined.push(`${joined.pop() ?? ''}${delimiter}${cell}`)
    else joined.push(cell)
  }
  return joined.length === width ? joined : undefined
}
