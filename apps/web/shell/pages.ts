import { areasOf, useSession, type Area } from '@weft/kit/ui/session.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { IconFile, type Icon } from '@tabler/icons-react'
import { addresses } from '../routes/addresses.ts'
import { areaOf } from '../routes/area-of.ts'
import type { Route } from '../routes/declare.ts'
import { mayOpen } from '../routes/guards.ts'
import { menuOf } from './menu.ts'

export type OpenPage = { route: Route; area: Area | undefined; inMenu: boolean; icon: Icon; tone: Tone }

/** Every screen that exists, needs no record and may be opened by the user; those of the menu with their icon. */
export function usePages(): OpenPage[] {
  const user = useSession((session) => session.user)
  if (!user) return []
  const allowed = areasOf(user.kind)
  const menus = allowed.map((area) => ({ area, ...menuOf(area) }))
  const icons = new Map(
    menus.flatMap(({ groups }) =>
      groups.flatMap(({ entries }) =>
        entries.flatMap(({ pages, icon }) => pages.map(({ name }) => [name, icon] as const)),
      ),
    ),
  )
  const tones = new Map(menus.map(({ area, tone }) => [area, tone]))
  return addresses
    .filter(({ path, screen, name }) => screen && !path.includes(':') && name !== 'accessDenied')
    .filter(({ path }) => mayOpen(path))
    .map((route) => ({ route, area: areaOf(route.path) }))
    .filter(({ area }) => !area || allowed.includes(area))
    .map(({ route, area }) => ({
      route,
      area,
      inMenu: icons.has(route.name),
      icon: icons.get(route.name) ?? IconFile,
      tone: (area && tones.get(area)) ?? 'slate',
    }))
}
