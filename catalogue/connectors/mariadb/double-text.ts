/** How the server writes a number out: the fewest digits that mean it, with an exponent where it would be long. */
export function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string]
  const digits = mantissa.replace('.', '')
  const sign = value < 0 ? '-' : ''
  /** How many digits stand before the point. */
  const before = Number(exponent) + 1
  if (before < -14 || (before > 15 && digits.length <= before)) return `${sign}${mantissa}e${Number(exponent)}`
  if (before <= 0) return `${sign}0.${'0'.repeat(-before)}${digits}`
  const behind = digits.slice(before)
  return `${sign}${digits.slice(0, before).padEnd(before, '0')}${behind && `.${behind}`}`
}
