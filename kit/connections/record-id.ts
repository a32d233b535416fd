/** The id of a record as cross-references keep it; undefined where there is none. */
export function recordId(value: unknown): string | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'object') return undefined
  return String(value as string | number | boolean)
}
