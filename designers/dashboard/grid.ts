import { gridColumns, type DashboardTile } from '@weft/kit/define/dashboard.ts'

type Place = Pick<DashboardTile, 'x' | 'y' | 'w' | 'h'>

const overlap = (a: Place, b: Place) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** A place that lies in the grid. */
export function inGrid({ x, y, w, h }: Place): Place {
  const wide = between(w, 1, gridColumns)
  return { w: wide, h: between(h, 1, 30), x: between(x, 0, gridColumns - wide), y: between(y, 0, 999) }
}

/** Puts a tile where it is wanted; what lies there makes way downwards, and what lies there in turn. */
export function withTileAt<T extends Place & { id: string }>(tiles: readonly T[], tile: T): T[] {
  const put: T[] = [tile]
  const others = tiles.filter(({ id }) => id !== tile.id).toSorted((a, b) => a.y - b.y || a.x - b.x)
  for (const other of others) {
    let y = other.y
    for (let below = put.find((one) => overlap(one, { ...other, y })); below;) {
      y = below.y + below.h
      below = put.find((one) => overlap(one, { ...other, y }))
    }
    put.push({ ...other, y })
  }
  return inReadingOrder(put)
}

/** From above to below, from the start to the end: how tiles are read and tabbed through. */
export const inReadingOrder = <T extends Place>(tiles: readonly T[]): T[] =>
  tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)

/** The first place that is free for something of a size. */
export function freePlace(tiles: readonly Place[], { w, h }: Pick<Place, 'w' | 'h'>): Place {
  for (let y = 0; ; y++)
    for (let x = 0; x + w <= gridColumns; x++)
      if (!tiles.some((tile) => overlap(tile, { x, y, w, h }))) return { x, y, w, h }
}
