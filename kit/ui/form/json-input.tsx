import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../form.module.css'
import { useTexts } from '../texts.ts'
import type { FieldFrame } from './frame.tsx'

const texts = defineMessages({ invalid: { en: 'Invalid JSON', de: 'Ungültiges JSON' } })

type Props = FieldFrame & {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  disabled: boolean
  placeholder?: string | undefined
}

/** Any JSON value as text; what cannot be read stays in the box and is not handed on. */
export function JsonInput({ value, onChange, error, ...field }: Props) {
  const t = useTexts(texts)
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))
  const change = (text: string) => {
    try {
      onChange(text.trim() === '' ? undefined : JSON.parse(text))
      setDraft(undefined)
    } catch {
      setDraft(text)
    }
  }
  return (
    <Textarea
      {...field}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      classNames={{ input: s['code']! }}
      value={shown}
      error={draft === undefined ? error : t.invalid()}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
