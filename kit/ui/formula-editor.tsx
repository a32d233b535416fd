import '@fontsource-variable/jetbrains-mono/wght.css'
import type { CompletionSource } from '@codemirror/autocomplete'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import s from './formula-editor.module.css'
import type { FormulaLook, FormulaMark, openFormula } from './formula-mirror.ts'

export type { FormulaLook } from './formula-mirror.ts'
export type FormulaEditorHandle = { insert(text: string): void; focus(): void }

type Props = {
  value: string
  onChange(text: string): void
  onDone(): void
  onLeave(): void
  label: string
  lookOf(name: string, isCalled: boolean): FormulaLook
  complete: CompletionSource
  marks: readonly FormulaMark[]
  /** Takes the caret when it opens. */
  takesFocus?: boolean
  ref?: Ref<FormulaEditorHandle>
}

/** One formula being written; its machinery is loaded when it first opens. */
export function FormulaEditor({ value, label, marks, takesFocus = false, ref, ...handlers }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<ReturnType<typeof openFormula>>(undefined)
  const latest = useRef({ value, marks, takesFocus, ...handlers })
  latest.current = { value, marks, takesFocus, ...handlers }
  useImperativeHandle(
    ref,
    () => ({ insert: (text) => editor.current?.insert(text), focus: () => editor.current?.focus() }),
    [],
  )
  useEffect(() => {
    let gone = false
    void import('./formula-mirror.ts').then(({ openFormula }) => {
      if (gone) return
      editor.current = openFormula({
        parent: place.current!,
        value: latest.current.value,
        label,
        lookOf: (name, isCalled) => latest.current.lookOf(name, isCalled),
        complete: (context) => latest.current.complete(context),
        onChange: (text) => latest.current.onChange(text),
        onDone: () => latest.current.onDone(),
        onLeave: () => latest.current.onLeave(),
      })
      editor.current.mark(latest.current.marks)
      if (latest.current.takesFocus) editor.current.focus()
    })
    return () => {
      gone = true
      editor.current?.close()
      editor.current = undefined
    }
  }, [label])
  useEffect(() => editor.current?.set(value), [value])
  useEffect(() => editor.current?.mark(marks), [marks])
  return <div ref={place} className={s['editor']} />
}
