import type { PinnedPage } from '@weft/contracts/pinned-pages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { queries } from '@weft/kit/ui/queries.ts'
import { areasOf, useSession } from '@weft/kit/ui/session.ts'
import { IconStar, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routeFor } from '../routes/addresses.ts'
import { areaOf } from '../routes/area-of.ts'
import type { Route } from '../routes/declare.ts'
import { mayOpen } from '../routes/guards.ts'
import { anywhere } from './anywhere.ts'
import { menuOf, placeIn } from './menu.ts'
import { neededBy } from './page-scope.ts'

export type Pin = { page: PinnedPage; route: Route; icon: Icon }

const path = '/pinned_pages'
const queryKey = [path, anywhere]
const none: PinnedPage[] = []

/** All of them, also those that are not shown here and now. */
function usePages(): PinnedPage[] | undefined {
  const user = useSession((session) => session.user?.id)
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true }),
    enabled: Boolean(user),
    staleTime: Infinity,
  })
  return data?.data.pages
}

/** What is pinned and opens here and now: for whoever may, where what it is about is selected. */
export function usePins() {
  const known = usePages()
  const pages = known ?? none
  const selected = useSession((session) => session)
  const pins = pages.flatMap((page): Pin[] => {
    const route = routeFor(page.path)
    if (!route?.screen || !selected.user || !mayOpen(page.path)) return []
    const area = areaOf(page.path)
    const allowed = areasOf(selected.user.kind)
    if (area && !allowed.includes(area)) return []
    const needed = neededBy(route)
    if (needed && !selected[needed]) return []
    if (page.owner_id && needed && selected[needed]?.id !== page.owner_id) return []
    const icon = (area ? [area] : allowed).flatMap((one) => placeIn(menuOf(one), page.path)?.entry.icon ?? [])[0]
    return [{ page, route, icon: icon ?? IconStar }]
  })
  const change = (next: PinnedPage[]) => void save(next)
  return {
    pins,
    isKnown: known !== undefined,
    isPinned: (at: string) => pages.some((page) => page.path === at),
    pin: (page: PinnedPage) => change([...pages, page]),
    unpin: (at: string) => change(pages.filter((page) => page.path !== at)),
    /** Puts one before or behind another; what is not shown between them stays where it is. */
    move: (moved: PinnedPage, target: PinnedPage) => {
      const isDown = pages.indexOf(moved) < pages.indexOf(target)
      change(
        pages
          .filter((page) => page !== moved)
          .flatMap((page) => (page !== target ? [page] : isDown ? [page, moved] : [moved, page])),
      )
    },
  }
}

/** Shown at once; where the server refuses, it is as it was, and the message says why. */
async function save(pages: PinnedPage[]) {
  const before = queries.getQueryData(queryKey)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, { data: { pages } })
  try {
    await api.put(path, { pages })
  } catch {
    // The message has been shown by the call.
    queries.setQueryData(queryKey, before)
  }
}
