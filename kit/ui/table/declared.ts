import type { ReactNode } from 'react'
import type { ListState } from '../list.ts'

export type Column<T> = {
  /** The column to sort by, and its name in the column choice. */
  key: string
  title: string
  cell: (row: T) => ReactNode
  /** Numbers stand at the end. */
  end?: boolean
  width?: number | string
  sortable?: boolean
  /** Not shown until chosen. */
  hidden?: boolean
  /** Cannot be hidden: the name. */
  fixed?: boolean
}

type View = { value: string; title: string; count?: number | undefined }

export type TableProps<T extends object> = {
  label: string
  list: ListState<T>
  columns: Column<T>[]
  rowId: (row: T) => string
  rowName: (row: T) => string
  onOpen?: ((row: T) => void) | undefined
  /** Buttons for the selected rows; without it nothing can be selected. */
  bulk?: ((ids: string[], clear: () => void) => ReactNode) | undefined
  /** A search box, and what stands in it while empty. */
  find?: string | boolean
  /** One filter as a row of buttons. */
  views?: { filter: string; options: View[] }
  /** Further filters and buttons in the bar. */
  tools?: ReactNode
  empty?: ReactNode
  /** Remembers columns and row height under this name. */
  remember?: string
  /** No bar above: small lists inside a panel. */
  bare?: boolean
}
