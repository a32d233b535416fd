import '@fontsource-variable/jetbrains-mono/wght.css'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { CompletionSource } from '@codemirror/autocomplete'
import type { CodeLanguage, CodeProblem, openEditor, Selected } from './code-mirror.ts'
import s from './code-editor.module.css'

export type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
export type { CodeLanguage, CodeProblem } from './code-mirror.ts'

export type CodeEditorHandle = {
  go(line: number): void
  insert(text: string): void
  replace(from: number, to: number, text: string): void
  selected(): Selected
}

type Props = {
  value: string
  onChange?: ((value: string) => void) | undefined
  language: CodeLanguage
  label: string
  readOnly?: boolean
  /** Ctrl+S or Cmd+S inside the editor. */
  onSave?: (() => void) | undefined
  /** Ctrl+Enter or Cmd+Enter inside the editor. */
  onRun?: ((selected: Selected) => void) | undefined
  problems?: CodeProblem[]
  /** Keeps the place of marks beside the lines free. */
  keepsMarks?: boolean
  /** Something is wrong with it as a whole, and the id of the sentence that says what. */
  invalid?: boolean
  describedBy?: string | undefined
  /** Offers words while typing. */
  complete?: CompletionSource | undefined
  ref?: Ref<CodeEditorHandle>
}

type Editor = ReturnType<typeof openEditor>

/** A code editor filling its parent; its machinery is loaded when first shown. */
export function CodeEditor({
  value,
  onChange,
  language,
  label,
  readOnly = false,
  onSave,
  onRun,
  problems,
  keepsMarks = false,
  invalid = false,
  describedBy,
  complete,
  ref,
}: Props) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(undefined)
  const latest = useRef({ value, readOnly, problems, complete, onChange, onSave, onRun, invalid, describedBy })
  latest.current = { value, readOnly, problems, complete, onChange, onSave, onRun, invalid, describedBy }
  useImperativeHandle(
    ref,
    () => ({
      go: (line) => editor.current?.go(line),
      insert: (text) => editor.current?.insert(text),
      replace: (from, to, text) => editor.current?.replace(from, to, text),
      selected: () => editor.current?.selected() ?? { from: 0, to: 0 },
    }),
    [],
  )

  useEffect(() => {
    let gone = false
    void import('./code-mirror.ts').then(({ openEditor }) => {
      if (gone) return
      const now = latest.current
      editor.current = openEditor({
        parent: place.current!,
        value: now.value,
        language,
        label,
        readOnly: now.readOnly,
        onChange: (next) => latest.current.onChange?.(next),
        onSave: () => latest.current.onSave?.(),
        ...(now.onRun && { onRun: (selected) => latest.current.onRun?.(selected) }),
        keepsMarks,
        ...(now.complete && { complete: (context) => latest.current.complete?.(context) ?? null }),
      })
      if (now.problems) editor.current.mark(now.problems)
      editor.current.describe(now)
    })
    return () => {
      gone = true
      editor.current?.close()
      editor.current = undefined
    }
  }, [language, label, keepsMarks])
  useEffect(() => editor.current?.set(value), [value])
  useEffect(() => editor.current?.readOnly(readOnly), [readOnly])
  useEffect(() => editor.current?.mark(problems ?? []), [problems])
  useEffect(() => editor.current?.describe({ invalid, describedBy }), [invalid, describedBy])

  return <div ref={place} className={s['editor']} />
}

/** Before and after of a text, differences marked. */
export function CodeDiff({
  before,
  after,
  language,
  labels,
}: {
  before: string
  after: string
  language: CodeLanguage
  labels: { before: string; after: string }
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let gone = false
    let close: (() => void) | undefined
    void import('./code-mirror.ts').then(({ openDiff }) => {
      if (!gone) close = openDiff({ parent: place.current!, before, after, language, labels })
    })
    return () => {
      gone = true
      close?.()
    }
  }, [before, after, language, labels.before, labels.after])
  return <div ref={place} className={s['diff']} />
}
