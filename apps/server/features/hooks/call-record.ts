import { isUtf8 } from 'node:buffer'
import { charsetOf, decodeDeclared, formFields } from '@weft/kit/encoding/declared.server.ts'
import { markOf } from '@weft/kit/encoding/marks.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { refuseLargeForm, refuseLargeJson } from '@weft/kit/http/json-limits.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'

const texts = defineMessages({
  notUtf8: {
    en: 'JSON of more than {megabytes} MB has to be sent as UTF-8.',
    de: 'JSON von mehr als {megabytes} MB muss als UTF-8 gesendet werden.',
  },
  json: { en: 'The body is not valid JSON.', de: 'Der Inhalt ist kein gültiges JSON.' },
})

/** The body's fields, and beside them how the call came, with the body exactly as it was; bytes that are not UTF-8 as they are, too. */
export function recordOf(request: FastifyRequest, { keep_raw }: { keep_raw?: boolean } = {}): DataRecord {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const type = request.headers['content-type'] ?? ''
  const isChecked = refuseLarge(bytes, type)
  const text = decodeDeclared(bytes, type)
  const { authorization: _a, cookie: _c, ...headers } = request.headers
  const _request = {
    method: request.method,
    headers,
    query: request.query,
    received_at: new Date().toISOString(),
    ...(text !== undefined && { raw: text }),
    ...(isUtf8(bytes) ? {} : { raw_base64: bytes.toString('base64') }),
  }
  const body = bodyOf(text, type, isChecked)
  const record =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, _request } : { body, _request }
  return keep_raw ? { ...record, _raw: isUtf8(bytes) ? bytes.toString() : bytes.toString('base64') } : record
}

/** The limits are looked at in the bytes, before a reader or a copy is made of them. Answers whether they hold for the text, too. */
function refuseLarge(bytes: Buffer, type: string): boolean {
  if (isForm(type)) refuseLargeForm(bytes)
  if (isForm(type) || (!/json/i.test(type) && !/^(?:\xef\xbb\xbf)?\s*[[{]/.test(bytes.toString('latin1', 0, 100))))
    return false
  const isPlain =
    !bytes.subarray(0, 4).includes(0) &&
    !['utf-16le', 'utf-16be'].includes(markOf(bytes) ?? '') &&
    plainCharsets.test(charsetOf(type) ?? 'utf-8')
  if (isPlain) refuseLargeJson(bytes)
  else if (bytes.length > largestElsewhere)
    throw new Invalid('JSON_NOT_UTF8', texts.notUtf8({ megabytes: largestElsewhere / 1024 / 1024 }))
  return isPlain
}

/** Where a byte of ASCII is always the sign itself and never a part of another. */
const plainCharsets = /^(?:utf-?8|windows-?125\d|iso-?8859-?\d+|koi8-?\w+)$/
/** So much is decoded before its limits can be looked at. */
const largestElsewhere = 1024 * 1024

const isForm = (type: string) => /^application\/x-www-form-urlencoded/i.test(type)

function bodyOf(text: string | undefined, type: string, isChecked: boolean): unknown {
  if (text === undefined || text === '') return null
  if (isForm(type)) return formFields(text, charsetOf(type))
  if (!/json/i.test(type) && !/^\s*[[{]/.test(text)) return text
  if (!isChecked) refuseLargeJson(Buffer.from(text))
  try {
    return parseJson(text)
  } catch {
    if (/json/i.test(type)) throw new Invalid('INVALID_JSON', texts.json())
    return text
  }
}
