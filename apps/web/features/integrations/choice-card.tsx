import type { ReactNode } from 'react'
import s from './choice-card.module.css'

type Props = {
  name: string
  value: string
  checked: boolean
  onChange: (value: string) => void
  title: ReactNode
  text?: ReactNode
  icon?: ReactNode
  /** At the end: a state, a badge. */
  end?: ReactNode
  disabled?: boolean
  /** Without the circle: cards of systems, whose mark stands there. */
  plain?: boolean
  onEnter?: (() => void) | undefined
}

/** One of several choices as a card; all of a name are one group, through which arrows lead. */
export const ChoiceCard = ({
  name,
  value,
  checked,
  onChange,
  title,
  text,
  icon,
  end,
  disabled,
  plain,
  onEnter,
}: Props) => (
  <label className={s['card']} data-plain={plain || undefined} data-disabled={disabled || undefined}>
    <input
      type="radio"
      name={name}
      value={value}
      checked={checked}
      disabled={disabled}
      onChange={() => onChange(value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !onEnter) return
        event.preventDefault()
        onEnter()
      }}
    />
    {icon}
    <span className={s['words']}>
      <b>{title}</b>
      {text && <small>{text}</small>}
    </span>
    {end}
  </label>
)
