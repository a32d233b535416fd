import { api, type Item } from '@weft/kit/ui/api.ts'
import { session, type Selected, type SessionUser } from '@weft/kit/ui/session.ts'
import { homeOf } from './home.ts'

export type Open = { name: string; version: string; admin_workspace: string; demo: { email: string; password: string; about: 'admin' | 'partner' | 'tenant' }[] }

/** What anybody may know before signing in. */
export const openFacts = async (signal?: AbortSignal) => (await api.get<Item<Open>>('/', {}, { quiet: true, host: 'app', signal })).data

type Answer = Item<SessionUser> & { meta: { token: string; tenant?: Selected & { tenantable_type: string } } }

/** Signs in at the host the address belongs to: the provider's workspace at the admin one, all others at the app's. */
export async function signIn(email: string, password: string) {
  const workspace = email.trim().split('@')[1]?.toLowerCase() ?? ''
  const { admin_workspace } = await openFacts()
  const host = workspace === admin_workspace.toLowerCase() ? 'admin' : 'app'
  const { body, headers } = await api.send<Answer>('POST', '/auth/login', { host, quiet: true, body: { email: email.trim(), password }, headers: { 'x-workspace': workspace } })
  session.start({ token: body.meta.token, key: headers.get('api-key') ?? undefined, user: body.data })
  session.know(body.data, homeOf(body.meta.tenant))
  return body.data
}

/** Tells the server, then forgets everything here; the page hears `loggedOut` and goes to the sign-in. */
export async function signOut() {
  await api.post('/auth/logout', undefined, { quiet: true, host: session.get().user?.kind === 'admin' ? 'admin' : 'app' }).catch(() => {})
  session.end()
}
