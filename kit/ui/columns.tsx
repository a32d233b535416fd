import type { CSSProperties, ReactNode } from 'react'
import s from './columns.module.css'

const px = (width: number | undefined) => (width === undefined ? undefined : `${width}px`)

/** Two columns, equally wide unless one is given its width; below each other where the window is narrow. */
export const Columns = ({ first, second, children }: { first?: number; second?: number; children: ReactNode }) => (
  <div className={s['columns']} style={{ '--first': px(first), '--second': px(second) } as CSSProperties}>
    {children}
  </div>
)
