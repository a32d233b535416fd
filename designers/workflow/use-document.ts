import { useCallback, useMemo, useRef, useState } from 'react'
import { readFlow, type Flow } from './edit/flow.ts'
import { changed, noPast, redone, undone } from './edit/undo.ts'

export type Editing = {
  text: string
  flow: Flow
  /** Where the text is no YAML. */
  broken: { message: string; line: number } | undefined
  /** Replaces the text; changes of the same gesture in quick succession are undone together. */
  change(text: string, gesture?: string): void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** The text of a workflow with its past. The text itself lives with the caller, so designer and code mode share it. */
export function useDocument(text: string, onChange: (text: string) => void): Editing {
  const [past, setPast] = useState(noPast)
  const latest = useRef({ text, past, onChange })
  latest.current = { text, past, onChange }
  const reading = useMemo(() => readFlow(text), [text])

  const change = useCallback((next: string, gesture = '') => {
    const { text: before, past: sofar, onChange: tell } = latest.current
    if (next === before) return
    const after = changed(sofar, before, gesture, Date.now())
    latest.current = { text: next, past: after, onChange: tell }
    setPast(after)
    tell(next)
  }, [])

  const step = useCallback((move: typeof undone) => {
    const { text: now, past: sofar, onChange: tell } = latest.current
    const moved = move(sofar, now)
    if (!moved) return
    setPast(moved.past)
    tell(moved.text)
  }, [])

  return {
    text,
    flow: reading.flow,
    broken: reading.problems[0],
    change,
    undo: past.undo.length > 0 ? () => step(undone) : undefined,
    redo: past.redo.length > 0 ? () => step(redone) : undefined,
  }
}
