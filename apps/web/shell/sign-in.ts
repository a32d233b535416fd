import type { Answer, Known, Sent } from '@weft/kit/contracts/client.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { offerLanguages } from '@weft/kit/ui/language.ts'
import { knowLimits } from '@weft/kit/ui/limits.ts'
import { session, type SessionUser } from '@weft/kit/ui/session.ts'
import { homeOf } from './home.ts'

export type Open = Answer<'GET', '/'>['data']

/** What anybody may know before signing in; the page keeps to it from then on. */
export async function openFacts(signal?: AbortSignal): Promise<Open> {
  const { data } = await api.get('/', {}, { quiet: true, host: 'app', signal })
  knowLimits(data.limits)
  offerLanguages(data.languages)
  return data
}

/** What the second half of a sign-in needs: the challenge, and how its code comes. */
export type Challenge = {
  challenge: string
  method: 'mail' | 'totp'
  address?: string
  sent?: boolean
  resend_after?: number
  code_minutes: number
  device_days: number
}

/** Signs in at the host the address belongs to; answers a challenge where a code is needed. */
export async function signIn(email: string, password: string): Promise<SessionUser | Challenge> {
  try {
    return started(await atHostOf(email, '/auth/login', { email: email.trim(), password }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'AUTH_2FA_REQUIRED') return error.meta as Challenge
    throw error
  }
}

export const answerChallenge = async (email: string, { challenge }: Challenge, code: string, trust_device: boolean) =>
  started(await atHostOf(email, '/auth/two_factor', { challenge, code, trust_device }))
export const sendAnotherCode = async (email: string, { challenge }: Challenge) =>
  (await atHostOf(email, '/auth/two_factor/resend', { challenge })).body.data
export const askForReset = (email: string) => atHostOf(email, '/auth/password/email', { email: email.trim() })
export const readLink = async (email: string, token: string) =>
  (await atHostOf(email, '/auth/password/link', { token })).body.data
export const setPassword = (email: string, body: { token: string; password: string; password_confirmation: string }) =>
  atHostOf(email, '/auth/password/reset', body)

/** The provider's workspace is asked at the admin host, all others at the app's, with the workspace they name. */
async function atHostOf<const P extends string>(email: string, path: P & Known<'POST', P>, body: Sent<'POST', P>) {
  const workspace = email.trim().split('@')[1]?.toLowerCase() ?? ''
  const { admin_workspace } = await openFacts()
  const host = workspace === admin_workspace.toLowerCase() ? 'admin' : 'app'
  return api.send<Answer<'POST', P>>('POST', path, { host, quiet: true, body, headers: { 'x-workspace': workspace } })
}

/** Where the same user signs in again over the page, what they had chosen stays. */
function started({ body, headers }: { body: Answer<'POST', '/auth/login'>; headers: Headers }) {
  const signedIn = { token: body.meta.token, key: headers.get('api-key') ?? undefined, user: body.data }
  if (session.get().user?.id === body.data.id) session.renew(signedIn)
  else session.start(signedIn)
  session.know(body.data, homeOf(body.meta.tenant))
  return body.data
}

/** Tells the server, then forgets everything here; the page hears `loggedOut` and goes to the sign-in. */
export async function signOut() {
  if (session.token())
    await api
      .post('/auth/logout', undefined, { quiet: true, host: session.get().user?.kind === 'admin' ? 'admin' : 'app' })
      .catch(() => {})
  session.end()
}
