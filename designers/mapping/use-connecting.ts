import type { MappingTransformer } from '@weft/kit/define/mapping.ts'
import { useRef, useState, type PointerEvent } from 'react'
import { canConnect, freeInput, type End } from './edits.ts'

/** Connecting two ends: by dragging from a port, or by picking up one end and then the other. */
export function useConnecting({
  nodes,
  ports,
  readOnly,
  onConnect,
}: {
  nodes(): readonly MappingTransformer[]
  ports(node: MappingTransformer): number
  readOnly: boolean
  onConnect(a: End, b: End): void
}) {
  const canvas = useRef<HTMLDivElement>(null)
  const [picked, pickUp] = useState<End>()
  /** The link under the pointer while it is dragged, in the canvas. */
  const [ghost, setGhost] = useState<{ from: End; x: number; y: number }>()

  const join = (a: End, b: End) => {
    if (readOnly || !canConnect(a, b)) return
    onConnect(a, b)
    pickUp(undefined)
  }
  const pick = (end: End) => {
    if (picked !== undefined && picked !== end && canConnect(picked, end)) join(picked, end)
    else pickUp(picked === end ? undefined : end)
  }
  /** A node as a whole stands for its output, or for its first free input. */
  const endOfNode = (node: MappingTransformer, other: End | undefined): End => {
    if (other === undefined || !canConnect(other, `i:${node.id}:0`)) return `o:${node.output}`
    return `i:${node.id}:${freeInput(node, ports(node)) ?? Math.max(0, ports(node) - 1)}`
  }

  const drop = (from: End, { clientX, clientY }: globalThis.PointerEvent) => {
    const under = document.elementFromPoint(clientX, clientY)
    const port =
      under?.closest<HTMLElement>('[data-port]')?.dataset['port'] ??
      under?.closest<HTMLElement>('[data-target]')?.dataset['target']
    const id = under?.closest<HTMLElement>('[data-node]')?.dataset['node']
    const node = id && nodes().find((one) => one.id === id)
    if (port && port !== from && canConnect(from, port)) join(from, port)
    else if (node) join(from, endOfNode(node, from))
  }
  const dragPort = (from: End) => (event: PointerEvent) => {
    event.preventDefault()
    event.stopPropagation()
    drag(from, event, () => pick(from))
  }
  /** By the name of a field as by its port; a click is left to whoever takes it. */
  const dragName = (from: End) => (event: PointerEvent) => {
    if (event.button === 0 && event.pointerType === 'mouse') drag(from, event, () => undefined)
  }
  const drag = (from: End, event: PointerEvent, onClick: () => void) => {
    const frame = canvas.current?.getBoundingClientRect()
    if (!frame) return
    const [startX, startY] = [event.clientX, event.clientY]
    let moved = false
    const move = (at: globalThis.PointerEvent) => {
      moved ||= Math.hypot(at.clientX - startX, at.clientY - startY) > 4
      if (moved) setGhost({ from, x: at.clientX - frame.left, y: at.clientY - frame.top })
    }
    const up = (at: globalThis.PointerEvent) => {
      removeEventListener('pointermove', move)
      setGhost(undefined)
      if (moved) drop(from, at)
      else onClick()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', up, { once: true })
  }

  return {
    canvas,
    picked,
    ghost,
    pick,
    letGo: () => pickUp(undefined),
    dragPort,
    dragName,
    /** Connects what is picked up to a node, or picks up the node's output. */
    pickNode: (node: MappingTransformer) =>
      picked === undefined ? pick(`o:${node.output}`) : join(picked, endOfNode(node, picked)),
  }
}
