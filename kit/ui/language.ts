import { useSyncExternalStore } from 'react'
import { languages, type Language } from '../messages/messages.ts'

const key = 'language'
const listeners = new Set<() => void>()
let current: Language = stored() ?? 'de'

function stored(): Language | undefined {
  const value = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  return languages.find((language) => language === value)
}

export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The language of the interface: what is stored in this browser, German when nothing is. */
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
export const startLanguage = () => addEventListener('storage', (event) => event.key === key && speak(stored() ?? 'de'))

function subscribeLanguage(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Re-renders when the language changes. */
export const useLanguage = () => useSyncExternalStore(subscribeLanguage, currentLanguage)
