import { createStore, useStore } from 'zustand'

const cookie = 'side_panel_minimised'
const year = 31_536_000

const isKept = () => document.cookie.split('; ').includes(`${cookie}=1`)
const store = createStore(() => ({ isMinimised: isKept() }))

/** The menu at the side, whole or as icons; a cookie keeps which. */
export const sidePanel = {
  minimise(isMinimised: boolean) {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `${cookie}=${isMinimised ? 1 : 0}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
    store.setState({ isMinimised })
  },
}

export const useMinimised = () => useStore(store, (value) => value.isMinimised)
