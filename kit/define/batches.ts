import { batchCharacters, batchRecords } from './limits.ts'
import type { DataRecord, Rejected } from './record.ts'
import type { Places, SourceBatch } from './step-context.ts'

/** Gathers records until a batch is full. */
export class Batches {
  #records: DataRecord[] = []
  #rejected: Rejected[] = []
  #places: number[] = []
  #characters = 0
  readonly #unit: Places['unit']

  constructor(unit: Places['unit']) {
    this.#unit = unit
  }

  add(record: DataRecord, characters: number, place: number) {
    this.#records.push(record)
    this.#places.push(place)
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
    const batch: SourceBatch = {
      records: this.#records,
      cursor,
      places: { unit: this.#unit, numbers: this.#places },
      ...(this.#rejected.length > 0 && { rejected: this.#rejected }),
    }
    this.#records = []
    this.#rejected = []
    this.#places = []
    this.#characters = 0
    return batch
  }
}
