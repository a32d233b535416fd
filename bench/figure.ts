/** One line of a figure: what was measured, its reference in the same run, and value / reference where that says something. */
export type Row = {
  case: string
  value: number
  unit: string
  reference?: number | undefined
  ratio?: number | undefined
}

export const row = (name: string, value: number, unit: string, reference?: number): Row => ({
  case: name,
  value: round(value),
  unit,
  ...(reference !== undefined && { reference: round(reference), ratio: round(value / reference) }),
})

const round = (x: number) => (Math.abs(x) >= 100 ? Math.round(x) : Number(x.toPrecision(3)))

/** The value below which that share of the sample lies. */
export function quantile(sample: number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
