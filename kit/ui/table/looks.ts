import { useState } from 'react'
import type { Column } from './declared.ts'

/** What somebody made of a table: columns left out, and rows close together. */
export type Looks = { hidden: string[]; compact: boolean }

/** Kept in the browser under the table's name. */
export function useLooks<T>(name: string, columns: Column<T>[]): [Looks, (looks: Looks) => void] {
  const key = `weft.table.${name}`
  const [looks, set] = useState<Looks>(() => {
    const stored = localStorage.getItem(key)
    return stored
      ? (JSON.parse(stored) as Looks)
      : { hidden: columns.filter((column) => column.hidden).map((column) => column.key), compact: false }
  })
  return [
    looks,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      set(next)
    },
  ]
}
