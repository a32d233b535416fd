import { nestingDepth } from '../define/limits.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  deep: { en: 'What was sent is nested more than {limit} levels deep.', de: 'Die gesendeten Daten sind mehr als {limit} Ebenen tief verschachtelt.' },
  wide: { en: 'An object in what was sent has more than {limit, number} fields.', de: 'Ein Objekt in den gesendeten Daten hat mehr als {limit, number} Felder.' },
  fields: { en: 'What was sent has more than {limit, number} fields altogether.', de: 'Die gesendeten Daten haben insgesamt mehr als {limit, number} Felder.' },
  values: { en: 'What was sent has more than {limit, number} values.', de: 'Die gesendeten Daten haben mehr als {limit, number} Werte.' },
})

/**
 * What JSON may be, so that reading it holds nobody up: half a million fields in one object take the engine seconds to read and to
 * write, the limits together at most a few hundred milliseconds.
 */
export const jsonLimits = { depth: nestingDepth, fieldsOfObject: 20_000, fields: 200_000, values: 500_000 }

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = [...'"\\,:[]{}'].map((sign) => sign.charCodeAt(0))

/**
 * Refuses JSON beyond the limits before it is parsed, by one pass over its bytes that counts signs outside of texts. What is no JSON
 * may pass: the parser says so.
 */
export function refuseLargeJson(bytes: Uint8Array): void {
  const fieldsAt = new Uint32Array(jsonLimits.depth + 1)
  let depth = 0
  let fields = 0
  let values = 0
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at]
    if (sign === quote) at = endOfText(bytes, at)
    else if (sign === comma) {
      if (++values > jsonLimits.values) throw new Invalid('TOO_MANY_VALUES', texts.values({ limit: jsonLimits.values }))
    } else if (sign === colon) {
      if (++fieldsAt[depth]! > jsonLimits.fieldsOfObject) throw new Invalid('TOO_MANY_FIELDS', texts.wide({ limit: jsonLimits.fieldsOfObject }))
      if (++fields > jsonLimits.fields) throw new Invalid('TOO_MANY_FIELDS', texts.fields({ limit: jsonLimits.fields }))
    } else if (sign === openObject || sign === openList) {
      if (++depth > jsonLimits.depth) throw new Invalid('TOO_DEEP', texts.deep({ limit: jsonLimits.depth }))
      fieldsAt[depth] = 0
    } else if ((sign === closeObject || sign === closeList) && depth > 0) depth--
  }
}

/** The place of the sign that closes the text beginning at `start`; the end where none does. */
function endOfText(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(quote!, start + 1); end !== -1; end = bytes.indexOf(quote!, end + 1)) {
    let escapes = 0
    while (bytes[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return bytes.length
}

/** A form's fields are counted likewise. */
export function refuseLargeForm(text: string): void {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > jsonLimits.fieldsOfObject) throw new Invalid('TOO_MANY_FIELDS', texts.wide({ limit: jsonLimits.fieldsOfObject }))
}
