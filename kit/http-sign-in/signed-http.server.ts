import type { Reach } from '../define/connector.ts'
import type { HttpAnswer, HttpRequest, StepContext, TlsIdentity } from '../define/step-context.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'
import { hmacHeaders } from './hmac.server.ts'
import type { SignInSettings } from './sign-in-settings.ts'

const texts = defineMessages({
  unsigned: {
    en: 'Nobody is signed in. Please open the connection and sign in.',
    de: 'Es ist niemand angemeldet. Bitte öffnen Sie die Verbindung und melden Sie sich an.',
  },
})

/** Requests of a connection, each signed as its settings say. An access token that is refused is taken for another one once. */
export function signedHttp(
  settings: SignInSettings,
  { http, token }: Pick<Reach, 'http' | 'token'>,
): StepContext['http'] {
  const tls = tlsOf(settings)
  return async (given) => {
    const request: HttpRequest = { ...given, ...(tls && { tls }) }
    if (settings.auth !== 'oauth2_client' && settings.auth !== 'oauth2_code') return http(signed(settings, request))
    if (!token) throw new Invalid('CONNECTION_DENIED', texts.unsigned())
    const send = (bearer: string) => http(withHeaders(request, { authorization: `Bearer ${bearer}` }))
    const first = await token()
    const answer: HttpAnswer = await send(first)
    return answer.status === 401 ? send(await token(first)) : answer
  }
}

/** What is shown to hosts that ask for it; undefined where the usual is enough. */
export function tlsOf({ tls, ca, client_certificate, client_key }: SignInSettings): TlsIdentity | undefined {
  if (tls === 'standard') return undefined
  return { ca: ca || undefined, cert: client_certificate || undefined, key: client_key || undefined }
}

function signed(settings: SignInSettings, request: HttpRequest): HttpRequest {
  const { auth, name, secret } = settings
  switch (auth) {
    case 'basic':
      return withHeaders(request, { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` })
    case 'bearer':
      return withHeaders(request, { authorization: `Bearer ${secret}` })
    case 'header':
      return withHeaders(request, { [name]: secret })
    case 'query':
      return { ...request, query: { ...request.query, [name]: secret } }
    case 'hmac': {
      const { query, ...rest } = request
      const whole = { ...rest, url: withQuery(request.url, query) }
      return withHeaders(whole, hmacHeaders(settings, whole, new Date()))
    }
    default:
      return request
  }
}

const withHeaders = (request: HttpRequest, headers: Record<string, string>): HttpRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

function withQuery(url: string, query: HttpRequest['query'] = {}): string {
  const whole = new URL(url)
  for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value)
  return whole.href
}
