import type { ReactNode } from 'react'
import { Tile, type Tone } from './bits.tsx'
import s from './panel-row.module.css'

type Props = {
  icon: ReactNode
  tone: Tone
  title: ReactNode
  note: ReactNode
  actions?: ReactNode
  /** What it has to say, below. */ children?: ReactNode
}

/** One of the things a panel lists: what it is, and what can be done with it. */
export const PanelRow = ({ icon, tone, title, note, actions, children }: Props) => (
  <div className={s['row']}>
    <Tile tone={tone} size={32}>
      {icon}
    </Tile>
    <div>
      <b>{title}</b>
      <small>{note}</small>
    </div>
    <div className={s['actions']}>{actions}</div>
    {children && <div className={s['below']}>{children}</div>}
  </div>
)
