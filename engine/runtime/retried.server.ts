import type { DataRecord, Retried } from '@weft/kit/define/record.ts'
import type { Spools } from './spool.server.ts'

/** A refused record that is tried again, and as what the inbox knows it. */
export type RetriedEntry = Retried & { id: string }

const isRetried = (spool: string) => spool.endsWith('.__retry')

export async function* retriedEntries(spools: Spools, name: string): AsyncGenerator<RetriedEntry> {
  for await (const { records } of spools.read(name)) yield* records as RetriedEntry[]
}

/** The batches of a spool. What is tried again travels alone, so that whatever becomes of it is known to be its own. */
export async function* batchesOf(
  spools: Spools,
  name: string,
): AsyncGenerator<{ records: DataRecord[]; number?: number; retry_of?: string }> {
  if (!isRetried(name)) yield* spools.read(name)
  else for await (const { id, record } of retriedEntries(spools, name)) yield { records: [record], retry_of: id }
}
