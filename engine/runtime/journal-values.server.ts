import type { DataRecord } from '@weft/kit/define/record.ts'
import { isStorable } from '@weft/kit/define/storable-json.ts'
import type { RejectedRow } from './journal.server.ts'
import { longestValue, shortened } from './shortened.ts'
import type { Spools } from './spool.server.ts'

/** A refused record is kept whole, so that it can be tried again: beside the journal where it is too long for it, or holds characters the journal cannot. */
export async function journalled(spools: Spools, { step, batch, position, record }: RejectedRow): Promise<DataRecord> {
  const json = JSON.stringify(record)
  if (json.length <= longestValue && isStorable(json)) return record
  const name = `__rejected/${step}.${batch}.${position}`
  await spools.write(name, 0, [record])
  return json.length <= longestValue ? { ...record, _exact: name } : { ...shortened(record), _whole: name }
}

/** The spool that has a refused record whole, where the journal does not have it as it was. */
export function spoolOfWhole(record: DataRecord): string | undefined {
  const spool = record['_whole'] ?? record['_exact']
  return typeof spool === 'string' ? spool : undefined
}
