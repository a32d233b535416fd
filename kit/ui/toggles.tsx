import s from './toggles.module.css'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; title: string }[]
  /** Those that are pressed. */ value: readonly V[]
  onChange: (value: V[]) => void
  /** Pressing one lets go of the others. */ single?: boolean
}

/** Words to be pressed, each of which narrows what is shown; none pressed narrows nothing. */
export const Toggles = <V extends string>({ label, options, value, onChange, single }: Props<V>) => (
  <div className={s['toggles']} role="group" aria-label={label}>
    {options.map(({ value: one, title }) => {
      const isPressed = value.includes(one)
      const others = single ? [] : value.filter((other) => other !== one)
      return (
        <button
          key={one}
          type="button"
          aria-pressed={isPressed}
          onClick={() => onChange(isPressed ? others : [...others, one])}
        >
          {title}
        </button>
      )
    })}
  </div>
)
