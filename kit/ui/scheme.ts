import { createStore, useStore } from 'zustand'

export const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

/** The key Mantine reads too, so that the sign-in page (without Mantine) and the rest agree. */
const key = 'mantine-color-scheme-value'
const store = createStore<{ scheme: Scheme }>(() => ({ scheme: stored() }))

function stored(): Scheme {
  const value = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  return schemes.find((scheme) => scheme === value) ?? 'auto'
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches
export const shownScheme = (scheme: Scheme) => (scheme === 'auto' ? (prefersDark() ? 'dark' : 'light') : scheme)

function apply() {
  document.documentElement.setAttribute('data-mantine-color-scheme', shownScheme(store.getState().scheme))
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
