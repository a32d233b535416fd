/** What of a run is compared with its past: milliseconds, records moved, records rejected, records moved a second. */
export type ComparedFigure = 'duration' | 'records' | 'rejected' | 'throughput'

/** Of fewer runs nothing is called usual. */
export const runsNeeded = 5

export type Compared = {
  figure: ComparedFigure
  value: number
  /** The middle of the past runs, and how far from it the middle one of them lies (the median absolute deviation). */
  median: number
  spread: number
  runs: number
  /** 1 for Monday to 7 for Sunday where these are runs of the same day of the week; null: of all days. */
  weekday: number | null
}

/** What differs by less is nobody's business, however steady the past was. */
const least: Record<ComparedFigure, number> = { duration: 10_000, records: 10, rejected: 10, throughput: 1 }
/** More rejections and fewer records a second are worth a word, the other way round is not. */
const told: Record<ComparedFigure, readonly ('more' | 'less')[]> = {
  duration: ['more', 'less'],
  records: ['more', 'less'],
  rejected: ['more'],
  throughput: ['less'],
}

/**
 * Whether a figure is out of the ordinary, and which way: its modified z-score is beyond 3.5 (Iglewicz and Hoaglin, How to Detect and
 * Handle Outliers, 1993; NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.17), and it is at least twice, or at most half, of what is
 * usual. Where all past runs were alike, a twentieth of the median stands for the spread that score divides by.
 */
export function unusual({ figure, value, median, spread }: Compared): 'more' | 'less' | null {
  const way = value > median ? 'more' : 'less'
  const isFar = way === 'more' ? value >= median * 2 : value <= median / 2
  const score = (0.6745 * Math.abs(value - median)) / Math.max(spread, median * 0.05, Number.MIN_VALUE)
  return told[figure].includes(way) && isFar && Math.abs(value - median) >= least[figure] && score > 3.5 ? way : null
}

/** The figures of a run with what is unusual about each. A slower pace is not told beside a longer time: that is the same thing. */
export function judged<C extends Compared>(figures: readonly C[]): (C & { unusual: 'more' | 'less' | null })[] {
  const all = figures.map((compared) => ({ ...compared, unusual: unusual(compared) }))
  const isLong = all.some(({ figure, unusual }) => figure === 'duration' && unusual === 'more')
  return all.map((one) => (one.figure === 'throughput' && isLong ? { ...one, unusual: null } : one))
}
