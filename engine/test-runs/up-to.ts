import type { SourceBatch } from '@weft/kit/define/step-context.ts'

/** The first records of a source, counted over all that it is asked. It is asked for no more, and told of none. */
export async function* upTo<Batch extends SourceBatch>(
  batches: AsyncIterable<Batch>,
  left: { records: number },
): AsyncGenerator<Batch> {
  if (left.records <= 0) return
  for await (const batch of batches) {
    const rejected = batch.rejected?.slice(0, left.records)
    left.records -= rejected?.length ?? 0
    const records = batch.records.slice(0, left.records)
    left.records -= records.length
    yield { ...batch, records, ...(rejected && { rejected }), settle: undefined }
    if (left.records <= 0) return
  }
}
