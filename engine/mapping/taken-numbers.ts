/** Takes numbers of a range for a batch and answers with the first of them. */
export type TakeNumbers = (asked: { range: string; first: string; count: number }) => Promise<string>

type Asked = { first: string; calls: Set<string> }

/**
 * The running numbers of a batch. How many are needed shows only when it is mapped: a call without a number is noted, all that are
 * noted are taken at once, and the batch is mapped again. So a record left out by a condition uses none.
 */
export class TakenNumbers {
  readonly #given = new Map<string, string>()
  readonly #asked = new Map<string, Asked>()

  begin() {
    this.#given.clear()
    this.#asked.clear()
  }
  /** What a call is given; before it is taken, the first number of the range. */
  number(range: string, first: string, call: string): string {
    const name = `${range}:${call}`
    const given = this.#given.get(name)
    if (given !== undefined) return given
    const asked = this.#asked.get(range) ?? { first, calls: new Set() }
    asked.calls.add(name)
    this.#asked.set(range, asked)
    return first
  }
  /** Maps until every call has its number. */
  async around<T>(map: () => T, take: TakeNumbers): Promise<T> {
    let mapped = map()
    while (this.#asked.size > 0) {
      await this.#takeAll(take)
      mapped = map()
    }
    return mapped
  }
  async #takeAll(take: TakeNumbers) {
    const asked = [...this.#asked]
    this.#asked.clear()
    for (const [range, { first, calls }] of asked) {
      let next = BigInt(await take({ range, first, count: calls.size }))
      for (const call of calls) this.#given.set(call, String(next++))
    }
  }
}
