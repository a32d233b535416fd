import { batchCharacters, batchRecords } from './limits.ts'
import type { DataRecord, Rejected } from './record.ts'
import type { SourceBatch } from './world.ts'

/** Gathers records until a batch is full. */
export class Batches {
  #records: DataRecord[] = []
  #rejected: Rejected[] = []
  #characters = 0

  add(record: DataRecord, characters: number) {
    this.#records.push(record)
    this.#characters += characters
  }

  reject(rejected: Rejected) {
    this.#rejected.push(rejected)
  }

  get full() {
    return this.#records.length + this.#rejected.length >= batchRecords || this.#characters >= batchCharacters
  }

  get empty() {
    return this.#records.length + this.#rejected.length === 0
  }

  take(cursor: unknown): SourceBatch {
    const batch: SourceBatch = { records: this.#records, cursor, ...(this.#rejected.length > 0 && { rejected: this.#rejected }) }
    this.#records = []
    this.#rejected = []
    this.#characters = 0
    return batch
  }
}
