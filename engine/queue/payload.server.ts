import type { DataRecord } from '@weft/kit/define/record.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import type { Payload } from '../runtime/job.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { openSpools } from '../runtime/spool.server.ts'

const largestInRow = 64 * 1024

/** A trigger's record, or several, as a job is accepted with them: one in the job's row, or in a file where it is too long for that or holds what the row cannot. */
export async function payloadOf(
  jobFiles: JobFiles,
  record: DataRecord | DataRecord[],
  id: string = crypto.randomUUID(),
): Promise<{ id?: string; payload: Payload }> {
  const isOne = !Array.isArray(record)
  const json = JSON.stringify(record)
  if (isOne && json.length <= largestInRow && isStorable(json)) return { payload: { record } }
  await openSpools(jobFiles, id).whole('__in', async function* () {
    yield isOne ? [record] : record
  })
  return { id, payload: { spool: '__in', job_id: id } }
}
