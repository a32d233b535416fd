import type { KafkaRecord, RecordsBatch } from '@platformatic/kafka'

type Answer = {
  records?: RecordsBatch[] | null
  abortedTransactions: { producerId: bigint; firstOffset: bigint }[] | null
}
export type KeptRecord = { record: KafkaRecord; offset: bigint; timestamp: bigint }

const is_transactional = 1 << 4
const is_control = 1 << 5
/** What the key of a control record says about the transaction it ends. */
const aborted = 0

/** The records of an answer from `start` on, without those of transactions that were given up; and where to go on behind them. */
export function committedRecords(
  { records, abortedTransactions }: Answer,
  start: bigint,
): { kept: KeptRecord[]; next: bigint } {
  const kept: KeptRecord[] = []
  const ended = (abortedTransactions ?? []).toSorted((a, b) => (a.firstOffset < b.firstOffset ? -1 : 1))
  const dropped = new Set<bigint>()
  let next = start
  for (const { attributes, firstOffset, firstTimestamp, lastOffsetDelta, producerId, records: inside } of records ??
    []) {
    const last = firstOffset + BigInt(lastOffsetDelta)
    while (ended.length > 0 && ended[0]!.firstOffset <= last) dropped.add(ended.shift()!.producerId)
    if (last >= next) next = last + 1n
    if (attributes & is_control) {
      if (inside[0]?.key?.readInt16BE(2) === aborted) dropped.delete(producerId)
      continue
    }
    if (attributes & is_transactional && dropped.has(producerId)) continue
    for (const record of inside) {
      const offset = firstOffset + BigInt(record.offsetDelta)
      if (offset >= start) kept.push({ record, offset, timestamp: firstTimestamp + record.timestampDelta })
    }
  }
  return { kept, next }
}
