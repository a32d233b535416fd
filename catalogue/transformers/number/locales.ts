import { z } from 'zod'

/** How numbers are written: the sign between thousands and the one before the decimal places. */
export const marks = { en: [',', '.'], de: ['.', ','], fr: ['\u202f', ','], 'de-CH': ['’', '.'] } as const

export const locale = z.enum(['en', 'de', 'fr', 'de-CH']).default('de')
export const localeLabel = {
  label: { en: 'Written as in', de: 'Schreibweise' },
  options: {
    en: { en: 'English: 1,234.56', de: 'Englisch: 1,234.56' },
    de: { en: 'German: 1.234,56', de: 'Deutsch: 1.234,56' },
    fr: { en: 'French: 1 234,56', de: 'Französisch: 1 234,56' },
    'de-CH': { en: 'Swiss: 1’234.56', de: 'Schweizerisch: 1’234.56' },
  },
}
