export type UndoHistory<T> = {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** What the last change was part of, so that a drag or a word is one step. */ group?: string | undefined
}

const limit = 100

export const begin = <T>(now: T): UndoHistory<T> => ({ past: [], now, future: [] })

/** A new state; changes of the same group become one step. */
export function change<T>(history: UndoHistory<T>, now: T, group?: string): UndoHistory<T> {
  if (now === history.now) return history
  if (group !== undefined && group === history.group) return { ...history, now, future: [] }
  return { past: [...history.past.slice(-limit + 1), history.now], now, future: [], group }
}

export function undo<T>({ past, now, future }: UndoHistory<T>): UndoHistory<T> {
  return past.length === 0
    ? { past, now, future }
    : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] }
}

export function redo<T>({ past, now, future }: UndoHistory<T>): UndoHistory<T> {
  return future.length === 0
    ? { past, now, future }
    : { past: [...past, now], now: future[0]!, future: future.slice(1) }
}
