import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { MariaSQL, PostgreSQL, sql } from '@codemirror/lang-sql'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, linter, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { MergeView } from '@codemirror/merge'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { currentLanguage } from './language.ts'

export type CodeLanguage = 'yaml' | 'ts' | 'sql' | 'postgres' | 'mariadb' | 'json' | 'text'

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.definitionKeyword, tags.modifier, tags.operatorKeyword], color: 'var(--violet)' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--teal)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--amber)' },
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--blue)' },
    { tag: [tags.comment], color: 'var(--code-comment, var(--text-3))', fontStyle: 'italic' },
    { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--accent-text)' },
    { tag: [tags.typeName, tags.className], color: 'var(--pink)' },
  ]),
)

const languages: Record<CodeLanguage, () => Extension> = {
  yaml: () => yaml(),
  ts: () => javascript({ typescript: true }),
  sql: () => sql(),
  postgres: () => sql({ dialect: PostgreSQL }),
  mariadb: () => sql({ dialect: MariaSQL }),
  json: () => json(),
  text: () => EditorView.lineWrapping,
}

/** The editor's own words; it brings the English ones along. */
const german = EditorState.phrases.of({
  '$ unchanged lines': '$ unveränderte Zeilen',
  Find: 'Suchen',
  Replace: 'Ersetzen',
  next: 'weiter',
  previous: 'zurück',
  all: 'alle',
  'match case': 'Groß/klein',
  'by word': 'ganze Wörter',
  regexp: 'Muster',
  replace: 'ersetzen',
  'replace all': 'alle ersetzen',
  close: 'schließen',
  'current match': 'aktueller Treffer',
  'on line': 'in Zeile',
  'Go to line': 'Gehe zu Zeile',
  go: 'los',
  Completions: 'Vorschläge',
  Diagnostics: 'Hinweise',
  'No diagnostics': 'Keine Hinweise',
  'Folded lines': 'Eingeklappte Zeilen',
  'Unfolded lines': 'Ausgeklappte Zeilen',
  'Fold line': 'Zeile einklappen',
  'Unfold line': 'Zeile ausklappen',
  'folded code': 'eingeklappter Code',
  unfold: 'ausklappen',
})

const reading = (label: string, language: CodeLanguage): Extension => [
  currentLanguage() === 'de' ? german : [],
  lineNumbers(),
  colours,
  languages[language](),
  EditorView.contentAttributes.of({ 'aria-label': label }),
]

export type EditorOptions = {
  parent: HTMLElement
  value: string
  language: CodeLanguage
  label: string
  readOnly: boolean
  onChange: (value: string) => void
  onSave?: (() => void) | undefined
  /** Ctrl+Enter or Cmd+Enter: what is selected, or the place of the caret where nothing is. */
  onRun?: ((selected: Selected) => void) | undefined
  complete?: CompletionSource | undefined
  /** Keeps the place of marks beside the lines free, so that no text jumps when one comes. */
  keepsMarks?: boolean
}

export type Selected = { from: number; to: number }

/** An editor in an element; `set` replaces the text from outside, `readOnly` switches writing, `mark` shows problems. */
export function openEditor({
  parent,
  value,
  language,
  label,
  readOnly,
  onChange,
  onSave,
  onRun,
  complete,
  keepsMarks = false,
}: EditorOptions) {
  const writing = new Compartment()
  const problems = new Compartment()
  const described = new Compartment()
  const writable = (no: boolean) => [EditorState.readOnly.of(no), EditorView.editable.of(!no)]
  let fromOutside = false
  const save = { key: 'Mod-s', preventDefault: true, run: () => (onSave?.(), true) }
  const selected = (state: EditorState): Selected => ({ from: state.selection.main.from, to: state.selection.main.to })
  const run = {
    key: 'Mod-Enter',
    preventDefault: true,
    run: (view: EditorView) => (closeCompletion(view), onRun?.(selected(view.state)), true),
  }
  const view = new EditorView({
    parent,
    doc: value,
    extensions: [
      reading(label, language),
      foldGutter(),
      keepsMarks ? lintGutter() : [],
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      complete ? autocompletion({ override: [complete] }) : autocompletion(),
      keymap.of([
        save,
        ...(onRun ? [run] : []),
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        indentWithTab,
      ]),
      writing.of(writable(readOnly)),
      problems.of([]),
      described.of([]),
      EditorView.updateListener.of(
        (update) => update.docChanged && !fromOutside && onChange(update.state.doc.toString()),
      ),
    ],
  })
  view.scrollDOM.tabIndex = 0
  return {
    set(next: string) {
      if (next === view.state.doc.toString()) return
      fromOutside = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      fromOutside = false
    },
    readOnly: (no: boolean) => view.dispatch({ effects: writing.reconfigure(writable(no)) }),
    mark(found: CodeProblem[]) {
      const within = (line: number) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
      const shown = found.map((problem): Diagnostic => {
        const line = within(problem.line)
        const from = Math.min(line.from + Math.max(0, (problem.column ?? 1) - 1), line.to)
        const to = problem.length === undefined ? line.to : Math.min(line.to, from + problem.length)
        return { from, to, severity: problem.severity ?? 'error', message: problem.message }
      })
      // A gutter that stays keeps its marks until it is told that there are none.
      if (keepsMarks && found.length === 0) view.dispatch(setDiagnostics(view.state, []))
      view.dispatch({
        effects: problems.reconfigure(
          found.length > 0 ? [keepsMarks ? [] : lintGutter(), linter(() => shown, { delay: 0 })] : [],
        ),
      })
    },
    /** Ties the text to the sentence about it that stands beside the editor. */
    describe({ invalid, describedBy }: { invalid: boolean; describedBy: string | undefined }) {
      const attributes = {
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      }
      view.dispatch({ effects: described.reconfigure(EditorView.contentAttributes.of(attributes)) })
    },
    /** Puts the cursor at a line and brings it into sight. */
    go(line: number) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines))
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    selected: () => selected(view.state),
    /** Writes over a part of the text. */
    replace(from: number, to: number, text: string) {
      view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } })
      view.focus()
    },
    /** Writes at the cursor, or over what is selected. */
    insert(text: string) {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    close: () => view.destroy(),
  }
}

export type CodeProblem = {
  line: number
  column?: number
  length?: number
  message: string
  severity?: 'error' | 'warning' | 'info'
}

/** Two texts side by side with what changed between them. */
export function openDiff({
  parent,
  before,
  after,
  language,
  labels,
}: {
  parent: HTMLElement
  before: string
  after: string
  language: CodeLanguage
  labels: { before: string; after: string }
}) {
  const fixed = [EditorState.readOnly.of(true), EditorView.editable.of(false)]
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: [reading(labels.before, language), fixed] },
    b: { doc: after, extensions: [reading(labels.after, language), fixed] },
    collapseUnchanged: { margin: 3, minSize: 6 },
    gutter: true,
  })
  view.a.scrollDOM.tabIndex = 0
  view.b.scrollDOM.tabIndex = 0
  return () => view.destroy()
}
