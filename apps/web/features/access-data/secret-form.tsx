import { Button, PasswordInput } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type FormEvent, type ReactNode } from 'react'
import s from './access-data.module.css'

const texts = defineMessages({ show: { en: 'Show or hide', de: 'Anzeigen oder verbergen' } })

type Props<K extends string> = {
  /** Each asked for, with its label and what the browser may fill in. */
  fields: { key: K; label: string; complete: 'current-password' | 'new-password' }[]
  hint?: ReactNode
  action: string
  danger?: boolean
  onCancel?: { label: string; go: () => void }
  /** What is wrong before anything is sent. */
  check?: (values: Record<K, string>) => Record<string, string[]>
  save: (values: Record<K, string>) => Promise<void>
}

/** A small form of passwords: empty again once it was taken. */
export function SecretForm<K extends string>({ fields, hint, action, danger, onCancel, check, save }: Props<K>) {
  const t = useTexts(texts)
  const blank = () => Object.fromEntries(fields.map(({ key }) => [key, ''])) as Record<K, string>
  const [values, setValues] = useState(blank)
  const { busy, setErrors, send, refuse, errorAt } = useSubmit()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (refuse(check?.(values) ?? {})) return
    await send(async () => {
      await save(values)
      setValues(blank())
    })
  }
  return (
    <form className={s['form']} onSubmit={submit} noValidate>
      {hint}
      {fields.map(({ key, label, complete }) => (
        <PasswordInput
          key={key}
          name={key}
          label={label}
          autoComplete={complete}
          value={values[key]}
          error={errorAt(key)}
          onChange={(event) => {
            setValues({ ...values, [key]: event.currentTarget.value })
            setErrors({})
          }}
          visibilityToggleButtonProps={{ 'aria-label': t.show() }}
        />
      ))}
      <div className={s['buttons']}>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'filled'}
          loading={busy}
          disabled={fields.some(({ key }) => values[key] === '')}
        >
          {action}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel.go}>
            {onCancel.label}
          </Button>
        )}
      </div>
    </form>
  )
}
