import type { HttpRequest, StepContext } from '@weft/kit/define/step-context.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import type { SignInSettings } from '@weft/kit/http-sign-in/sign-in-settings.ts'
import { tlsOf } from '@weft/kit/http-sign-in/signed-http.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { AuthorizationServer, TokenEndpointRequestOptions, TokenEndpointResponse } from 'oauth4webapi'

const texts = defineMessages({
  refused: { en: '{host} refuses the sign-in: {reason}', de: '{host} lehnt die Anmeldung ab: {reason}' },
  broken: {
    en: '{host} gave no token but something that cannot be used: {reason}',
    de: '{host} gab kein Token, sondern etwas Unbrauchbares: {reason}',
  },
  elsewhere: {
    en: '{host} leads to another address, where the sign-in is not sent.',
    de: '{host} leitet zu einer anderen Adresse, an die die Anmeldung nicht gesendet wird.',
  },
  foreign: {
    en: 'The answer comes from {issuer} and not from where the sign-in was asked for.',
    de: 'Die Antwort kommt von {issuer} und nicht von dort, wo die Anmeldung erbeten wurde.',
  },
})

/** What was given to sign in with, and until when it holds, where that was said. */
export type Tokens = { access_token: string; refresh_token?: string | undefined; expires_at?: number | undefined }
type Asking = { settings: SignInSettings; http: StepContext['http']; now?: number }

const client = () => import('oauth4webapi')

/** The address at which a person signs in, and the verifier that whoever brings the answer back has to know. */
export async function authorizeAddress(settings: SignInSettings, state: string, callback: string) {
  const { calculatePKCECodeChallenge, generateRandomCodeVerifier } = await client()
  const verifier = generateRandomCodeVerifier()
  const url = new URL(settings.authorize_url)
  for (const { name, value } of settings.oauth_parameters) url.searchParams.set(name, value)
  const parameters = {
    response_type: 'code',
    client_id: settings.client_id,
    redirect_uri: callback,
    ...(settings.scope !== '' && { scope: settings.scope }),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href, verifier }
}

export type Came = { state: string; code?: string | undefined; iss?: string | undefined }

/** Tokens for the code a person has come back with. */
export const tokensForCode = (asking: Asking, came: Came, verifier: string, callback: string) =>
  exchanged(asking, async (library, server, options) => {
    // A code of somebody else's is not handed to this one: the answer says who gave it.
    if (came.iss !== undefined && !isFrom(asking.settings, came.iss))
      throw new Invalid('SIGN_IN_FOREIGN', texts.foreign({ issuer: came.iss }))
    const given = { ...server, issuer: came.iss ?? server.issuer }
    const parameters = new URLSearchParams(Object.entries(came).filter(([, value]) => value !== undefined) as [])
    const valid = library.validateAuthResponse(given, own(asking), parameters, came.state)
    const proof = proofOf(library, asking)
    return library.authorizationCodeGrantRequest(given, own(asking), proof, valid, callback, verifier, options)
  })

/** Tokens for a refresh token. Where the answer has no new one, the old one stays. */
export async function refreshedTokens(asking: Asking, refresh_token: string): Promise<Tokens> {
  const fresh = await exchanged(asking, (library, server, options) =>
    library.refreshTokenGrantRequest(server, own(asking), proofOf(library, asking), refresh_token, options),
  )
  return { refresh_token, ...fresh }
}

/** A token of the application itself, with nobody before the screen. */
export const clientTokens = (asking: Asking) =>
  exchanged(asking, (library, server, options) => {
    const { scope, oauth_parameters } = asking.settings
    const parameters = [
      ...(scope === '' ? [] : [['scope', scope]]),
      ...oauth_parameters.map(({ name, value }) => [name, value]),
    ]
    return library.clientCredentialsGrantRequest(server, own(asking), proofOf(library, asking), parameters, options)
  })

type Library = Awaited<ReturnType<typeof client>>
const own = ({ settings }: Asking) => ({ client_id: settings.client_id })

function proofOf({ ClientSecretBasic, ClientSecretPost, None }: Library, { settings }: Asking) {
  if (settings.client_secret === '') return None()
  return (settings.client_auth === 'basic' ? ClientSecretBasic : ClientSecretPost)(settings.client_secret)
}

const isFrom = ({ authorize_url, token_url }: SignInSettings, issuer: string) =>
  URL.canParse(issuer) && [authorize_url, token_url].some((own) => new URL(own).origin === new URL(issuer).origin)

async function exchanged(
  asking: Asking,
  ask: (library: Library, server: AuthorizationServer, options: TokenEndpointRequestOptions) => Promise<Response>,
): Promise<Tokens> {
  const { settings, now = Date.now() } = asking
  const library = await client()
  const { host, origin } = new URL(settings.token_url)
  const server: AuthorizationServer = { issuer: origin, token_endpoint: settings.token_url }
  const options = {
    // Inside a customer's network it is for them to decide; the guard stands behind both.
    [library.allowInsecureRequests]: true,
    [library.customFetch]: fetchBy(asking),
  }
  try {
    const response = await ask(library, server, options)
    return tokensIn(await library.processGenericTokenEndpointResponse(server, own(asking), response), now)
  } catch (cause) {
    if (cause instanceof WeftError) throw cause
    if (cause instanceof library.ResponseBodyError || cause instanceof library.AuthorizationResponseError) {
      const reason = cause.error_description ? `${cause.error_description} (${cause.error})` : cause.error
      throw new Invalid('CONNECTION_DENIED', texts.refused({ host, reason }), { cause, meta: { error: cause.error } })
    }
    throw new Unavailable('SIGN_IN_FAILED', texts.broken({ host, reason: messageOf(cause) }), { cause })
  }
}

const tokensIn = ({ access_token, refresh_token, expires_in }: TokenEndpointResponse, now: number): Tokens => ({
  access_token,
  ...(refresh_token !== undefined && { refresh_token }),
  ...(expires_in !== undefined && { expires_at: now + expires_in * 1_000 }),
})

/** `fetch` behind the egress guard. What was sent to sign in follows no redirect elsewhere. */
function fetchBy({ settings, http }: Asking) {
  const { host, origin } = new URL(settings.token_url)
  const tls = tlsOf(settings)
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: unknown }) => {
    const request: HttpRequest = {
      method: init.method,
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: String(init.body),
      timeout_ms: 15_000,
      tries: 1,
      max_bytes: 200_000,
      ...(tls && { tls }),
      admit: (address) => {
        if (address.origin !== origin) throw new Invalid('SIGN_IN_ELSEWHERE', texts.elsewhere({ host }))
      },
    }
    const { status, headers, body } = await http(request)
    if (status === 429 || status >= 500)
      throw new Unavailable('SIGN_IN_FAILED', texts.broken({ host, reason: `HTTP ${status}` }))
    const json = jsonIn(body)
    if (status === 401 && json === undefined)
      throw new Invalid('CONNECTION_DENIED', texts.refused({ host, reason: `HTTP ${status}` }))
    // Why it was refused stands in the body; a challenge in the headers would be looked at before it.
    const { 'www-authenticate': _, ...rest } = headers
    const hasBody = ![101, 204, 205, 304].includes(status)
    return new Response(hasBody ? (json ?? 'no JSON') : null, { status, headers: rest })
  }
}

/** Who has signed in is not asked for, so what says it need not be proven. Undefined: this is no JSON. */
function jsonIn(body: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(body)
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>
    return JSON.stringify(rest)
  } catch {
    return undefined
  }
}
