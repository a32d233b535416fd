import { batchCharacters, batchRecords } from '../define/limits.ts'

/** How many records of an answer make a batch. */
export const fittingIn = (bytes: number, records: number, wished = batchRecords) =>
  Math.max(1, Math.min(wished, batchRecords, Math.floor((batchCharacters * records) / (bytes + 1))))
