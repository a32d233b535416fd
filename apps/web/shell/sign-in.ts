import type { PasswordRules } from '@weft/kit/define/password.ts'
import { api, ApiError, type Item } from '@weft/kit/ui/api.ts'
import { offerLanguages } from '@weft/kit/ui/language.ts'
import { knowLimits, type Limits } from '@weft/kit/ui/limits.ts'
import { session, type Selected, type SessionUser } from '@weft/kit/ui/session.ts'
import { homeOf } from './home.ts'

export type Open = {
  name: string
  version: string
  admin_workspace: string
  languages: { offered: string[]; default: string }
  limits: Limits
  sign_in: PasswordRules & { mail: boolean }
  demo: { email: string; password: string; about: 'admin' | 'partner' | 'tenant' }[]
}

/** What anybody may know before signing in; the page keeps to it from then on. */
export async function openFacts(signal?: AbortSignal): Promise<Open> {
  const { data } = await api.get<Item<Open>>('/', {}, { quiet: true, host: 'app', signal })
  knowLimits(data.limits)
  offerLanguages(data.languages)
  return data
}

type Answer = Item<SessionUser> & { meta: { token: string; tenant?: Selected & { tenantable_type: string } } }

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
  (await atHostOf<Item<{ sent?: boolean; resend_after: number }>>(email, '/auth/two_factor/resend', { challenge })).body
    .data
export const askForReset = (email: string) => atHostOf(email, '/auth/password/email', { email: email.trim() })
export const readLink = async (email: string, token: string) =>
  (
    await atHostOf<Item<{ purpose: 'reset' | 'invitation'; email: string; first_name: string }>>(
      email,
      '/auth/password/link',
      { token },
    )
  ).body.data
export const setPassword = (email: string, body: { token: string; password: string; password_confirmation: string }) =>
  atHostOf(email, '/auth/password/reset', body)

/** The provider's workspace is asked at the admin host, all others at the app's, with the workspace they name. */
async function atHostOf<T = Answer>(email: string, path: string, body: object) {
  const workspace = email.trim().split('@')[1]?.toLowerCase() ?? ''
  const { admin_workspace } = await openFacts()
  const host = workspace === admin_workspace.toLowerCase() ? 'admin' : 'app'
  return api.send<T>('POST', path, { host, quiet: true, body, headers: { 'x-workspace': workspace } })
}

/** Where the same user signs in again over the page, what they had chosen stays. */
function started({ body, headers }: { body: Answer; headers: Headers }) {
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
