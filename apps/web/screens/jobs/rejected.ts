import { parseJson } from '@weft/kit/define/parse-json.ts'

export type RejectedState = 'open' | 'retrying' | 'rejected_again' | 'resolved' | 'ignored'

/** A record a step could not use; `corrected` is what somebody has made of it since. */
export type Rejected = {
  id: string
  workflow_id: string
  step: string
  batch: number
  position: number
  record: Record<string, unknown>
  corrected: Record<string, unknown> | null
  field: string | null
  value: unknown
  reason: string
  state: RejectedState
  retried_by: string | null
}

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
