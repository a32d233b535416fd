import { createStore } from './store.ts'

const store = createStore({ away: false })

/** Whether the server can be reached at the moment, as the last request or the browser said. */
export const useIsOffline = () => store.use(({ away }) => away)

export const markOnline = () => store.get().away && store.set({ away: false })
export const markOffline = () => !store.get().away && store.set({ away: true })
