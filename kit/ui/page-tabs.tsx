import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import s from './page.module.css'

export type PageTab = {
  to: string
  title: string
  note?: ReactNode
  /** Shown under another address as well. */ current?: boolean
}

/** Sub-pages of a screen as links, each with an address of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: PageTab[] }) => (
  <nav className={s['tabs']} aria-label={label}>
    {tabs.map(({ to, title, note, current }) => (
      <Link
        key={to}
        to={to}
        className={s['tab']}
        {...(current && { 'data-status': 'active', 'aria-current': 'page' as const })}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {title}
        {note !== undefined && <i>{note}</i>}
      </Link>
    ))}
  </nav>
)
