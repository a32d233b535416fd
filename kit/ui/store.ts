import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. */
export function createStore<T extends object>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get: () => value,
    set(change: Partial<T>) {
      value = { ...value, ...change }
      for (const tell of listeners) tell()
    },
    subscribe,
    /** Reads one part; renders again only when that part changes. */
    use: <P>(part: (value: T) => P) => useSyncExternalStore(subscribe, () => part(value)),
  }
}
