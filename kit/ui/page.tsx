import type { ReactNode } from 'react'
import s from './page.module.css'
import { useCrumbs, type Crumb } from './crumbs.ts'

type Props = {
  title: string
  subtitle?: ReactNode
  /** Beside the title: a badge, a status. */
  badge?: ReactNode
  /** Buttons at the end of the head, the main one last. */
  actions?: ReactNode
  /** The path below the area, where it is more than the declared one. */
  crumbs?: Crumb[]
  /** A tile before the title. */
  icon?: ReactNode
  /** Below the head, above the content: tabs. */
  tabs?: ReactNode
  /** The content fills the frame and scrolls inside itself: lists, editors. The route needs `fill` as well for editors. */
  fill?: boolean
  /** Content without side padding (tables bring their own). */
  bleed?: boolean
  /** Stays at the bottom: the save bar of a form. */
  footer?: ReactNode
  children?: ReactNode
}

/** The head every screen has, and its content. */
export function Page({ title, subtitle, badge, actions, crumbs, icon, tabs, fill, bleed, footer, children }: Props) {
  useCrumbs(title, crumbs)
  return (
    <div className={s['page']} data-fill={fill || undefined}>
      <header className={s['head']} data-tabs={tabs ? true : undefined}>
        {icon}
        <div className={s['words']}>
          <div className={s['line']}>
            <h1 className={s['title']}>{title}</h1>
            {badge}
          </div>
          {subtitle && <div className={s['sub']}>{subtitle}</div>}
        </div>
        {actions && <div className={s['actions']}>{actions}</div>}
      </header>
      {tabs}
      <div className={s['content']} data-bleed={bleed || undefined}>
        {children}
      </div>
      {footer}
    </div>
  )
}
