import { nestingDepth } from '../define/limits.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  deep: {
    en: 'What was sent is nested more than {limit} levels deep.',
    de: 'Die gesendeten Daten sind mehr als {limit} Ebenen tief verschachtelt.',
  },
  wide: {
    en: 'An object in what was sent has more than {limit, number} fields.',
    de: 'Ein Objekt in den gesendeten Daten hat mehr als {limit, number} Felder.',
  },
  fields: {
    en: 'What was sent has more than {limit, number} fields altogether.',
    de: 'Die gesendeten Daten haben insgesamt mehr als {limit, number} Felder.',
  },
  values: {
    en: 'What was sent has more than {limit, number} values.',
    de: 'Die gesendeten Daten haben mehr als {limit, number} Werte.',
  },
})

/**
 * What JSON may be, so that reading it holds nobody up: half a million fields in one object take the engine seconds to read and to
 * write, each of the limits about a tenth of a second.
 */
export const jsonLimits = { depth: nestingDepth, fieldsOfObject: 20_000, fields: 50_000, values: 100_000 }

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject, and] = [...'"\\,:[]{}&'].map(
  (sign) => sign.charCodeAt(0),
)

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
    if (sign === quote) {
      // Sign by sign: a search for each closing quote is slower by far where the texts are short or escaped.
      while (++at < bytes.length && bytes[at] !== quote) if (bytes[at] === backslash) at++
    } else if (sign === comma) {
      if (++values > jsonLimits.values) throw new Invalid('TOO_MANY_VALUES', texts.values({ limit: jsonLimits.values }))
    } else if (sign === colon) {
      if (++fieldsAt[depth]! > jsonLimits.fieldsOfObject)
        throw new Invalid('TOO_MANY_FIELDS', texts.wide({ limit: jsonLimits.fieldsOfObject }))
      if (++fields > jsonLimits.fields) throw new Invalid('TOO_MANY_FIELDS', texts.fields({ limit: jsonLimits.fields }))
    } else if (sign === openObject || sign === openList) {
      if (++depth > jsonLimits.depth) throw new Invalid('TOO_DEEP', texts.deep({ limit: jsonLimits.depth }))
      fieldsAt[depth] = 0
    } else if ((sign === closeObject || sign === closeList) && depth > 0) depth--
  }
}

/** A form's fields are counted likewise. */
export function refuseLargeForm(bytes: Uint8Array): void {
  let fields = 1
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === and && ++fields > jsonLimits.fieldsOfObject)
      throw new Invalid('TOO_MANY_FIELDS', texts.wide({ limit: jsonLimits.fieldsOfObject }))
}
