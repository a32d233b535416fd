import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

const page = z.string().max(100_000).default('').meta({ input: 'longText' })

export const legalSettings = defineSettingGroup({
  path: 'legal',
  schema: z.strictObject({ imprint_de: page, imprint_en: page, privacy_de: page, privacy_en: page }),
  labels: {
    title: { en: 'Imprint and privacy', de: 'Impressum und Datenschutz' },
    help: {
      en: 'What the two pages before the sign-in say, in Markdown. Empty: what Weft says by itself.',
      de: 'Was die beiden Seiten vor der Anmeldung sagen, in Markdown. Leer: was Weft von sich aus sagt.',
    },
    fields: {
      imprint_de: { en: 'Imprint in German', de: 'Impressum auf Deutsch' },
      imprint_en: { en: 'Imprint in English', de: 'Impressum auf Englisch' },
      privacy_de: { en: 'Privacy policy in German', de: 'Datenschutzerklärung auf Deutsch' },
      privacy_en: { en: 'Privacy policy in English', de: 'Datenschutzerklärung auf Englisch' },
    },
  },
})
