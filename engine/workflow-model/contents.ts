import type { DataRecord } from '@weft/kit/define/record.ts'

/** A run says so many different things of what it was about. */
export const mostContents = 100
const longest = 191

/** What a batch is about: the different values of the field a workflow names as content identifier; inside of objects by dots. */
export function contentsOf(records: readonly DataRecord[], field: string | null | undefined, found: Set<string>) {
  if (!field) return
  const path = field.split('.')
  for (const record of records) {
    if (found.size >= mostContents) return
    const value = path.reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
          ? (inner as DataRecord)[key]
          : undefined,
      record,
    )
    if (['string', 'number', 'bigint', 'boolean'].includes(typeof value) && value !== '')
      found.add(String(value).replaceAll('\u0000', '').slice(0, longest))
  }
}
