import { useCallback, useMemo, useRef } from 'react'
import { readFlow, type Flow, type SyntaxProblem } from '@weft/kit/workflow-text/flow.ts'
import { changed, redone, undone, type Past } from '@weft/kit/workflow-text/undo.ts'

export type Editing = {
  text: string
  flow: Flow
  /** Whether whoever looks may change nothing; then `change` does nothing. */
  readOnly: boolean
  /** Where the text is no YAML. */
  broken: SyntaxProblem | undefined
  /** Replaces the text; changes of the same gesture in quick succession are undone together. */
  change(text: string, gesture?: string): void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}

/** A text and the way it came about. */
export type Written = { text: string; past: Past }

/** The text of a workflow with its past. Both live with the caller, so designer and code mode share them. */
export function useDocument({ text, past }: Written, onChange: (written: Written) => void, readOnly = false): Editing {
  const latest = useRef({ text, past, onChange })
  latest.current = { text, past, onChange }
  const reading = useMemo(() => readFlow(text), [text])

  const put = useCallback((written: Written) => {
    latest.current = { ...latest.current, ...written }
    latest.current.onChange(written)
  }, [])

  const change = useCallback(
    (next: string, gesture = '') => {
      const { text: before, past: sofar } = latest.current
      if (next !== before && !readOnly) put({ text: next, past: changed(sofar, before, gesture, Date.now()) })
    },
    [put, readOnly],
  )

  const step = useCallback(
    (move: typeof undone) => {
      const moved = move(latest.current.past, latest.current.text)
      if (moved) put(moved)
    },
    [put],
  )

  return {
    text,
    flow: reading.flow,
    readOnly,
    broken: reading.problems[0],
    change,
    undo: past.undo.length > 0 && !readOnly ? () => step(undone) : undefined,
    redo: past.redo.length > 0 && !readOnly ? () => step(redone) : undefined,
  }
}
