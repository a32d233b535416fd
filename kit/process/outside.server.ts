import { AsyncLocalStorage } from 'node:async_hooks'

/** A piece of work that shares its process with others: it is told when it waits for the outside, where others may go on. */
export type Neighbour = {
  left(): void
  /** Answers once it may go on. */
  back(): Promise<void>
  /** From now on it keeps something the others would have to do without, until what is answered is called. */
  keep(): Promise<() => void>
  /** Lets the others go on for a while, where somebody waits for that. */
  giveWay(): Promise<void>
}

const neighbours = new AsyncLocalStorage<Neighbour>()

export const asNeighbour = <T>(one: Neighbour, work: () => Promise<T>): Promise<T> => neighbours.run(one, work)

/**
 * Waits for the outside: another system's answer, or a time. Meanwhile others in this process may go on, so whatever is needed for the
 * answer, a place in a row or a transaction, is begun and ended inside of `work`.
 */
export async function outside<T>(work: () => Promise<T>): Promise<T> {
  const one = neighbours.getStore()
  if (!one) return work()
  one.left()
  try {
    return await work()
  } finally {
    await one.back()
  }
}

/** Keeps something that the work of this process can have one after the other, until what is answered is called. */
export const keep = async (): Promise<() => void> => (await neighbours.getStore()?.keep()) ?? (() => {})

export const giveWay = async (): Promise<void> => neighbours.getStore()?.giveWay()
