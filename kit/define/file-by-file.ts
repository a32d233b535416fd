import { WeftError } from '../errors/errors.ts'
import type { Outcome, Step } from './element.ts'
import type { DataRecord, Rejected } from './record.ts'

type Work = {
  path(record: DataRecord): string
  work(record: DataRecord, path: string, position: number): Promise<DataRecord[]>
}

/** The outcome of records that each name a file. What is wrong with a file is its record's fault; that the storage is away is not. */
export async function fileByFile(
  { signal }: Pick<Step<unknown>, 'signal'>,
  records: DataRecord[],
  { path, work }: Work,
): Promise<Outcome> {
  const out: DataRecord[] = []
  const rejected: Rejected[] = []
  for (const [position, record] of records.entries()) {
    signal.throwIfAborted()
    const at = path(record)
    try {
      out.push(...(await work(record, at, position)))
    } catch (error) {
      if (!(error instanceof WeftError) || error.status >= 500) throw error
      rejected.push({ record, field: 'path', value: at, reason: error.say })
    }
  }
  return { exits: { out }, rejected }
}
