import type { DataRecord } from '@weft/kit/define/record.ts'
import type { RecordVersion } from '@weft/engine/records/store.ts'

type Kind = 'created' | 'changed' | 'confirmed' | 'deleted' | 'brought_back'
/** What made a version of a record. `writer` is a run or the undoing of one; null by hand, undefined where it is not known. */
export type MadeVersion = { version: number; kind: Kind; at: string | null; writer: string | null | undefined }

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const writerOf = (record: DataRecord) => text(record['_job_id'])

/**
 * What has made each version of a record, the oldest first, out of what is kept of it and what it is today. Before `since` kept
 * versions do not say who has replaced them: only another run's name in the next version does.
 */
export function madeVersions(
  kept: RecordVersion[],
  now: DataRecord | undefined,
  since: string | undefined,
): MadeVersion[] {
  const earlier = kept.toReversed()
  const states = [...earlier.map(({ version, record }) => ({ version, record })), ...(now ? [asState(now)] : [])]
  const first = states[0]
  if (!first) return []
  const made: MadeVersion[] = []
  const created = text(now?.['_created_at'] ?? first.record['_created_at'])
  if (first.version === 1) made.push({ version: 1, kind: 'created', at: created, writer: writerOf(first.record) })
  else if (earlier.length === 0)
    // Nothing is kept: the last run is known, and not who has changed the record since.
    made.push({
      version: first.version,
      kind: 'changed',
      at: text(first.record['_updated_at']),
      writer: writerOf(first.record) ?? undefined,
    })
  for (const [i, { version, operation, replaced_at, by, record }] of earlier.entries()) {
    const next = states[i + 1]
    const isTraced = since !== undefined && Date.parse(replaced_at) >= Date.parse(since)
    const told = by ?? (isTraced ? null : writerBetween(record, operation === 'delete' ? undefined : next?.record))
    const kind = operation === 'delete' ? 'deleted' : operation === 'touch' ? 'confirmed' : 'changed'
    made.push({ version: kind === 'changed' ? version + 1 : version, kind, at: replaced_at, writer: told })
    if (operation === 'delete' && next)
      made.push({ version: next.version, kind: 'brought_back', at: null, writer: undefined })
  }
  return made
}

const asState = (record: DataRecord) => ({ version: Number(record['_version']), record })

function writerBetween(before: DataRecord, after: DataRecord | undefined): string | undefined {
  const writer = after && writerOf(after)
  return writer && writer !== writerOf(before) ? writer : undefined
}
