import { createStore } from './store.ts'

/** Why the server takes a session no more: unused for `minutes`, older than `minutes`, or ended by somebody; `at` an ISO time. */
export type SessionEnd = { reason: 'idle' | 'age' | 'revoked'; at: string; minutes?: number }

type Renewal = { end: SessionEnd | undefined; promise: Promise<boolean>; settle: (renewed: boolean) => void }

const store = createStore<{ hosts: number; renewal?: Renewal | undefined }>({ hosts: 0 })

/**
 * Asks whoever sits there to sign in again over the page; true once they have. All calls refused meanwhile wait for the same answer.
 * False at once where no page stands that could ask: then there is nothing typed that could be lost.
 */
export function requestRenewal(end: SessionEnd | undefined): Promise<boolean> {
  const { hosts, renewal } = store.get()
  if (renewal) return renewal.promise
  if (hosts === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (renewed: boolean) => {
    store.set({ renewal: undefined })
    resolve(renewed)
  }
  store.set({ renewal: { end, promise, settle } })
  return promise
}

export const useRenewal = () => store.use(({ renewal }) => renewal)
export const settleRenewal = (renewed: boolean) => store.get().renewal?.settle(renewed)

/** Says that a page stands which can ask; answers how to take that back. */
export function hostRenewals() {
  store.set({ hosts: store.get().hosts + 1 })
  return () => {
    store.set({ hosts: store.get().hosts - 1 })
    if (store.get().hosts === 0) settleRenewal(false)
  }
}
