import { session, useSession } from '@weft/kit/ui/session.ts'
import { routeFor } from '../routes/addresses.ts'

const variable = 'recent_pages'
const none: readonly string[] = []

/** Notes that a page was opened; pages about one record are left out, they are found by their name. */
export function rememberPage(path: string) {
  const route = routeFor(path)
  if (!route?.screen || route.path.includes(':')) return
  const others = (session.kept<readonly string[]>(variable) ?? none).filter((name) => name !== route.name)
  session.keep(variable, [route.name, ...others].slice(0, 5))
}

/** Route names of the pages opened last, the newest first. */
export const useRecentNames = () =>
  useSession((value) => (value.variables[variable] as readonly string[] | undefined) ?? none)
