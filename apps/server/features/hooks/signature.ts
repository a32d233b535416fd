import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { webhook } from '@weft/catalogue/elements/webhook/webhook.ts'
import { toTimestamp } from '@weft/kit/define/compare.ts'
import { durationOf } from '@weft/kit/define/duration.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'

const texts = defineMessages({
  missing: {
    en: 'The call is not signed: the header {header} is missing. Nothing was started.',
    de: 'Der Aufruf ist nicht signiert: Die Kopfzeile {header} fehlt. Es wurde nichts gestartet.',
  },
  wrong: {
    en: 'The signature in the header {header} does not hold for this body. Nothing was started.',
    de: 'Die Signatur in der Kopfzeile {header} stimmt für diesen Inhalt nicht. Es wurde nichts gestartet.',
  },
  time: {
    en: 'The header {header} carries no time. Nothing was started.',
    de: 'Die Kopfzeile {header} enthält keine Zeit. Es wurde nichts gestartet.',
  },
  old: {
    en: 'The call was not signed within the last {window}. Nothing was started.',
    de: 'Der Aufruf wurde nicht innerhalb der letzten {window} signiert. Es wurde nichts gestartet.',
  },
})

export type Signing = z.output<typeof webhook.settings>
type Call = { headers: IncomingHttpHeaders; body: Buffer; now: number }
/** What came as signature, and what of the call it was made of. */
type Signed = { given: string[]; time?: string; content: (string | Buffer)[] }

/** What is wrong with the signature of a call; nothing where it holds. */
export function signatureProblem(signing: Signing, secret: string, call: Call): Message | undefined {
  const { signature, time } = signatureChecks(signing, secret, call)
  return time && time.age_ms === undefined ? time.problem : (signature ?? time?.problem)
}

/** What is wrong with the signature itself, and with the time where one is signed. */
export function signatureChecks(
  signing: Signing,
  secret: string,
  call: Call,
): { signature?: Message; time?: { age_ms?: number; problem?: Message } } {
  const header = headerOf(signing)
  const value = textOf(call.headers, header)
  if (value === '') return { signature: texts.missing({ header }) }
  const { given, time, content } = schemes[signing.signature](signing, value, call)
  const wanted = macOf(signing, secret, content)
  const isSigned = given.some((one) => isSame(wanted, decoded(one, howOf(signing).encoding)))
  return {
    ...(!isSigned && { signature: texts.wrong({ header }) }),
    ...(time !== undefined && { time: timeCheck(signing, time, call.now) }),
  }
}

function timeCheck(signing: Signing, time: string, now: number) {
  const at = momentOf(time)
  if (at === undefined)
    return { problem: texts.time({ header: signing.signature === 'stripe' ? headerOf(signing) : signing.time_header }) }
  const age_ms = now - at
  const isOld = Math.abs(age_ms) > durationOf(signing.window)!
  return { age_ms, ...(isOld && { problem: texts.old({ window: signing.window }) }) }
}

/** The headers of a call with this body that is signed now and told apart from others. */
export function signedHeaders(signing: Signing, secret: string, body: string, now: number): Record<string, string> {
  const seconds = String(Math.floor(now / 1_000))
  const told = {
    ...(deliveryHeader(signing) !== '' && { [deliveryHeader(signing)]: randomUUID() }),
    ...(signing.signature === 'own' && signing.time_header !== '' && { [signing.time_header]: seconds }),
  }
  if (signing.signature === 'none') return told
  const headers = Object.fromEntries(Object.entries(told).map(([name, value]) => [name.toLowerCase(), value]))
  const call = { headers, body: Buffer.from(body), now }
  const mac = macOf(signing, secret, schemes[signing.signature](signing, `t=${seconds}`, call).content)
  const written = mac.toString(howOf(signing).encoding)
  const value = {
    github: `sha256=${written}`,
    stripe: `t=${seconds},v1=${written}`,
    shopify: written,
    own: signing.prefix + written,
  }[signing.signature]
  return { [headerOf(signing)]: value, ...told }
}

function macOf(signing: Signing, secret: string, content: readonly (string | Buffer)[]): Buffer {
  const mac = createHmac(howOf(signing).algorithm, secret)
  for (const part of content) mac.update(part)
  return mac.digest()
}

/** Which header carries the signature. */
export const headerOf = ({ signature, signature_header }: Signing) =>
  ({
    none: '',
    github: 'X-Hub-Signature-256',
    stripe: 'Stripe-Signature',
    shopify: 'X-Shopify-Hmac-Sha256',
    own: signature_header,
  })[signature]

const howOf = ({ signature, algorithm, encoding }: Signing) =>
  signature === 'own'
    ? { algorithm, encoding }
    : { algorithm: 'sha256', encoding: signature === 'shopify' ? ('base64' as const) : ('hex' as const) }

const schemes: Record<Signing['signature'], (signing: Signing, value: string, call: Call) => Signed> = {
  none: () => ({ given: [], content: [] }),
  github: (_, value, { body }) => ({ given: behind('sha256=', value), content: [body] }),
  shopify: (_, value, { body }) => ({ given: [value], content: [body] }),
  // `t=1492774577,v1=5257a8…,v0=6ffbb5…`: while a secret is exchanged there is a `v1` for each.
  stripe(_, value, { body }) {
    const parts = value.split(',').map((part) => part.trim().split('=') as [string, string?])
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    return {
      given: parts.flatMap(([name, text]) => (name === 'v1' && text ? [text] : [])),
      time,
      content: [`${time}.`, body],
    }
  },
  own({ prefix, time_header, signed }, value, { headers, body }) {
    const time = time_header === '' ? undefined : textOf(headers, time_header)
    const [before = '', after = ''] = signed.split('{body}').map((part) => part.replaceAll('{time}', () => time ?? ''))
    return { given: behind(prefix, value), ...(time !== undefined && { time }), content: [before, body, after] }
  },
}

const behind = (prefix: string, value: string) => (value.startsWith(prefix) ? [value.slice(prefix.length)] : [])

function textOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name.toLowerCase()]
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim()
}

/** Seconds, milliseconds or ISO 8601. */
function momentOf(text: string): number | undefined {
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1_000
  return /^\d{12,14}$/.test(text) ? Number(text) : toTimestamp(text)
}

function decoded(text: string, encoding: 'hex' | 'base64'): Buffer {
  const isWhole = encoding === 'hex' ? /^[0-9a-f]*$/i.test(text) : /^[A-Za-z0-9+/_-]*={0,2}$/.test(text)
  return isWhole ? Buffer.from(text, encoding) : Buffer.alloc(0)
}

const isSame = (wanted: Buffer, given: Buffer) => given.length === wanted.length && timingSafeEqual(given, wanted)

/** What tells a delivery that comes again, where the scheme or the settings know it. */
export function deliveryOf(signing: Signing, headers: IncomingHttpHeaders, record: object) {
  if (deliveryHeader(signing) !== '') return textOf(headers, deliveryHeader(signing))
  const { id } = record as { id?: unknown }
  return signing.signature === 'stripe' && typeof id === 'string' ? id : ''
}

const deliveryHeader = ({ signature, delivery_header }: Signing) =>
  delivery_header ||
  { none: '', github: 'X-GitHub-Delivery', stripe: '', shopify: 'X-Shopify-Webhook-Id', own: '' }[signature]
