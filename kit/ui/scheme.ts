import { createStore, useStore } from 'zustand'

export const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

/** The key Mantine reads too, so that the sign-in page (without Mantine) and the rest agree. */
const key = 'mantine-color-scheme-value'
const store = createStore<{ scheme: Scheme; shown: 'light' | 'dark' }>(() => ({ scheme: stored(), shown: 'light' }))

function stored(): Scheme {
  const value = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  return schemes.find((scheme) => scheme === value) ?? 'auto'
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches
const shownScheme = (scheme: Scheme) => (scheme === 'auto' ? (prefersDark() ? 'dark' : 'light') : scheme)

function apply() {
  const shown = shownScheme(store.getState().scheme)
  document.documentElement.setAttribute('data-mantine-color-scheme', shown)
  store.setState({ shown })
}

/** Keeps the page in the chosen scheme, in the system's where none is chosen, and as it is chosen in another tab. */
export function startScheme() {
  apply()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  // Chosen in another tab.
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    store.setState({ scheme: stored() })
    apply()
  })
}

export function setScheme(scheme: Scheme) {
  localStorage.setItem(key, scheme)
  store.setState({ scheme })
  apply()
}

export const useScheme = () => useStore(store, (value) => value.scheme)
/** What the page is shown in, whoever chose it. */
export const useShownScheme = () => useStore(store, (value) => value.shown)
