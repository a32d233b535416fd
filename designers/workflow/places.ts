import type { Point } from '@weft/kit/workflow-text/flow.ts'

export type Box = {
  id: string
  width: number
  height: number
  /** In the order they are drawn, left to right. */ exits: readonly string[]
}

export const grid = 8
export const onGrid = ({ x, y }: Point): Point => ({ x: Math.round(x / grid) * grid, y: Math.round(y / grid) * grid })

/** The first place to the right of the wanted one where a new step covers no other. */
export function freePlace(taken: readonly Point[], { x, y }: Point): Point {
  const isTaken = taken.some((place) => Math.abs(place.x - x) < 216 && Math.abs(place.y - y) < 80)
  return isTaken ? freePlace(taken, { x: x + 248, y }) : { x, y }
}
