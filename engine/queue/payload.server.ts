import type { DataRecord } from '@weft/kit/define/record.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import type { Payload } from '../runtime/job.ts'
import { openSpools } from '../runtime/spool.server.ts'

const largestInRow = 64 * 1024

/** A trigger's record as a job is accepted with it: in the job's row, or in a file where it is too long for that or holds what the row cannot. */
export async function payloadOf(
  home: string,
  record: DataRecord,
  id: string = crypto.randomUUID(),
): Promise<{ id?: string; payload: Payload }> {
  const json = JSON.stringify(record)
  if (json.length <= largestInRow && isStorable(json)) return { payload: { record } }
  await openSpools(home, id).whole('__in', async function* () {
    yield [record]
  })
  return { id, payload: { spool: '__in', job_id: id } }
}
