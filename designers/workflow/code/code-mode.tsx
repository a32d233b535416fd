import { SegmentedControl } from '@mantine/core'
import { IconFileCode, IconFileText, IconFolder } from '@tabler/icons-react'
import { say } from '@weft/kit/messages/messages.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { CodeDiff, CodeEditor, type CodeEditorHandle, type CodeProblem } from '@weft/kit/ui/code-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { lineOfStep } from '@weft/kit/workflow-text/flow.ts'
import { setSettings } from '@weft/kit/workflow-text/steps.ts'
import type { Catalogue } from '../elements.ts'
import type { StepProblemView } from '../problem.ts'
import type { Editing } from '../use-document.ts'
import s from './code.module.css'
import { offersAt, type Known } from './complete.ts'

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
type File = { name: string; step?: string; setting?: string; language: 'yaml' | 'ts' | 'sql' }

/** The workflow as text: the document itself, and the code of its steps as files of their own. */
export function CodeMode({ editing, saved, catalogue, hidden, configuration, problems, focus, onSave }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const files = useMemo(() => filesOf(editing.flow.steps, catalogue), [editing.flow, catalogue])
  const [picked, pick] = useState('workflow.yaml')
  const [way, setWay] = useState<'edit' | 'compare'>('edit')
  const file = files.find(({ name }) => name === picked) ?? files[0]!
  const editor = useRef<CodeEditorHandle>(null)

  const lines = useMemo(() => linesOf(problems, editing.text, language), [problems, editing.text, language])
  const [shown, setShown] = useState<number>()
  if (focus && focus.at !== shown) {
    setShown(focus.at)
    pick('workflow.yaml')
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
    const step = editing.flow.steps.find(({ id }) => id === file.step)!
    editing.change(setSettings(editing.text, step.id, { ...step.settings, [file.setting!]: next }), `type ${file.name}`)
  }

  return (
    <div className={s['code']}>
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
              aria-current={one.name === file.name ? 'true' : undefined}
              onClick={() => pick(one.name)}
            >
              {one.language === 'yaml' ? (
                <IconFileText size={15} stroke={1.7} />
              ) : (
                <IconFileCode size={15} stroke={1.7} />
              )}
              {one.name}
              {one.language === 'yaml' && saved !== editing.text && <b>M</b>}
            </button>
          </span>
        ))}
      </nav>
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
              onChange={(value) => setWay(value as 'edit' | 'compare')}
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
              complete={
                file.step
                  ? undefined
                  : (context) => {
                      const before = context.state.sliceDoc(0, context.pos)
                      const found = offersAt(before, context.state.doc.toString(), catalogue, language, {
                        hidden,
                        configuration,
                      })
                      if (!found || (found.typed === 0 && !context.explicit && !/([:.]|\{\{)\s*$/.test(before)))
                        return null
                      return {
                        from: context.pos - found.typed,
                        options: found.offers.map(({ label, detail, insert }) => ({
                          label,
                          ...(detail && { detail }),
                          ...(insert && { apply: insert }),
                        })),
                      }
                    }
              }
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** The document, and one file for each setting whose schema says it is code. */
function filesOf(steps: FlowStep[], catalogue: Catalogue): File[] {
  const codes = steps.flatMap((step) => {
    const shape = catalogue.get(step.element)?.settings.shape ?? {}
    return Object.entries(shape).flatMap(([setting, schema]) => {
      const language = languageOf(schema as Schema)
      return language ? [{ name: `${step.id}.${language}`, step: step.id, setting, language } as File] : []
    })
  })
  return [{ name: 'workflow.yaml', language: 'yaml' }, ...codes]
}

type Schema = { meta(): Record<string, unknown> | undefined; def: { innerType?: Schema } }
function languageOf(schema: Schema): 'ts' | 'sql' | undefined {
  const meta = schema.meta()
  if (meta?.['input'] === 'code') return meta['language'] === 'sql' ? 'sql' : 'ts'
  return schema.def.innerType ? languageOf(schema.def.innerType) : undefined
}

/** What the step says, or what its element begins with. */
function codeOf(steps: FlowStep[], { step: id, setting = '' }: File, catalogue: Catalogue): string {
  const step = steps.find((one) => one.id === id)
  const said =
    step?.settings[setting] ??
    (
      catalogue.get(step?.element ?? '')?.settings.shape[setting] as
        { safeParse(value: unknown): { data?: unknown } } | undefined
    )?.safeParse(undefined).data
  return typeof said === 'string' ? said : ''
}

function linesOf(problems: readonly StepProblemView[], text: string, language: 'en' | 'de'): CodeProblem[] {
  return problems.map(({ message, line, column, step, level }) => ({
    line: line ?? (step ? lineOfStep(text, step) : undefined) ?? 1,
    ...(column !== undefined && { column }),
    message: say(message, language),
    severity: level === 'warning' ? 'warning' : 'error',
  }))
}
