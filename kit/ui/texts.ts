import { useMemo } from 'react'
import { say, type Language, type Message, type Text } from '../messages/messages.ts'
import { required } from '../messages/required.ts'
import { useLanguage } from './language.ts'

type Speakers = Record<string, (values: never) => Message>
type Spoken<T extends Speakers> = { [K in keyof T]: (...values: Parameters<T[K]>) => string }

/** The declared messages as plain sentences in one language: `t.rows({ count: 3 })` → `3 Zeilen`. */
export function textsIn<T extends Speakers>(texts: T, language: Language): Spoken<T> {
  const spoken = Object.entries(texts).map(([key, speak]) => [key, (values: never) => say(speak(values), language)])
  return Object.fromEntries(spoken) as Spoken<T>
}

/** The same in the language of the interface; the component renders again when it changes. */
export function useTexts<T extends Speakers>(texts: T): Spoken<T> {
  const language = useLanguage()
  return useMemo(() => textsIn(texts, language), [texts, language])
}

/** What a form says of a field left empty, by the label it shows. */
export function useRequired() {
  const language = useLanguage()
  return (label: string) => say(required({ en: label, de: label }), language)
}

/** A label as it stands inside a sentence: English writes nouns small there, German never does. */
export const inSentence = (label: string, language: Language) =>
  language === 'en' && /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label

/** Reads labels of declarations (`{ en, de }`) in the language of the interface; plain strings pass. */
export function useLabel(): (text: Text | string) => string {
  const language = useLanguage()
  return useMemo(() => (text: Text | string) => (typeof text === 'string' ? text : text[language]), [language])
}
