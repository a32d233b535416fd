import type { Dispatcher } from 'undici'
import type { HttpAnswer, HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { rest } from '@weft/kit/process/rest.server.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import type { WayOut } from './egress.server.ts'
import { plainHeaders } from './reach.server.ts'
import { accepted, unpacked } from './unpacked.server.ts'

const texts = defineMessages({
  url: { en: '"{url}" is no web address.', de: '„{url}“ ist keine Webadresse.' },
  size: {
    en: 'The answer of {host} is larger than {limit} MB.',
    de: 'Die Antwort von {host} ist größer als {limit} MB.',
  },
  time: {
    en: '{host} has not answered within {seconds} seconds.',
    de: '{host} hat nicht innerhalb von {seconds} Sekunden geantwortet.',
  },
  redirects: { en: '{host} redirects too often.', de: '{host} leitet zu oft weiter.' },
  failed: {
    en: 'The request to {host} could not be loaded: {reason}',
    de: 'Die Anfrage an {host} konnte nicht geladen werden: {reason}',
  },
})

/** Waits in milliseconds; tests make them short. */
export type HttpPace = { first_wait?: number; longest_wait?: number }

const mostRedirects = 5
const busy = new Set([408, 425, 429, 500, 502, 503, 504])
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])

/**
 * `context.http`: one request to the outside, within bounds of time and size, behind the egress guard. An answer that says "busy"
 * is asked for again after `Retry-After`, or after a wait that doubles; what could act twice only where a key says it is the same.
 */
export const openHttp = ({
  egress,
  signal,
  pace,
}: {
  egress: Pick<WayOut, 'agent'>
  signal?: AbortSignal
  pace?: HttpPace
}): StepContext['http'] => repeating((request, url, signal) => once(egress, request, url, signal), { signal, pace })

/** The same around one try, however that is made. */
export function repeating(
  ask: (request: HttpRequest, url: URL, signal: AbortSignal | undefined) => Promise<HttpAnswer>,
  { signal: job, pace = {} }: { signal?: AbortSignal | undefined; pace?: HttpPace | undefined } = {},
): StepContext['http'] {
  return async (request) => {
    const url = addressOf(request)
    const signal = eitherOf(job, request.signal)
    const tries = repeatable.has(request.method) || request.key !== undefined ? (request.tries ?? 4) : 1
    for (let attempt = 1; ; attempt++) {
      await turn(url.host, request.per_second, signal)
      const outcome = await ask(request, url, signal).catch((error: Error) => error)
      const again = outcome instanceof Error ? outcome instanceof Unavailable : busy.has(outcome.status)
      if (!again || attempt >= tries) {
        if (outcome instanceof Error) throw outcome
        return outcome
      }
      const asked = outcome instanceof Error ? undefined : retryAfter(outcome.headers['retry-after'])
      const wait = waitBefore(attempt, asked, pace)
      // Longer than a step may rest: better told to whoever waits than slept through.
      if (wait === undefined) return outcome as HttpAnswer
      await rest(wait, signal)
    }
  }
}

function addressOf({ url, query = {} }: HttpRequest): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !['http:', 'https:'].includes(address.protocol)) throw new Invalid('URL_INVALID', texts.url({ url }))
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address
}

const eitherOf = (one: AbortSignal | undefined, other: AbortSignal | undefined) =>
  one && other ? AbortSignal.any([one, other]) : (one ?? other)

/** Milliseconds of a Retry-After header: seconds or a date. */
export function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function waitBefore(
  attempt: number,
  asked: number | undefined,
  { first_wait = 500, longest_wait = 120_000 }: HttpPace,
): number | undefined {
  if (asked !== undefined) return asked <= longest_wait ? asked : undefined
  return Math.min(first_wait * 2 ** (attempt - 1) * (0.75 + Math.random() / 2), longest_wait)
}

/** One try, redirects followed. */
async function once(
  egress: Pick<WayOut, 'agent'>,
  request: HttpRequest,
  first: URL,
  outer?: AbortSignal,
): Promise<HttpAnswer> {
  const { timeout_ms = 30_000, max_bytes = 25_000_000 } = request
  const timeout = AbortSignal.timeout(timeout_ms)
  const signal = outer ? AbortSignal.any([timeout, outer]) : timeout
  const { errors, request: send } = await import('undici')
  let [url, method, body] = [first, request.method, request.body]
  let headers: Record<string, string> = {
    'user-agent': 'weft',
    accept: '*/*',
    'accept-encoding': accepted,
    ...lowered(request.headers ?? {}),
    ...(request.key !== undefined && { 'idempotency-key': request.key }),
  }
  try {
    for (let redirects = 0; ; redirects++) {
      request.admit?.(url)
      const answer = await send(url, {
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        dispatcher: await egress.agent(url.origin === first.origin ? request.tls : undefined),
        signal,
      })
      const target = redirectOf(answer, url)
      if (!target)
        return {
          status: answer.statusCode,
          headers: plainHeaders(answer.headers),
          body: await bounded(unpacked(answer, method, url.host), max_bytes, url.host),
        }
      await answer.body.dump()
      if (redirects >= mostRedirects) throw new Invalid('TOO_MANY_REDIRECTS', texts.redirects({ host: first.host }))
      if (target.origin !== url.origin) headers = withoutSecrets(headers)
      if (answer.statusCode === 303 || (answer.statusCode < 303 && method === 'POST')) {
        ;[method, body] = [method === 'HEAD' ? 'HEAD' : 'GET', undefined]
        delete headers['content-type']
      }
      url = target
    }
  } catch (error) {
    outer?.throwIfAborted()
    if (error instanceof WeftError) throw error
    if (timeout.aborted)
      throw new Unavailable('HTTP_TIMEOUT', texts.time({ host: url.host, seconds: timeout_ms / 1_000 }), {
        cause: error,
      })
    if (error instanceof errors.InvalidArgumentError)
      throw new Invalid('HTTP_REQUEST', texts.failed({ host: url.host, reason: error.message }), { cause: error })
    throw new Unavailable(
      'HTTP_FAILED',
      inserted(texts.failed({ host: url.host, reason: '' }), 'reason', networkReason(error)),
      { cause: error },
    )
  }
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL | undefined {
  const location = headers['location']
  if (
    ![301, 302, 303, 307, 308].includes(statusCode) ||
    typeof location !== 'string' ||
    !URL.canParse(location, from.href)
  )
    return undefined
  const target = new URL(location, from)
  return target.protocol === 'http:' || target.protocol === 'https:' ? target : undefined
}

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** A key belongs to the system it was given for; only what describes the request goes elsewhere. */
const withoutSecrets = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) =>
      ['user-agent', 'accept', 'accept-language', 'content-type', 'idempotency-key'].includes(name),
    ),
  )

async function bounded(body: AsyncIterable<Buffer>, limit: number, host: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit)
      throw new Invalid('ANSWER_TOO_LARGE', texts.size({ host, limit: Math.round(limit / 100_000) / 10 }))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const turns = new Map<string, number>()

/** Waits until the host may be asked again; requests are spread evenly. */
async function turn(host: string, per_second: number | undefined, signal: AbortSignal | undefined) {
  if (per_second === undefined) return
  const now = Date.now()
  const at = Math.max(now, turns.get(host) ?? 0)
  turns.set(host, at + 1_000 / per_second)
  if (turns.size > 1_000) for (const [name, time] of turns) if (time < now) turns.delete(name)
  if (at > now) await rest(at - now, signal)
}
