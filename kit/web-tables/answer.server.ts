import { decodeDeclared } from '../encoding/declared.server.ts'
import { faultIn, parseJson } from '../define/parse-json.ts'
import type { HttpAnswer } from '../define/step-context.ts'
import { Conflict, Invalid, NotFound, Unavailable, WeftError } from '../errors/errors.ts'
import { defineMessages, inserted } from '../messages/messages.ts'
import { xmlTree, type XmlNode } from '../xml/xml-tree.ts'

const texts = defineMessages({
  json: {
    en: 'The answer of {url} is no valid JSON: line {line, number}, column {column, number}, at {near}',
    de: 'Die Antwort von {url} ist kein gültiges JSON: Zeile {line, number}, Spalte {column, number}, bei {near}',
  },
  cut: {
    en: 'The answer of {url} breaks off: line {line, number}, column {column, number} is its end, and no end of JSON.',
    de: 'Die Antwort von {url} bricht ab: Zeile {line, number}, Spalte {column, number} ist ihr Ende, aber kein Ende von JSON.',
  },
  xml: { en: 'The answer of {url} cannot be read. {reason}', de: 'Die Antwort von {url} ist nicht lesbar. {reason}' },
  status: { en: '{url} answered {status}: {text}', de: '{url} antwortete {status}: {text}' },
  silent: { en: '{url} answered {status}.', de: '{url} antwortete {status}.' },
  denied: { en: '{url} refuses the sign-in ({status}).', de: '{url} lehnt die Anmeldung ab ({status}).' },
})

/** As the answer says it is written; what is no text at all is read as UTF-8. */
export const textIn = ({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>) =>
  decodeDeclared(body, headers['content-type'] ?? '') ?? new TextDecoder().decode(body)

/** The JSON of an answer; undefined where it is empty. Throws Invalid with the place where it is none. */
export function jsonIn(url: string, answer: Pick<HttpAnswer, 'body' | 'headers'>): unknown {
  const text = textIn(answer)
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    const at = faultIn(text)
    const before = text.slice(0, at).split('\n')
    const place = { url, line: before.length, column: before.at(-1)!.length + 1 }
    const near = text.slice(at, at + 40)
    throw new Invalid('ANSWER_INVALID', near.trim() === '' ? texts.cut(place) : texts.json({ ...place, near }), {
      cause,
    })
  }
}

/** The XML of an answer. Throws Invalid with the place where it is none. */
export function xmlIn(url: string, answer: Pick<HttpAnswer, 'body' | 'headers'>): XmlNode {
  try {
    return xmlTree(textIn(answer))
  } catch (cause) {
    if (!(cause instanceof WeftError)) throw cause
    throw new Invalid('ANSWER_INVALID', inserted(texts.xml({ url, reason: '' }), 'reason', cause.say), { cause })
  }
}

/** Throws what an answer that is no success means: the sign-in, what was asked for, or a moment in which it does not work. */
export function refuseFailure(url: string, answer: HttpAnswer, denials: readonly number[] = [401, 403]) {
  const { status } = answer
  if (status < 400) return
  const told = { url, status: String(status) }
  if (denials.includes(status)) throw new Invalid('CONNECTION_DENIED', texts.denied(told))
  const said = saidBy(answer)
  const message = said === '' ? texts.silent(told) : texts.status({ ...told, text: said })
  if (status === 404 || status === 410) throw new NotFound('HTTP_STATUS', message)
  if (status === 409) throw new Conflict('HTTP_STATUS', message)
  if (isBusy(status)) throw new Unavailable('HTTP_STATUS', message)
  throw new Invalid('HTTP_STATUS', message)
}

export const isBusy = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

/** The reason in an answer, as systems usually write it; else its beginning. */
function saidBy(answer: HttpAnswer): string {
  const text = textIn({ ...answer, body: answer.body.subarray(0, 20_000) }).trim()
  if (!text.startsWith('{')) return text.startsWith('<') ? '' : text.slice(0, 500)
  try {
    return reasonIn(parseJson(text)) ?? text.slice(0, 500)
  } catch {
    return text.slice(0, 500) // cut or no JSON: as it stands
  }
}

function reasonIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.slice(0, 500)
  if (typeof value !== 'object' || value === null || depth > 3) return undefined
  if (Array.isArray(value)) return reasonIn(value[0], depth + 1)
  const object = value as Record<string, unknown>
  for (const name of ['message', 'detail', 'error_description', 'error', 'errors', 'title', 'description', 'value'])
    if (Object.hasOwn(object, name)) {
      const reason = reasonIn(object[name], depth + 1)
      if (reason !== undefined) return reason
    }
  return undefined
}
