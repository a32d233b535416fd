import type { CSSProperties } from 'react'
import s from './shell.module.css'

/** The first letter of a name on a tile of its colour. */
export const Mark = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className={s['mono']}
    style={
      {
        '--mark': `var(--mark-${1 + ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5)})`,
      } as CSSProperties
    }
  >
    {name[0]?.toUpperCase()}
  </span>
)
