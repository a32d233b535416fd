import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import s from './editor-bar.module.css'

type Props = {
  title: ReactNode
  /** What state it is in. */
  state: ReactNode
  /** Names the sections. */
  label: string
  sections: readonly { to: string; title: string; /** Shown under another address as well. */ isCurrent?: boolean }[]
  actions: ReactNode
}

/** The line above every mode of an editor: where one is, what state it is in and what can be done. */
export const EditorBar = ({ title, state, label, sections, actions }: Props) => (
  <div className={s['bar']}>
    <h1 className={s['title']}>{title}</h1>
    {state}
    <nav className={s['tabs']} aria-label={label}>
      {sections.map(({ to, title, isCurrent }) => (
        <Link
          key={to}
          to={to}
          className={s['tab']}
          {...(isCurrent && { 'data-status': 'active', 'aria-current': 'page' as const })}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {title}
        </Link>
      ))}
    </nav>
    <div className={s['actions']}>{actions}</div>
  </div>
)
