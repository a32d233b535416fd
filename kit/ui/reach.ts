import { createStore } from './store.ts'

const store = createStore({ away: false })

/** Whether the server can be reached at the moment, as the last request or the browser said. */
export const useIsAway = () => store.use(({ away }) => away)

export const reached = () => store.get().away && store.set({ away: false })
export const unreached = () => !store.get().away && store.set({ away: true })
