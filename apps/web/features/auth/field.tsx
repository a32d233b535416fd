import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import s from './login.module.css'

const texts = defineMessages({
  show: { en: 'Show password', de: 'Passwort anzeigen' },
  hide: { en: 'Hide password', de: 'Passwort verbergen' },
})

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  wrong?: string | undefined
  aside?: ReactNode
  onChange: (value: string) => void
}

/** An input before the sign-in, with its label and what is wrong with it. */
export function Field({ label, wrong, aside, onChange, ...input }: Props) {
  const id = useId()
  return (
    <div className={s['field']}>
      <div className={s['label']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <input
        id={id}
        aria-invalid={Boolean(wrong)}
        aria-describedby={wrong ? `${id}w` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...input}
      />
      {wrong && <span id={`${id}w`}>{wrong}</span>}
    </div>
  )
}

/** The same for a password, which can be shown. */
export function SecretField({ label, wrong, aside, onChange, ...input }: Props) {
  const t = useTexts(texts)
  const id = useId()
  const [visible, setVisible] = useState(false)
  return (
    <div className={s['field']}>
      <div className={s['label']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={s['secret']}>
        <input
          id={id}
          type={visible ? 'text' : 'password'}
          aria-invalid={Boolean(wrong)}
          aria-describedby={wrong ? `${id}w` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...input}
        />
        <button
          type="button"
          aria-label={visible ? t.hide() : t.show()}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <IconEyeOff size={17} stroke={1.7} /> : <IconEye size={17} stroke={1.7} />}
        </button>
      </div>
      {wrong && <span id={`${id}w`}>{wrong}</span>}
    </div>
  )
}
