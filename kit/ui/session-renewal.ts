import { createStore, useStore } from 'zustand'

/** Why the server takes a session no more: unused for `minutes`, older than `minutes`, or ended by somebody; `at` an ISO time. */
export type SessionEnd = { reason: 'idle' | 'age' | 'revoked'; at: string; minutes?: number }

type Renewal = { end: SessionEnd | undefined; promise: Promise<boolean>; settle: (renewed: boolean) => void }

const store = createStore<{ hosts: number; renewal?: Renewal | undefined }>(() => ({ hosts: 0 }))

/**
 * Asks whoever sits there to sign in again over the page; true once they have. All calls refused meanwhile wait for the same answer.
 * False at once where no page stands that could ask: then there is nothing typed that could be lost.
 */
export function requestRenewal(end: SessionEnd | undefined): Promise<boolean> {
  const { hosts, renewal } = store.getState()
  if (renewal) return renewal.promise
  if (hosts === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (renewed: boolean) => {
    store.setState({ renewal: undefined })
    resolve(renewed)
  }
  store.setState({ renewal: { end, promise, settle } })
  return promise
}

export const useRenewal = () => useStore(store, ({ renewal }) => renewal)
export const settleRenewal = (renewed: boolean) => store.getState().renewal?.settle(renewed)

/** Says that a page stands which can ask; answers how to take that back. */
export function hostRenewals() {
  store.setState({ hosts: store.getState().hosts + 1 })
  return () => {
    store.setState({ hosts: store.getState().hosts - 1 })
    if (store.getState().hosts === 0) settleRenewal(false)
  }
}
