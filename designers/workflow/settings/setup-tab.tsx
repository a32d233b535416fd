import { Textarea, TextInput } from '@mantine/core'
import type { Element } from '@weft/kit/define/element.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type ReactNode } from 'react'
import { changeSteps, renameStep, setSettings } from '@weft/kit/workflow-text/steps.ts'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { fieldProblems, type StepProblemView } from '../problem.ts'
import { texts } from '../texts.ts'
import type { Editing } from '../use-document.ts'
import s from './panel.module.css'

/** The form for the settings of an element; the screen brings it, because it knows what can be chosen. */
export type SettingsOf = (props: {
  element: Element
  step: FlowStep
  problems: Record<string, Message[]>
  onChange(settings: Record<string, unknown>): void
}) => ReactNode

type Props = {
  editing: Editing
  step: FlowStep
  element: Element | undefined
  problems: readonly StepProblemView[]
  settingsOf: SettingsOf
  onRenamed(id: string): void
}

/** Name, settings and note of a step. */
export function SetupTab({ editing, step, element, problems, settingsOf, onRenamed }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const general = problems.filter((problem) => problem.step === step.id && !/settings\./.test(problem.place))
  return (
    <div className={s['body']}>
      {general.map((problem, i) => (
        <p key={i} className={problem.level === 'warning' ? s['help'] : s['fault']}>
          {say(problem.message, language)}
        </p>
      ))}
      <TextInput
        label={t.label()}
        value={step.label}
        placeholder={element?.labels.title[language]}
        onChange={(event) =>
          editing.change(changeSteps(editing.text, [step.id], { label: event.currentTarget.value }), `label ${step.id}`)
        }
      />
      {element ? (
        settingsOf({
          element,
          step,
          problems: fieldProblems(problems, step.id),
          onChange: (settings) => editing.change(setSettings(editing.text, step.id, settings), `settings ${step.id}`),
        })
      ) : (
        <p className={s['fault']}>{t.unknownElement({ element: step.element })}</p>
      )}
      <Textarea
        label={t.note()}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        value={step.note}
        onChange={(event) =>
          editing.change(changeSteps(editing.text, [step.id], { note: event.currentTarget.value }), `note ${step.id}`)
        }
      />
      <Key editing={editing} step={step} onRenamed={onRenamed} />
      {element && <p className={s['help']}>{element.labels.help[language]}</p>}
    </div>
  )
}

/** The key is changed when it is complete, because connections follow it. */
function Key({ editing, step, onRenamed }: { editing: Editing; step: FlowStep; onRenamed(id: string): void }) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState(step.id)
  const isWrong =
    typed !== step.id &&
    (!/^[a-z][a-z0-9_]{0,63}$/.test(typed) || editing.flow.steps.some((other) => other.id === typed))
  const rename = () => {
    if (isWrong || typed === step.id) return
    editing.change(renameStep(editing.text, step.id, typed))
    onRenamed(typed)
  }
  return (
    <TextInput
      label={t.stepId()}
      description={t.stepIdHelp()}
      error={isWrong && t.stepIdWrong()}
      value={typed}
      styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 12 } }}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  )
}
