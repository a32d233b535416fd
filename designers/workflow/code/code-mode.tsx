import { SegmentedControl } from '@mantine/core'
import { IconFileCode, IconFileText, IconFolder } from '@tabler/icons-react'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { CodeDiff, CodeEditor, type CodeEditorHandle, type CodeProblem } from '@weft/kit/ui/code-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import { lineOfStep } from '@weft/kit/workflow-text/flow.ts'
import { setSettings } from '@weft/kit/workflow-text/steps.ts'
import type { Catalogue } from '../elements.ts'
import type { StepProblemView } from '../problem.ts'
import type { Editing } from '../use-document.ts'
import s from './code.module.css'
import { offersAt, type Known } from './complete.ts'
import { codeOf, filesOf, workflowFile, type CodeFile } from './files.ts'

const texts = defineMessages({
  files: { en: 'Files', de: 'Dateien' },
  steps: { en: 'Code of steps', de: 'Code der Schritte' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  compare: { en: 'Compare', de: 'Vergleichen' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  now: { en: 'Now', de: 'Jetzt' },
  way: { en: 'Edit or compare', de: 'Bearbeiten oder vergleichen' },
})

type Props = {
  editing: Editing
  /** The text as it was saved last. */
  saved: string
  catalogue: Catalogue
  /** Keys of elements that are not offered. */
  hidden?: ReadonlySet<string> | undefined
  /** What its texts may name as `{{ config.name }}`. */
  configuration?: Known['configuration']
  problems: readonly StepProblemView[]
  focus?: { step?: string | undefined; line?: number | undefined; at: number } | undefined
  onSave(): void
}

/** The workflow as text: the document itself, and the code of its steps as files of their own. */
export function CodeMode({ editing, saved, catalogue, hidden, configuration, problems, focus, onSave }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const files = useMemo(() => filesOf(editing.flow.steps, catalogue), [editing.flow, catalogue])
  const [picked, pick] = useState(workflowFile.name)
  const [way, setWay] = useState<'edit' | 'compare'>('edit')
  const file = files.find(({ name }) => name === picked) ?? workflowFile
  const editor = useRef<CodeEditorHandle>(null)

  const lines = useMemo(() => linesOf(problems, editing.text, language), [problems, editing.text, language])
  const [shown, setShown] = useState<number>()
  if (focus && focus.at !== shown) {
    setShown(focus.at)
    pick(workflowFile.name)
    setWay('edit')
  }
  const latest = useRef(editing.text)
  latest.current = editing.text
  useEffect(() => {
    const line = focus && (focus.line ?? (focus.step && lineOfStep(latest.current, focus.step)))
    if (line) setTimeout(() => editor.current?.go(line), 150)
  }, [focus])

  const text = file.step ? codeOf(editing.flow.steps, file, catalogue) : editing.text
  const before = file.step ? '' : saved
  const change = (next: string) => {
    if (!file.step) return editing.change(next, 'type')
    const step = editing.flow.steps.find(({ id }) => id === file.step)
    if (!step || !file.setting) return
    editing.change(setSettings(editing.text, step.id, { ...step.settings, [file.setting]: next }), `type ${file.name}`)
  }

  return (
    <div className={s['code']}>
      <FileList files={files} current={file} isChanged={saved !== editing.text} onPick={pick} />
      <div className={s['pane']}>
        <div className={s['heads']}>
          <span className="mono">{file.name}</span>
          {!file.step && (
            <SegmentedControl
              aria-label={t.way()}
              data={[
                { value: 'edit', label: t.edit() },
                { value: 'compare', label: t.compare() },
              ]}
              value={way}
              onChange={setWay}
            />
          )}
        </div>
        <div className={s['editor']}>
          {way === 'compare' && !file.step ? (
            <CodeDiff
              before={before}
              after={text}
              language={file.language}
              labels={{ before: t.saved(), after: t.now() }}
            />
          ) : (
            <CodeEditor
              key={file.name}
              ref={editor}
              value={text}
              language={file.language}
              label={file.name}
              readOnly={editing.readOnly}
              onChange={change}
              onSave={onSave}
              problems={file.step ? [] : lines}
              complete={file.step ? undefined : completion(catalogue, language, { hidden, configuration })}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function FileList({
  files,
  current,
  isChanged,
  onPick,
}: {
  files: readonly CodeFile[]
  current: CodeFile
  /** The document is another than the saved one. */
  isChanged: boolean
  onPick(name: string): void
}) {
  const t = useTexts(texts)
  return (
    <nav className={s['files']} aria-label={t.files()}>
      {files.map((one, i) => (
        <span key={one.name}>
          {i === 1 && (
            <span className={s['folder']}>
              <IconFolder size={15} stroke={1.7} />
              {t.steps()}
            </span>
          )}
          <button
            type="button"
            className={s['file']}
            data-inside={i > 0 || undefined}
            aria-current={one.name === current.name ? 'true' : undefined}
            onClick={() => onPick(one.name)}
          >
            {one.language === 'yaml' ? (
              <IconFileText size={15} stroke={1.7} />
            ) : (
              <IconFileCode size={15} stroke={1.7} />
            )}
            {one.name}
            {one.language === 'yaml' && isChanged && <b>M</b>}
          </button>
        </span>
      ))}
    </nav>
  )
}

/** Offers what fits at the cursor: asked for, or once something is typed or a place for a value begins. */
const completion =
  (catalogue: Catalogue, language: Language, known: Known): ComponentProps<typeof CodeEditor>['complete'] =>
  (context) => {
    const before = context.state.sliceDoc(0, context.pos)
    const found = offersAt(before, context.state.doc.toString(), catalogue, language, known)
    if (!found || (found.typed === 0 && !context.explicit && !/([:.]|\{\{)\s*$/.test(before))) return null
    return {
      from: context.pos - found.typed,
      options: found.offers.map(({ label, detail, insert }) => ({
        label,
        ...(detail && { detail }),
        ...(insert && { apply: insert }),
      })),
    }
  }

function linesOf(problems: readonly StepProblemView[], text: string, language: Language): CodeProblem[] {
  return problems.map(({ message, line, column, step, level }) => ({
    line: line ?? (step ? lineOfStep(text, step) : undefined) ?? 1,
    ...(column !== undefined && { column }),
    message: say(message, language),
    severity: level === 'warning' ? 'warning' : 'error',
  }))
}
