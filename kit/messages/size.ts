const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes as people say it, rounded to one digit: the number is written in the reader's language, as in `{size, number} {unit}`. */
export function sizeOf(bytes: number): { size: number; unit: string } {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return { size: Math.round((bytes / 1_000 ** step) * 10) / 10, unit: units[step]! }
}
