import type { DashboardTile } from '@weft/kit/define/dashboard.ts'
import { Fragment, type ReactNode } from 'react'
import s from './board.module.css'
import { inReadingOrder } from './grid.ts'

/** The ground tiles lie on; it scrolls inside itself. */
export const BoardGround = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={s['board']} role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)

/** Tiles as they are looked at: twelve columns, six where there is less room, one on a phone. */
export const Grid = ({
  tiles,
  children,
}: {
  tiles: readonly DashboardTile[]
  children: (tile: DashboardTile) => ReactNode
}) => (
  <div className={s['grid']}>
    {inReadingOrder(tiles).map((tile) => (
      <Fragment key={tile.id}>{children(tile)}</Fragment>
    ))}
  </div>
)
