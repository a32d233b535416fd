import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import s from './cells.module.css'
import { useFormats } from './format.ts'

/** The name of a row, leading to its screen, with a grey remark behind. */
export const NameCell = ({
  to,
  name,
  note,
  icon,
}: {
  to?: string | undefined
  name: ReactNode
  note?: ReactNode
  icon?: ReactNode
}) => (
  <span className={s['row']}>
    {icon}
    {to ? (
      <Link to={to} className={s['name']}>
        {name}
      </Link>
    ) : (
      <span className={s['name']}>{name}</span>
    )}
    {note && <small>{note}</small>}
  </span>
)

/** Two lines in a cell, the second smaller. */
export const TwoLines = ({ first, second }: { first: ReactNode; second?: ReactNode }) => (
  <span className={s['two']}>
    {first}
    {second && <small>{second}</small>}
  </span>
)

/** How long ago it was, and to whoever points at it when exactly. */
export function Ago({ at }: { at: string | null | undefined }) {
  const { ago, exactTime } = useFormats()
  return <span title={exactTime(at)}>{ago(at)}</span>
}

/** An icon and a word. */
export const IconCell = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className={s['flex']}>
    {icon}
    {children}
  </span>
)
