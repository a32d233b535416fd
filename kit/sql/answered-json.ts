import { parseJson } from '../define/parse-json.ts'
import { Unavailable } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  odd: {
    en: 'The database has answered with JSON that cannot be read: {near}',
    de: 'Die Datenbank hat mit JSON geantwortet, das sich nicht lesen lässt: {near}',
  },
})

/** A document as the database wrote it, which it has checked itself: what cannot be read was broken on the way. */
export function answeredJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Unavailable('ANSWER_INVALID', texts.odd({ near: text.slice(0, 60) }), { cause })
  }
}
