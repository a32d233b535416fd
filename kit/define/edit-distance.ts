/** How many signs have to be added, taken away or exchanged: V. I. Levenshtein, “Binary codes capable of correcting deletions …” (1966). */
export function editDistance(a: ArrayLike<string>, b: ArrayLike<string>): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
