import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFlyout } from './flyout.ts'
import s from './shell.module.css'

type Props = { id: string; name: string; to: string; icon: ReactNode; children?: ReactNode }

/** An icon of the minimised menu, and beside it what it is called and the pages it stands for. */
export function WithFlyout({ id, name, to, icon, children }: Props) {
  const { isOut, item, flyout } = useFlyout(id)
  return (
    <li {...item}>
      {icon}
      {isOut && (
        <div data-flyout className={s['flyout']} {...flyout}>
          <div className={s['flyoutBox']}>
            <Link
              to={to}
              tabIndex={-1}
              aria-hidden
              className={s['flyoutName']}
              activeProps={{}}
              activeOptions={{ exact: true }}
            >
              {name}
            </Link>
            {children}
          </div>
        </div>
      )}
    </li>
  )
}
