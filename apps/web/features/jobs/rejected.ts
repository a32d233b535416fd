import type { ListRow } from '@weft/kit/contracts/client.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'

/** A record a step could not use; `corrected` is what somebody has made of it since. */
export type Rejected = ListRow<'/record_errors'>
export type RejectedState = Rejected['state']

/** A value as it stands in a field to be corrected. */
export const shownValue = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What somebody has written in place of a value: of its kind where it can be read so. Lists and objects have to stay readable. */
export function readValue(before: unknown, written: string | undefined): { value: unknown; isBroken: boolean } {
  if (written === undefined || written === shownValue(before)) return { value: before, isBroken: false }
  if (typeof before === 'string') return { value: written, isBroken: false }
  if (written.trim() === '') return { value: null, isBroken: false }
  if (before === null || before === undefined) return { value: written, isBroken: false }
  try {
    return { value: parseJson(written), isBroken: false }
  } catch {
    return { value: written, isBroken: typeof before === 'object' }
  }
}
