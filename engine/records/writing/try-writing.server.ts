import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { explain } from '../failures.ts'
import type { Refusal } from './batch.ts'
import type { Target, WriteDriver } from './driver.ts'
import { encoderFor, lineLayout } from './lines.ts'
import { writeAlone } from './write-alone.server.ts'

/** Ends the transaction of a trial: nothing of it stays. */
class TriedOut extends Error {}

/** What the database would refuse of records: it is given them in a transaction that is taken back. */
export async function tryWriting(driver: WriteDriver, target: Target, records: DataRecord[]): Promise<Rejected[]> {
  const encoded = encoderFor(lineLayout(target.structure, target, driver.format))(records)
  const refused: Refusal[] = [...encoded.refused]
  try {
    await writeAlone(driver, target, { encoded, records }, async (_, found) => {
      refused.push(...found)
      throw new TriedOut()
    })
  } catch (error) {
    if (!(error instanceof TriedOut)) throw explain(error, target.structure)
  }
  return refused.map(({ position, ...why }) => ({ record: records[position]!, ...why }))
}
