import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './empty-state.module.css'

/** What stands where nothing is yet: what it is, and what to do. */
export const EmptyState = ({
  icon: Icon,
  title,
  text,
  action,
  small,
}: {
  icon?: Icon
  title: string
  text?: ReactNode
  action?: ReactNode
  small?: boolean
}) => (
  <div className={s['empty']} data-small={small || undefined}>
    {Icon && (
      <span className={s['icon']} aria-hidden>
        <Icon size={small ? 18 : 22} stroke={1.6} />
      </span>
    )}
    <p className={s['title']}>{title}</p>
    {text && <div className={s['text']}>{text}</div>}
    {action && <div className={s['action']}>{action}</div>}
  </div>
)
