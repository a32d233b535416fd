import type { CompletionContext } from '@codemirror/autocomplete'
import { useId, type Ref } from 'react'
import { templateProblems, type TemplateProblem } from '../define/template-problems.ts'
import { say, type Language } from '../messages/messages.ts'
import { CodeEditor, type CodeEditorHandle, type CodeProblem } from './code-editor.tsx'
import { useLanguage } from './language.ts'
import s from './template-input.module.css'

/** A value a template may speak of; the hint says what it is or how it looks. */
export type TemplateValue = { key: string; label: string; hint?: string }

type Props = {
  value: string
  onChange: (text: string) => void
  label: string
  values: readonly TemplateValue[]
  /** One line, a paragraph or two, or as much as the window has. */
  size?: 'line' | 'text' | 'tall'
  readOnly?: boolean
  /** What is wrong with the text, where it is more than values in double braces. */
  check?: (text: string) => TemplateProblem[]
  /** Further words that are offered: of tags behind `{%`, of filters behind a bar. */
  words?: { tags: readonly string[]; filters: readonly string[] }
  onSave?: () => void
  onFocus?: () => void
  /** What else is wrong with it, such as the server said. */
  complaints?: readonly string[] | undefined
  ref?: Ref<CodeEditorHandle>
}

/** A text with values in double braces: they are offered while typing, and mistakes are marked where they stand and said below. */
export function TemplateInput({
  value,
  onChange,
  label,
  values,
  size = 'text',
  readOnly = false,
  check,
  words,
  onSave,
  onFocus,
  complaints = [],
  ref,
}: Props) {
  const language = useLanguage()
  const id = useId()
  const problems = placed(value, check ? check(value) : problemsOf(value, values), language)
  const said = [...new Set([...problems.map(({ message }) => message), ...complaints])]
  return (
    <>
      <div className={s[size]} onFocus={onFocus}>
        <CodeEditor
          ref={ref}
          value={value}
          onChange={onChange}
          language="text"
          label={label}
          readOnly={readOnly}
          problems={problems}
          invalid={said.length > 0}
          describedBy={said.length > 0 ? id : undefined}
          onSave={onSave}
          complete={offering(values, words)}
        />
      </div>
      <div id={id} className={s['complaints']} role="alert">
        {said.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
    </>
  )
}

/** The mistakes of a text where an editor shows them. */
export const templateCodeProblems = (
  text: string,
  values: readonly TemplateValue[],
  language: Language,
): CodeProblem[] => placed(text, problemsOf(text, values), language)

const problemsOf = (text: string, values: readonly TemplateValue[]) =>
  templateProblems(text, new Set(values.map(({ key }) => key)))

const placed = (text: string, problems: readonly TemplateProblem[], language: Language): CodeProblem[] =>
  problems.map(({ at, message }) => {
    const before = text.slice(0, at).split('\n')
    return { line: before.length, column: before.at(-1)!.length + 1, message: say(message, language) }
  })

/** The values to pick from; the one picked comes as it stands in a text. */
export const TemplateValues = ({
  values,
  disabled = false,
  onPick,
}: {
  values: readonly TemplateValue[]
  disabled?: boolean
  onPick: (text: string) => void
}) => (
  <div className={s['values']}>
    {values.map(({ key, label, hint }) => (
      <button key={key} type="button" disabled={disabled} title={hint} onClick={() => onPick(`{{ ${key} }}`)}>
        <code>{`{{ ${key} }}`}</code>
        {label !== key && <span>{label}</span>}
      </button>
    ))}
  </div>
)

/** Offers values behind two opening braces and in tags, filters behind a bar, and tags where one begins. */
const offering =
  (values: readonly TemplateValue[], words: Props['words']) =>
  ({ state, pos }: CompletionContext) => {
    const before = state.sliceDoc(Math.max(0, pos - 200), pos)
    const offers: [RegExp, { label: string; detail?: string }[]][] = [
      [/\{\{\s*(\w*)$/, values.map(({ key, label }) => ({ label: key, detail: label }))],
      [/\{%-?\s*(\w*)$/, (words?.tags ?? []).map((label) => ({ label }))],
      [/\{[{%][^}]*\|\s*(\w*)$/, (words?.filters ?? []).map((label) => ({ label }))],
      [/\{%[^}|]*\s(\w+)$/, words ? values.map(({ key, label }) => ({ label: key, detail: label })) : []],
    ]
    for (const [where, options] of offers) {
      const found = where.exec(before)
      if (found && options.length > 0) return { from: pos - found[1]!.length, options }
    }
    return null
  }
