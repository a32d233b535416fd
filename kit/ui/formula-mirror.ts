import { acceptCompletion, autocompletion, completionKeymap, completionStatus } from '@codemirror/autocomplete'
import type { CompletionSource } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { EditorState, Prec, RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import { tokensOf } from '../formula/tokens.ts'

/** How a name in a formula looks: that of a field wears the tone of its type. */
export type FormulaLook = 'function' | 'unknown' | { tone: string }
export type FormulaMark = { from: number; to: number }

type Options = {
  parent: HTMLElement
  value: string
  label: string
  lookOf(name: string, isCalled: boolean): FormulaLook
  complete: CompletionSource
  onChange(text: string): void
  /** Enter, where nothing is offered. */
  onDone(): void
  onLeave(): void
}

const setMarks = StateEffect.define<readonly FormulaMark[]>()
const marks = StateField.define<readonly FormulaMark[]>({
  create: () => [],
  update: (known, { effects }) => effects.reduce((next, one) => (one.is(setMarks) ? one.value : next), known),
})

/** An editor for one formula: names are drawn by what they are, Tab takes what is offered, Enter and Escape leave. */
export function openFormula({ parent, value, label, lookOf, complete, onChange, onDone, onLeave }: Options) {
  let fromOutside = false
  const view = new EditorView({
    parent,
    doc: value,
    selection: { anchor: value.length },
    extensions: [
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      bracketMatching(),
      autocompletion({ override: [complete], icons: false, interactionDelay: 0 }),
      Prec.highest(keymap.of(leaving(onDone, onLeave))),
      keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      oneLine,
      marks,
      drawn(lookOf),
      EditorView.updateListener.of(
        (update) => update.docChanged && !fromOutside && onChange(update.state.doc.toString()),
      ),
    ],
  })
  view.scrollDOM.tabIndex = -1
  return {
    set(next: string) {
      if (next === view.state.doc.toString()) return
      fromOutside = true
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: next.length },
      })
      fromOutside = false
    },
    mark: (places: readonly FormulaMark[]) => view.dispatch({ effects: setMarks.of(places) }),
    insert(text: string) {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

const leaving = (onDone: () => void, onLeave: () => void) => [
  { key: 'Tab', run: acceptCompletion },
  {
    key: 'Enter',
    run: (view: EditorView) => {
      if (completionStatus(view.state) === 'active') return acceptCompletion(view)
      onDone()
      return true
    },
  },
  {
    key: 'Escape',
    run: (view: EditorView) => {
      if (completionStatus(view.state) !== null) return false
      onLeave()
      return true
    },
  },
]

/** What is pasted with breaks becomes one line. */
const oneLine = EditorState.transactionFilter.of((transaction) =>
  transaction.docChanged && transaction.newDoc.lines > 1
    ? [transaction, { changes: breaksOf(transaction.newDoc.toString()), sequential: true }]
    : transaction,
)
const breaksOf = (text: string) =>
  [...text.matchAll(/\n/g)].map(({ index }) => ({ from: index, to: index + 1, insert: ' ' }))

function drawn(lookOf: Options['lookOf']): Extension {
  const draw = (state: EditorState) => decorationsOf(state, lookOf)
  const field = StateField.define<DecorationSet>({
    create: draw,
    update: (known, { docChanged, effects, state }) => (docChanged || effects.length > 0 ? draw(state) : known),
    provide: (self) => EditorView.decorations.from(self),
  })
  return field
}

function decorationsOf(state: EditorState, lookOf: Options['lookOf']): DecorationSet {
  const text = state.doc.toString()
  const tokens = tokensOf(text)
  const found = tokens.flatMap(({ kind, text: word, from, to }, i) => {
    const next = tokens[i + 1]?.text
    if (kind !== 'name') return [{ from, to, decoration: Decoration.mark({ class: `formula-${kind}` }) }]
    if (next === ':') return []
    const look = lookOf(word.replaceAll('`', ''), next === '(')
    const decoration =
      typeof look === 'string'
        ? Decoration.mark({ class: `formula-${look}` })
        : Decoration.mark({
            class: 'formula-field',
            attributes: { style: `--c: var(--${look.tone}); --cs: var(--${look.tone}-soft)` },
          })
    return [{ from, to, decoration }]
  })
  const wrong = state.field(marks).flatMap(({ from, to }) => {
    const end = Math.min(to, text.length)
    return from < end ? [{ from, to: end, decoration: Decoration.mark({ class: 'formula-wrong' }) }] : []
  })
  const builder = new RangeSetBuilder<Decoration>()
  for (const { from, to, decoration } of [...found, ...wrong].toSorted((a, b) => a.from - b.from || b.to - a.to))
    builder.add(from, to, decoration)
  return builder.finish()
}
