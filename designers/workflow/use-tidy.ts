import { createStore, useStore } from 'zustand'
import { useEffect } from 'react'

export type Tidy = (typeof import('./tidy.ts'))['tidy']

const store = createStore<{ tidy?: Tidy }>(() => ({}))

async function loadTidy() {
  const { tidy } = await import('./tidy.ts')
  store.setState({ tidy })
}

/** The library that lays out graphs, loaded when something is to be laid out. */
export function useTidy(isNeeded: boolean): Tidy | undefined {
  useEffect(() => {
    if (isNeeded) void loadTidy()
  }, [isNeeded])
  return useStore(store, ({ tidy }) => tidy)
}
