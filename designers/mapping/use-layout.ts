import { useResizeObserver } from '@mantine/hooks'
import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import { useCallback, useState } from 'react'
import { parseEnd, type End } from './edits.ts'
import type { TreeState } from './field-tree.tsx'
import { inputAt, nodeHeight, nodeWidth, sizes } from './geometry.ts'

/** Where an end of a link is drawn; `clamped` where its field is scrolled out of sight and the link ends at the edge. */
export type Anchor = { x: number; y: number; clamped: boolean }

export type Layout = ReturnType<typeof useLayout>

/** Measures of the canvas and how far everything is scrolled, and what follows: where nodes stand and links end. */
export function useLayout(
  nodes: readonly MappingTransformer[],
  trees: { s: TreeState; t: TreeState },
  ports: (node: MappingTransformer) => number,
) {
  const [scroll, setScroll] = useState({ s: 0, t: 0, m: 0 })
  const [measure, box] = useResizeObserver<HTMLDivElement>()
  const width = box.width || 640
  const height = box.height || 560
  const wide = nodeWidth(width)
  const leftOf = useCallback(
    ({ position }: MappingTransformer) => (Math.min(1_000, Math.max(0, position.x)) / 1_000) * (width - wide),
    [width, wide],
  )
  const contentHeight = Math.max(height, ...nodes.map((node) => node.position.y + nodeHeight(ports(node)) + 60))
  const shift = Math.min(scroll.m, contentHeight - height)
  const [sourceRows, targetRows] = [trees.s.at, trees.t.at]

  const anchorOf = useCallback(
    (end: End): Anchor | undefined => {
      const { kind, id, input } = parseEnd(end)
      if (kind === 'o' || kind === 'i') {
        const node = nodes.find((one) => (kind === 'o' ? one.output === id : one.id === id))
        if (!node) return undefined
        const top = node.position.y - shift
        return kind === 'o'
          ? { x: leftOf(node) + wide, y: top + sizes.nodeHead / 2, clamped: false }
          : { x: leftOf(node), y: top + inputAt(ports(node), input), clamped: false }
      }
      const row = (kind === 's' ? sourceRows : targetRows).get(id)
      if (row === undefined) return undefined
      const raw = sizes.head + sizes.pad + row * sizes.row + sizes.row / 2 - scroll[kind]
      const y = Math.min(Math.max(raw, sizes.head), height - 4)
      return { x: kind === 's' ? 0 : width, y, clamped: y !== raw }
    },
    [nodes, sourceRows, targetRows, scroll, shift, width, height, leftOf, wide, ports],
  )

  return {
    measure,
    /** How far a node may go to the right. */
    track: width - wide,
    nodeWidth: wide,
    /** What is scrolled out of sight above. */
    shift,
    leftOf,
    anchorOf,
    scrollTree: (side: 's' | 't', top: number) => setScroll((before) => ({ ...before, [side]: top })),
    scrollCanvas: (by: number) =>
      setScroll((before) => ({ ...before, m: Math.max(0, Math.min(contentHeight - height, before.m + by)) })),
  }
}
