import { createStore, useStore } from 'zustand'

/** Limits of this installation that the pages keep to; the server has the last word on each. */
export type Limits = {
  /** Seconds until a request is given up; 0: never. */
  request_timeout: number
  /** Files of one upload, and megabytes of a picture or an attachment. */
  files: number
  megabytes: number
  /** Entries of a folder that are shown at once. */
  directory_tree: number
}

const store = createStore<Limits>(() => ({ request_timeout: 20, files: 20, megabytes: 4, directory_tree: 100 }))
export const limits = store.getState
export const useLimits = () => useStore(store)

/** Takes what the server says; until then, and where it says nothing, the defaults hold. */
export const knowLimits = (told: Partial<Limits> | undefined) => told && store.setState(told)
