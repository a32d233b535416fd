import { useEffect } from 'react'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { isTyping } from './canvas/canvas.tsx'
import type { LineEdge } from './canvas/nodes.ts'
import { copiedList, rememberCopied } from './clipboard-list.ts'
import { copySteps, pasteSteps } from '@weft/kit/workflow-text/clipboard.ts'
import { connect, removeEdges, lead } from '@weft/kit/workflow-text/edges.ts'
import type { Point } from '@weft/kit/workflow-text/flow.ts'
import { addStep, removeSteps } from '@weft/kit/workflow-text/steps.ts'
import { exitsShown, type Catalogue } from './elements.ts'
import { nodePositions } from './canvas/nodes.ts'
import { freePlace } from './places.ts'
import { texts } from './texts.ts'
import type { Editing } from './use-document.ts'
import { useTidy } from './use-tidy.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

type Props = {
  editing: Editing
  catalogue: Catalogue
  selected: readonly string[]
  select(ids: string[]): void
  language: Language
}

/** Everything a hand does to steps: add, copy, paste, duplicate, remove. */
export function useGestures({ editing, catalogue, selected, select, language }: Props) {
  const t = useTexts(texts)
  const { flow, text } = editing
  const tidy = useTidy(false)

  function add(key: string, position: Point, ontoEdge?: LineEdge) {
    const element = catalogue.get(key)!
    const added = addStep(text, { element: key, label: element.labels.title[language], position })
    const [input, exit] = [element.inputs[0], exitsShown(element, { settings: {}, on_error: 'stop' })[0]]
    const edge = ontoEdge?.data?.edge
    editing.change(edge && input && exit ? lead(added.text, edge, { id: added.id, input, exit }) : added.text)
    select([added.id])
  }

  /** Below the selected step and connected to it, or below everything. */
  function append(key: string) {
    const element = catalogue.get(key)!
    const places = nodePositions(flow, catalogue, tidy)
    const before =
      selected.length === 1
        ? flow.steps.find((step) => step.id === selected[0])
        : flow.steps.length === 1
          ? flow.steps[0]
          : undefined
    const lowest = Object.values(places).toSorted((a, b) => b.y - a.y)[0]
    const at = before ? places[before.id] : lowest
    const position = at ? freePlace(Object.values(places), { x: at.x, y: at.y + 128 }) : { x: 0, y: 0 }
    const added = addStep(text, { element: key, label: element.labels.title[language], position })
    const exits = before ? exitsShown(catalogue.get(before.element), before) : []
    // From the first exit that leads nowhere yet; where all lead somewhere, the first leads to one more.
    const exit =
      exits.find((one) => !flow.edges.some((edge) => edge.from === before?.id && edge.exit === one)) ?? exits[0]
    const input = element.inputs[0]
    editing.change(
      before && exit && input ? connect(added.text, { from: before.id, exit, to: added.id, input }) : added.text,
    )
    select([added.id])
  }

  function remove(ids: readonly string[], lines: LineEdge[] = []) {
    const gone = lines.flatMap((line) => line.data?.edge ?? [])
    editing.change(removeSteps(gone.length > 0 ? removeEdges(text, gone) : text, ids))
    select([])
  }

  function paste(clipboard: string) {
    const pasted = pasteSteps(text, clipboard)
    if (!pasted) return false
    editing.change(pasted.text)
    select(pasted.ids)
    return true
  }

  const duplicate = () => void paste(copySteps(text, selected))

  function copy() {
    const copied = copySteps(text, selected)
    rememberCopied(copied)
    void navigator.clipboard?.writeText(copied).catch(() => {}) // without permission the browser's own list still has it
    toast({ title: t.copied({ count: selected.length }), tone: 'blue' })
  }

  useClipboardEvents({
    onCopy: (event) => {
      if (selected.length === 0 || hasSelectedText()) return
      event.preventDefault()
      const copied = copySteps(text, selected)
      rememberCopied(copied)
      event.clipboardData?.setData('text/plain', copied)
      if (event.type === 'cut') remove(selected)
      else toast({ title: t.copied({ count: selected.length }), tone: 'blue' })
    },
    onPaste: (event) => {
      const offered = event.clipboardData?.getData('text/plain') || copiedList()[0]
      if (offered && paste(offered)) event.preventDefault()
    },
  })
  useKeys((key, { withCommand, withShift }) => {
    if (!withCommand) return key === 'escape' ? () => select([]) : undefined
    if (key === 'z') return withShift ? editing.redo : editing.undo
    if (key === 'y') return editing.redo
    if (key === 'd' && selected.length > 0) return duplicate
    return key === 'a' ? () => select(flow.steps.map((step) => step.id)) : undefined
  })

  return { add, append, remove, duplicate, copy, paste }
}

const hasSelectedText = () => (getSelection()?.toString() ?? '') !== ''

/** Copying, cutting and pasting wherever nobody is writing. */
function useClipboardEvents({
  onCopy,
  onPaste,
}: {
  onCopy(event: ClipboardEvent): void
  onPaste(event: ClipboardEvent): void
}) {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => void (isTyping(event) || onCopy(event))
    const paste = (event: ClipboardEvent) => void (isTyping(event) || onPaste(event))
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  })
}

type Modifiers = { withCommand: boolean; withShift: boolean }

/** Keys wherever nobody is writing; one that means nothing here stays the browser's. */
function useKeys(actionOf: (key: string, modifiers: Modifiers) => (() => void) | undefined) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const modifiers = { withCommand: event.metaKey || event.ctrlKey, withShift: event.shiftKey }
      const run = actionOf(event.key.toLowerCase(), modifiers)
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
