import { NumberInput, Select, TextInput } from '@mantine/core'
import { durationOf, durationWrong } from '@weft/kit/define/duration.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { FlowStep, OnError } from '@weft/kit/workflow-text/flow.ts'
import { changeSteps } from '@weft/kit/workflow-text/steps.ts'
import { texts } from '../texts.ts'
import type { Editing } from '../use-document.ts'
import s from './panel.module.css'

/** What happens when a batch of the step fails. */
export function ErrorsTab({ editing, step }: { editing: Editing; step: FlowStep }) {
  const t = useTexts(texts)
  const change = (changes: Parameters<typeof changeSteps>[2]) =>
    editing.change(changeSteps(editing.text, [step.id], changes), `errors ${step.id} ${Object.keys(changes).join()}`)
  const choices: { value: OnError; label: string }[] = [
    { value: 'stop', label: t.onErrorStop() },
    { value: 'continue', label: t.onErrorContinue() },
    { value: 'error_port', label: t.onErrorPort() },
  ]
  return (
    <div className={s['body']}>
      <Select
        label={t.onError()}
        description={t.onErrorHelp()}
        data={choices}
        value={step.on_error}
        allowDeselect={false}
        onChange={(value) => change({ on_error: value as OnError })}
      />
      <NumberInput
        label={t.retries()}
        description={t.retriesHelp()}
        min={0}
        max={10}
        allowDecimal={false}
        hideControls={false}
        value={step.retries}
        onChange={(value) => change({ retries: Number(value) || 0 })}
      />
      <div className={s['pair']}>
        <DurationInput label={t.wait()} value={step.wait} onChange={(wait) => change({ wait })} />
        <DurationInput label={t.timeout()} value={step.timeout} onChange={(timeout) => change({ timeout })} />
      </div>
    </div>
  )
}

/** `2d 5h 30m`; what is no duration is told and not kept. */
export function DurationInput({
  label,
  value,
  onChange,
  autoFocus,
  hideLabel,
}: {
  label: string
  value: string
  onChange(value: string): void
  autoFocus?: boolean
  hideLabel?: boolean
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [typed, setTyped] = useState(value)
  const isWrong = typed.trim() !== '' && durationOf(typed) === undefined
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      value={typed}
      placeholder={t.durationHint()}
      error={isWrong && say(durationWrong(), language)}
      autoFocus={autoFocus}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (next.trim() === '' || durationOf(next) !== undefined) onChange(next.trim())
      }}
    />
  )
}
