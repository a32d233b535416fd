import type { CSSProperties, ReactNode } from 'react'
import s from './columns.module.css'

/** Two columns, the second as wide as the first or as said; below each other where the window is narrow. */
export const Columns = ({ second, children }: { second?: number; children: ReactNode }) => (
  <div className={s['columns']} style={second === undefined ? undefined : ({ '--second': `${second}px` } as CSSProperties)}>
    {children}
  </div>
)
