import { z } from 'zod'
import { defineMessages, type Message } from './messages.ts'

const texts = defineMessages({
  required: { en: 'This field is required.', de: 'Dieses Feld ist erforderlich.' },
})

/** What zod found wrong, as dotted place and message in every language; an unknown key is told at the key itself. */
export const placesOf = (issues: readonly z.core.$ZodIssue[]): { place: string; message: Message }[] =>
  issues.flatMap((issue) => {
    const place = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ place: place ? `${place}.${key}` : key, message: inEveryLanguage(issue) }))
    if (issue.code === 'custom' && issue.params?.['say']) return [{ place, message: issue.params['say'] as Message }]
    const missing = issue.code === 'invalid_type' && issue.input === undefined && / undefined$/.test(issue.message)
    const empty = issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1
    return [{ place, message: missing || empty ? texts.required() : inEveryLanguage(issue) }]
  })

/** A text of somebody else's as a message: braces are meant literally. */
export const quoted = (en: string, de = en): Message => ({ text: { en: escaped(en), de: escaped(de) }, values: {} })

const german = z.locales.de().localeError
const english = z.locales.en().localeError
const inEveryLanguage = (issue: z.core.$ZodIssue) => quoted(sentence(english, issue), sentence(german, issue))
const sentence = (error: z.core.$ZodErrorMap, issue: z.core.$ZodIssue) => {
  const said = error(issue as z.core.$ZodRawIssue)
  return (typeof said === 'string' ? said : said?.message) ?? issue.message
}
const escaped = (text: string) => text.replaceAll('{', "'{'").replaceAll('}', "'}'")
