import type { Text } from '@weft/kit/messages/messages.ts'
import type { ComponentType } from 'react'

/** One address of the product. Without a screen it belongs to a part that this version does not have yet. */
export type Route = {
  /** With parameters as in `/project/workflows/:id`. */
  path: string
  name: string
  title: Text
  screen?: () => Promise<ComponentType>
  /** A heavy editor: the side menu shrinks to icons. */
  rail?: boolean
  /** The screen fills the frame and scrolls inside. */
  fill?: boolean
}

type Looks = Pick<Route, 'rail' | 'fill'>

/** Declares an address with its screen, loaded when first opened: `() => import('…').then((m) => m.QueuesScreen)`. */
export const screen = (
  path: string,
  name: string,
  en: string,
  de: string,
  load: () => Promise<ComponentType>,
  looks: Looks = {},
): Route => ({ path, name, title: { en, de }, screen: load, ...looks })

/** Declares an address whose subject comes with a later version; it opens one page saying so and is absent from menus and search. */
export const later = (path: string, name: string, en: string, de: string): Route => ({ path, name, title: { en, de } })
