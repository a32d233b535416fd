import type { FileReference } from '@weft/kit/define/record.ts'

/** What looks keep for those after them, each a stamp by path: files that were given, those the last run got, and those that were too fresh. */
export type Kept = { seen: Record<string, string>; taken: Record<string, string>; waiting: Record<string, string> }

/** Another content has another stamp, as far as a listing tells. */
export const stampOf = ({ size, modified_at }: FileReference) => `${size} ${modified_at}`

/**
 * Which files are new or have changed since they were given, and of those which may still be written to: changed within the last
 * `stable` seconds and not as they were at the look before. The clock of the other system may differ, so either of both is enough.
 */
export function arrived(
  listed: readonly FileReference[],
  { before, stable, now }: { before: Kept | undefined; stable: number; now: number },
): { taken: FileReference[]; waiting: FileReference[] } {
  const fresh = listed.filter((file) => before?.seen[file.path] !== stampOf(file))
  const isSettled = (file: FileReference) =>
    stable === 0 || Date.parse(file.modified_at) <= now - stable * 1_000 || before?.waiting[file.path] === stampOf(file)
  return { taken: fresh.filter(isSettled), waiting: fresh.filter((file) => !isSettled(file)) }
}
