import type { Labels } from '@weft/kit/define/labels.ts'
import { defineMessages, languages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  short: {
    en: 'Two or three small letters, please, such as de.',
    de: 'Bitte zwei oder drei Kleinbuchstaben, zum Beispiel de.',
  },
  code: { en: 'Language and region, please, such as de-DE.', de: 'Bitte Sprache und Region, zum Beispiel de-DE.' },
})
const saying = (message: ReturnType<typeof texts.short>) => ({ error: say(message, 'en'), params: { say: message } })

/** A language the provider keeps. Only those the product has words in can be a language of the interface. */
export const languageDraft = z.strictObject({
  label: z.string().trim().min(1).max(191),
  name: z.string().trim().min(1).max(191),
  short: z
    .string()
    .trim()
    .refine((text) => /^[a-z]{2,3}$/.test(text), saying(texts.short())),
  iso_code: z
    .string()
    .trim()
    .refine((text) => /^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/.test(text), saying(texts.code())),
  records: z.boolean().default(true),
  interface: z.boolean().default(false),
  is_default: z.boolean().default(false),
})

/** Whether the product has words in it. */
export const hasWords = (short: string) => (languages as readonly string[]).includes(short)

export const languageLabels: Labels<keyof typeof languageDraft.shape> = {
  title: { en: 'Language', de: 'Sprache' },
  fields: {
    label: {
      label: { en: 'Label', de: 'Bezeichnung' },
      help: { en: 'What the language calls itself.', de: 'Wie die Sprache sich selbst nennt.' },
    },
    name: { label: { en: 'Name', de: 'Name' }, help: { en: 'In English.', de: 'Auf Englisch.' } },
    short: {
      label: { en: 'Short', de: 'Kürzel' },
      help: { en: 'Two letters of ISO 639.', de: 'Zwei Buchstaben nach ISO 639.' },
    },
    iso_code: {
      label: { en: 'ISO code', de: 'ISO-Code' },
      help: { en: 'Language and region.', de: 'Sprache und Region.' },
    },
    records: {
      label: { en: 'Language of records', de: 'Sprache von Datensätzen' },
      help: { en: 'Offered where records are translated.', de: 'Wird angeboten, wo Datensätze übersetzt werden.' },
    },
    interface: {
      label: { en: 'Language of interface and mails', de: 'Sprache von Oberfläche und E-Mails' },
      help: {
        en: 'Offered when signing in and in the head of every page. The product has words in English and German.',
        de: 'Wird bei der Anmeldung und im Kopf jeder Seite angeboten. Das Produkt spricht Englisch und Deutsch.',
      },
    },
    is_default: {
      label: { en: 'Default', de: 'Standard' },
      help: { en: 'For browsers that have not chosen yet.', de: 'Für Browser, in denen noch keine gewählt wurde.' },
    },
  },
}
