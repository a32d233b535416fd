import { useMemo, useState } from 'react'
import type { TreeState } from './field-tree.tsx'
import { linesAt, rowsOf, visibleRows, type MappedStructure } from './rows.ts'

/** A field tree's rows, what is closed and what is searched for. */
export function useTree(structure: MappedStructure): TreeState {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [query, search] = useState('')
  const rows = useMemo(() => rowsOf(structure), [structure])
  const visible = useMemo(() => visibleRows(rows, closed, query), [rows, closed, query])
  const at = useMemo(() => linesAt(rows, visible), [rows, visible])
  const toggle = (id: string) =>
    setClosed(closed.has(id) ? new Set([...closed].filter((one) => one !== id)) : new Set([...closed, id]))
  return { rows, visible, at, closed, query, search, toggle }
}
