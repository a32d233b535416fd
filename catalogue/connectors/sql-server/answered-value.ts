/**
 * A value of any statement's answer as a record carries it. Of decimals with more than 15 digits the driver has rounded the last ones: who
 * needs them casts them to text in the statement.
 */
export function answeredValue(value: unknown, type: string, scale = 0): unknown {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return value.toString('base64')
  if (value instanceof Date) return timeOf(value as Date & { nanosecondsDelta?: number }, type)
  if (/^(Decimal|Numeric)/.test(type)) return Number(value).toFixed(scale)
  if (/^(Float|Real|Money|SmallMoney)/.test(type)) return String(value)
  return /^UniqueIdentifier/.test(type) ? String(value).toLowerCase() : value
}

/** The driver keeps what is less than a millisecond beside its date, in seconds. */
function timeOf(date: Date & { nanosecondsDelta?: number }, type: string): string {
  const iso = date.toISOString()
  if (type === 'Date') return iso.slice(0, 10)
  const more = String(Math.round((date.nanosecondsDelta ?? 0) * 1e7)).padStart(4, '0')
  const whole = `${iso.slice(0, -1)}${more}`.replace(/\.?0+$/, '')
  if (type.startsWith('Time')) return whole.slice(11)
  return type.startsWith('DateTimeOffset') ? `${whole}Z` : whole
}
