const seconds = { d: 86_400, h: 3_600, m: 60, s: 1 } as const
const limits = { d: Infinity, h: 23, m: 59, s: 59 } as const

/**
 * Milliseconds of `2d 5h 30m`, or undefined where it is none. Units may be left out but stand in this order; hours go to 23,
 * minutes and seconds to 59 where a larger unit stands before them.
 */
export function parseDuration(text: string): number | undefined {
  const parts = text.trim().split(/\s+/)
  let sum = 0
  let before = -1
  for (const part of parts) {
    const [, digits, unit] = /^(\d{1,6})([dhms])$/.exec(part) ?? []
    if (digits === undefined) return undefined
    const place = 'dhms'.indexOf(unit!)
    if (place <= before || (before >= 0 && Number(digits) > limits[unit as keyof typeof limits])) return undefined
    before = place
    sum += Number(digits) * seconds[unit as keyof typeof seconds]
  }
  return sum * 1000
}

/** The other way round: 191400000 → `2d 5h 10m`. */
export function formatDuration(ms: number): string {
  let rest = Math.round(ms / 1000)
  const parts: string[] = []
  for (const [unit, size] of Object.entries(seconds)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.join(' ') || '0s'
}
