import { Skeleton } from '@mantine/core'
import type { DashboardTile } from '@weft/kit/define/dashboard.ts'
import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import s from './board.module.css'

type Props = HTMLAttributes<HTMLElement> & {
  tile: DashboardTile
  title: string
  note?: string | undefined
  before?: ReactNode
  actions?: ReactNode
  chosen?: boolean
  children: ReactNode
}

export const placeStyle = ({ x, y, w, h }: Pick<DashboardTile, 'x' | 'y' | 'w' | 'h'>) =>
  ({ '--x': x, '--y': y, '--w': w, '--h': h, '--narrow': w > 4 ? 6 : 3 }) as CSSProperties

/** A tile on the grid: its title, what is said beside it, and what it shows. */
export const TileFrame = ({ tile, title, note, before, actions, chosen, children, ...rest }: Props) => (
  <section
    {...rest}
    className={s['tile']}
    style={placeStyle(tile)}
    aria-label={title}
    data-chosen={chosen || undefined}
  >
    <header>
      {before}
      <h2 title={title}>{title}</h2>
      <small title={note}>{note}</small>
      {actions}
    </header>
    {children}
  </section>
)

/** What stands in a tile until its answer is there, in its shape. */
export const TileSkeleton = ({ kind }: { kind: string | undefined }) => (
  <div className={s['wait']} aria-busy>
    {kind === 'number' ? (
      <>
        <Skeleton height={22} width="45%" mb={8} />
        <Skeleton height={12} width="30%" />
      </>
    ) : kind === 'table' || kind === 'pivot' ? (
      Array.from({ length: 5 }, (_, i) => <Skeleton key={i} height={14} mb={12} />)
    ) : (
      <Skeleton height="100%" />
    )}
  </div>
)

export const TileText = ({ text }: { text: string }) => <div className={s['text']}>{text}</div>
