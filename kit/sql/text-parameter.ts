/** A value of a statement as text, which the server compares with columns of any kind as it does with what is written in a statement. */
export function textParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
