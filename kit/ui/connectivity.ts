import { createStore, useStore } from 'zustand'

const store = createStore(() => ({ away: false }))

/** Whether the server can be reached at the moment, as the last request or the browser said. */
export const useIsOffline = () => useStore(store, ({ away }) => away)

export const markOnline = () => store.getState().away && store.setState({ away: false })
export const markOffline = () => !store.getState().away && store.setState({ away: true })
