/** How the numbers of a file are written: what stands before the decimals. */
export type Notation = 'comma' | 'point'
export type Votes = Record<Notation | 'dots', number>

/**
 * One file is written by one hand: where a column alone cannot tell whether `1.234` is above a thousand, the others can. What is
 * `plain` writes points by definition; a separator or dates as countries with a decimal comma write them only count where no number tells.
 */
export function notationOf(
  columns: Iterable<{ vote(votes: Votes): void }>,
  { plain, semicolons }: { plain: boolean; semicolons: boolean },
): { notation: Notation; sure: boolean } | undefined {
  if (plain) return { notation: 'point', sure: true }
  const votes: Votes = { comma: 0, point: 0, dots: 0 }
  for (const column of columns) column.vote(votes)
  if (votes.comma > 0 && votes.point === 0) return { notation: 'comma', sure: true }
  if (votes.point > 0 && votes.comma === 0) return { notation: 'point', sure: true }
  return votes.comma === 0 && (votes.dots > 0 || semicolons) ? { notation: 'comma', sure: false } : undefined
}
