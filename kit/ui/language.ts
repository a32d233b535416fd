import { useSyncExternalStore } from 'react'
import { languages, type Language } from '../messages/messages.ts'

const key = 'language'
const listeners = new Set<() => void>()
let fallback: Language = 'de'
let current: Language = stored() ?? fallback
let offered: readonly Language[] = languages

function stored(): Language | undefined {
  const value = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  return languages.find((language) => language === value)
}

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The language of the interface: what is stored in this browser, the installation's default when nothing is. */
export const currentLanguage = () => current

export function setLanguage(language: Language) {
  localStorage.setItem(key, language)
  speak(language)
}

function speak(language: Language) {
  current = language
  document.documentElement.lang = language
  for (const tell of listeners) tell()
}

/** Keeps the page in the language that is chosen in another tab. */
export const startLanguage = () =>
  addEventListener('storage', (event) => event.key === key && speak(stored() ?? fallback))

function subscribeLanguage(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Re-renders when the language changes. */
export const useLanguage = () => useSyncExternalStore(subscribeLanguage, currentLanguage)

/** Takes which languages the installation offers, and which it begins with where none was chosen. */
export function offerLanguages(told: { offered: string[]; default: string } | undefined) {
  if (!told) return
  offered = languages.filter((language) => told.offered.includes(language))
  fallback = languages.find((language) => language === told.default) ?? fallback
  speak(stored() ?? fallback)
}

const offeredLanguages = () => offered
/** The languages one may choose from. */
export const useOfferedLanguages = () => useSyncExternalStore(subscribeLanguage, offeredLanguages)
