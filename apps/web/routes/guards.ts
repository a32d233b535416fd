import { api, ApiError } from '@weft/kit/ui/api.ts'
import { areasOf, session } from '@weft/kit/ui/session.ts'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { homeOf } from '../shell/home.ts'
import { rightFor } from './rights.ts'

let verified = ''

/**
 * Runs before every change of page: asks the server whether the session still stands and keeps people out of areas that are not
 * theirs. A change of the address' search alone is no change of page.
 */
export async function verifyBefore({ location, preload }: { location: ParsedLocation; preload: boolean }) {
  if (preload) return
  if (!session.token()) throw toSignIn(location.href)
  const first = location.pathname.split('/')[1]!
  const area = (['admin', 'partner', 'tenant', 'project'] as const).find((name) => name === first)
  const { user } = session.get()
  if (area && (!user || areasOf(user.kind).includes(area))) session.enterArea(area)
  if (verified !== location.pathname) await verify(location.href)
  verified = location.pathname
  const now = session.get()
  if (!area && now.user && !areasOf(now.user.kind).includes(now.area)) session.enterArea(areasOf(now.user.kind).at(-1)!)
  if (now.user && ((area && !areasOf(now.user.kind).includes(area)) || !mayOpen(location.pathname)))
    throw redirect({ to: '/access-denied', replace: true } as never)
}

/** Whether what the user may do opens an address. The server decides again with every call of the screen. */
export const mayOpen = (path: string) => {
  const right = rightFor(path)
  return !right || session.may(right)
}

async function verify(href: string) {
  try {
    const { data, meta } = await api.get(
      '/auth/me',
      {},
      { quiet: true, host: session.get().user?.kind === 'admin' ? 'admin' : 'app' },
    )
    session.know(data, homeOf(meta.tenant))
  } catch (error) {
    verified = ''
    if (error instanceof ApiError && error.status === 401) throw toSignIn(href)
    // The server is away: who was signed in stays so, and the screen tells what it could not load.
    if (!session.get().user) throw toSignIn(href)
  }
}

const toSignIn = (href: string) =>
  redirect({ to: '/login', search: href === '/dashboard' ? {} : { next: href }, replace: true } as never)
