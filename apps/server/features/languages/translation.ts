import type { Language } from '@weft/kit/messages/messages.ts'

// Codes of BCP 47 as translation services write them: English, Portuguese and Chinese are read as one and written as variants.
const both = [
  'bg',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'et',
  'fi',
  'fr',
  'hu',
  'id',
  'it',
  'ja',
  'lt',
  'lv',
  'nl',
  'pl',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'tr',
]
const sources = [...both, 'en', 'pt', 'zh']
const targets = [...both, 'en-GB', 'en-US', 'pt-BR', 'pt-PT', 'zh-Hans', 'zh-Hant']

type TranslationLanguage = { code: string; name: string }

/** The languages translation services translate from and into, of those that are kept, named in the reader's language and in its order. */
export function translationLanguages(
  language: Language,
  kept: ReadonlySet<string>,
): { source: TranslationLanguage[]; target: TranslationLanguage[] } {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const named = (codes: readonly string[]) =>
    codes
      .filter((code) => kept.has(code.split('-')[0]!))
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .toSorted((a, b) => a.name.localeCompare(b.name, language))
  return { source: named(sources), target: named(targets) }
}
