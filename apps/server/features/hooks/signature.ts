import { createHmac, timingSafeEqual } from 'node:crypto'
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
  const header = headerOf(signing)
  const value = textOf(call.headers, header)
  if (value === '') return texts.missing({ header })
  const { given, time, content } = schemes[signing.signature](signing, value, call)
  const timed = signing.signature === 'stripe' ? header : signing.time_header
  const at = time === undefined ? undefined : momentOf(time)
  if (time !== undefined && at === undefined) return texts.time({ header: timed })
  const { algorithm, encoding } = howOf(signing)
  const mac = createHmac(algorithm, secret)
  for (const part of content) mac.update(part)
  const wanted = mac.digest()
  if (!given.some((one) => isSame(wanted, decoded(one, encoding)))) return texts.wrong({ header })
  if (at !== undefined && Math.abs(call.now - at) > durationOf(signing.window)!)
    return texts.old({ window: signing.window })
  return undefined
}

const headerOf = ({ signature, signature_header }: Signing) =>
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
export function deliveryOf({ signature, delivery_header }: Signing, headers: IncomingHttpHeaders, record: object) {
  if (delivery_header !== '') return textOf(headers, delivery_header)
  if (signature === 'github') return textOf(headers, 'X-GitHub-Delivery')
  if (signature === 'shopify') return textOf(headers, 'X-Shopify-Webhook-Id')
  const { id } = record as { id?: unknown }
  return signature === 'stripe' && typeof id === 'string' ? id : ''
}
