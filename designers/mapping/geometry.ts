import type { Tone } from '@weft/kit/ui/tones.ts'

/** Sizes the drawing and the styles agree on. */
export const sizes = { row: 29, head: 46, pad: 6, node: 158, nodeHead: 41, nodeRow: 19 } as const

/** Transformers become narrower where the canvas is, so that three stand beside each other without covering one another. */
export const nodeWidth = (canvas: number) => Math.round(Math.min(sizes.node, Math.max(112, canvas * 0.22)))

export type LinkLine = {
  id: string
  at: [number, number, number, number]
  tone: Tone
  lit: boolean
  clamped: boolean
}

const bend = (x1: number, x2: number) => Math.max(36, Math.abs(x2 - x1) * 0.42)

export function curve(x1: number, y1: number, x2: number, y2: number) {
  const d = bend(x1, x2)
  return `M${x1} ${y1}C${x1 + d} ${y1} ${x2 - d} ${y2} ${x2} ${y2}`
}

/** The line under the pointer, by geometry instead of by element: unlit lines of a colour are one path. */
export function lineAt(lines: readonly LinkLine[], x: number, y: number, reach = 7): string | undefined {
  let best: string | undefined
  let nearest = reach * reach
  for (const { id, at } of lines) {
    const [x1, y1, x2, y2] = at
    if (
      x < Math.min(x1, x2) - reach ||
      x > Math.max(x1, x2) + reach ||
      y < Math.min(y1, y2) - reach ||
      y > Math.max(y1, y2) + reach
    )
      continue
    const d = bend(x1, x2)
    for (let i = 0; i <= 40; i++) {
      const t = i / 40
      const u = 1 - t
      const px = u * u * u * x1 + 3 * u * u * t * (x1 + d) + 3 * u * t * t * (x2 - d) + t * t * t * x2
      const py = u * u * u * y1 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y2
      const distance = ((px - x) * 0.6) ** 2 + (py - y) ** 2
      if (distance < nearest) {
        nearest = distance
        best = id
      }
    }
  }
  return best
}

export const nodeHeight = (ports: number) => (ports > 1 ? sizes.nodeHead + ports * sizes.nodeRow + 2 : sizes.nodeHead)
/** How far below the top of a node its n-th input is. */
export const inputAt = (ports: number, i: number) =>
  ports > 1 ? sizes.nodeHead + i * sizes.nodeRow + 7 : sizes.nodeHead / 2
