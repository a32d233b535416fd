import type { ReactNode } from 'react'
import s from './choice-tiles.module.css'

type Choice<V extends string> = { value: V; title: string; text?: ReactNode; icon?: ReactNode; disabled?: boolean }

/** One of several as large tiles, for choices that deserve a sentence. */
export function ChoiceTiles<V extends string>({ label, choices, value, onChange, columns = 3 }: { label: string; choices: Choice<V>[]; value: V | undefined; onChange: (value: V) => void; columns?: number }) {
  return (
    <div className={s['tiles']} role="radiogroup" aria-label={label} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {choices.map((choice) => (
        <button key={choice.value} type="button" role="radio" aria-checked={choice.value === value} disabled={choice.disabled} className={s['tile']} onClick={() => onChange(choice.value)}>
          {choice.icon}
          <span>
            <b>{choice.title}</b>
            {choice.text && <small>{choice.text}</small>}
          </span>
        </button>
      ))}
    </div>
  )
}
