import { z } from 'zod'
import { inWords } from '../messages/patterns.ts'
import { parseJson } from '../define/parse-json.ts'
import { templateText } from '../define/template.ts'
import { Invalid } from '../errors/errors.ts'
import { messageOf } from '../errors/caught.ts'
import { defineMessages } from '../messages/messages.ts'

/** What a stored template is a text of; `mail` is plain text. The kind decides how the values in it are escaped. */
const templateKinds = ['text', 'html', 'mail', 'xml', 'json', 'csv'] as const
export const templateKind = z.enum(templateKinds)
export type TemplateKind = z.output<typeof templateKind>

/** What a template is given beside the fields of its structure; the sample is for looking at it, as JSON where it is no text. */
export const templateVariables = z
  .array(
    z.strictObject({
      name: z.string().regex(
        inWords(/^[a-z_][a-z0-9_]{0,62}$/i, {
          en: 'Please use letters, digits and underscores, no digit first: at most 63 characters.',
          de: 'Bitte Buchstaben, Ziffern und Unterstriche verwenden, keine Ziffer am Anfang: höchstens 63 Zeichen.',
        }),
      ),
      label: z.string().trim().max(191).default(''),
      type: z.enum(['text', 'number', 'date', 'yes_no', 'list', 'object']).default('text'),
      sample: z.string().max(10_000).default(''),
    }),
  )
  .max(100)
export type TemplateVariable = z.output<typeof templateVariables>[number]

const texts = defineMessages({
  json: {
    en: 'What the template has written is no valid JSON: {reason}',
    de: 'Was die Vorlage geschrieben hat, ist kein gültiges JSON: {reason}',
  },
})

const markup = (value: unknown) =>
  templateText(value)
    // Characters that no XML may hold, and HTML shows as nothing.
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const escapes: Record<TemplateKind, (value: unknown) => string> = {
  text: templateText,
  mail: templateText,
  html: markup,
  xml: markup,
  // Between the quotes of the template; a number, a list or an object stands without any.
  json: (value) =>
    typeof value === 'string' || value instanceof Date
      ? JSON.stringify(templateText(value)).slice(1, -1)
      : templateText(value),
  csv: (value) => {
    const text = templateText(value)
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  },
}

/** Filters behind which a value is written as it is. */
const ready: Partial<Record<TemplateKind, readonly string[]>> = { html: ['html'], xml: ['html'], json: ['json'] }

/** A value as it stands in a text of that kind, whose last filter was that one. */
export const escaped = (kind: TemplateKind, value: unknown, filter: string | undefined): string =>
  filter === 'raw' || (filter !== undefined && ready[kind]?.includes(filter))
    ? templateText(value)
    : escapes[kind](value)

/** Refuses what is not what its kind promises. */
export function assertKind(kind: TemplateKind, text: string) {
  if (kind !== 'json') return
  try {
    parseJson(text)
  } catch (error) {
    throw new Invalid('TEXT_TEMPLATE_JSON', texts.json({ reason: messageOf(error) }), { cause: error })
  }
}
