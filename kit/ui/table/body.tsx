import { Checkbox, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import clsx from 'clsx'
import { useRef, type KeyboardEvent } from 'react'
import { defineMessages } from '../../messages/messages.ts'
import s from '../data-table.module.css'
import type { ListState } from '../list.ts'
import { useTexts } from '../texts.ts'
import type { Column, TableProps } from './declared.ts'
import type { Sight } from './many-rows.tsx'
import { allOf, RowsInSight } from './rows-in-sight.tsx'

const texts = defineMessages({
  all: { en: 'Select all rows of this page', de: 'Alle Zeilen dieser Seite auswählen' },
  select: { en: 'Select {name}', de: '{name} auswählen' },
  sort: { en: 'Sort by', de: 'Sortieren nach' },
})

// The one feature set of every table: what is not named here is not in the bundle.
export const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })
export type Definition<T extends object> = ColumnDef<typeof features, T, unknown>

type Table<T extends object> = ReturnType<typeof useTable<typeof features, T>>

/** The rows: chosen, opened and walked through by keyboard. */
export function Body<T extends object>({
  label,
  list,
  columns,
  table,
  compact,
  selectable,
  rowName,
  onOpen,
}: TableProps<T> & { table: Table<T>; compact: boolean; selectable: boolean }) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const rows = table.getRowModel().rows
  const width = columns.length + (selectable ? 1 : 0)
  // Cards are of any height.
  const phone = useMediaQuery('(max-width: 576px)', undefined, { getInitialValueInEffect: false })

  const keys = (event: KeyboardEvent<HTMLTableRowElement>, row: (typeof rows)[number]) => {
    if (event.target !== event.currentTarget) return
    const sibling =
      event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined
    if (sibling) {
      event.preventDefault()
      ;(event.currentTarget[sibling] as HTMLElement | null)?.focus()
    }
    if (selectable && (event.key === ' ' || event.key === 'x')) {
      event.preventDefault()
      row.toggleSelected()
    }
    if (event.key === 'Enter') onOpen?.(row.original)
  }

  const draw = ({ first, end, before, after }: Sight) => (
    <>
      {before > 0 && (
        <tr aria-hidden>
          <td colSpan={width} className={s['gap']} style={{ height: before }} />
        </tr>
      )}
      {rows.slice(first, end).map((row, i) => (
        <tr
          key={row.id}
          className={s['row']}
          data-opens={onOpen ? true : undefined}
          aria-selected={selectable ? row.getIsSelected() : undefined}
          tabIndex={i === 0 ? 0 : -1}
          onKeyDown={(event) => keys(event, row)}
          onClick={(event) => {
            if (
              onOpen &&
              !(event.target as HTMLElement).closest('a, button, input, label, [role=menuitem]') &&
              !getSelection()?.toString()
            )
              onOpen(row.original)
          }}
        >
          {selectable && (
            <td className={s['check']}>
              <Checkbox
                aria-label={t.select({ name: rowName(row.original) })}
                checked={row.getIsSelected()}
                onChange={row.getToggleSelectedHandler()}
              />
            </td>
          )}
          {columns.map((column, at) => (
            <td
              key={column.key}
              className={clsx(column.end && s['end'], at === 0 && s['name'], !column.title && s['untitled'])}
              data-label={column.title}
            >
              {column.cell(row.original)}
            </td>
          ))}
        </tr>
      ))}
      {after > 0 && (
        <tr aria-hidden>
          <td colSpan={width} className={s['gap']} style={{ height: after }} />
        </tr>
      )}
    </>
  )

  return (
    <div
      ref={frame}
      className={clsx(s['wrap'], list.busy && ['busy-line', s['busy']])}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {phone && <Sorting columns={columns} list={list} />}
      <table
        className={s['table']}
        data-density={compact ? 'compact' : undefined}
        data-selectable={selectable || undefined}
        aria-busy={list.busy}
        aria-rowcount={list.total}
      >
        <thead>
          <tr>
            {selectable && (
              <th className={s['check']}>
                <Checkbox
                  aria-label={t.all()}
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} list={list} />
            ))}
          </tr>
        </thead>
        <tbody>
          {phone ? (
            draw(allOf(rows.length))
          ) : (
            <RowsInSight count={rows.length} size={compact ? 32 : 40} frame={frame}>
              {draw}
            </RowsInSight>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Cards have no heads to sort by. */
function Sorting<T extends object>({ columns, list }: { columns: Column<T>[]; list: ListState<T> }) {
  const t = useTexts(texts)
  const sortable = columns.filter(({ sortable, title }) => sortable !== false && title)
  if (sortable.length === 0) return null
  return (
    <NativeSelect
      className={s['sorting']!}
      aria-label={t.sort()}
      value={list.sort}
      data={sortable.flatMap(({ key, title }) => [
        { value: key, label: `${title} ↑` },
        { value: `-${key}`, label: `${title} ↓` },
      ])}
      onChange={({ currentTarget }) => list.set({ sort: currentTarget.value })}
    />
  )
}

function Heading<T extends object>({ column, list }: { column: Column<T>; list: ListState<T> }) {
  const on = list.sort.replace(/^-/, '') === column.key
  const descending = on && list.sort.startsWith('-')
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <th
      className={clsx(column.end && s['end'])}
      aria-sort={on ? (descending ? 'descending' : 'ascending') : undefined}
      style={{ width: column.width }}
    >
      {column.sortable === false ? (
        column.title
      ) : (
        <button
          type="button"
          className={s['sort']}
          data-on={on || undefined}
          onClick={() => list.set({ sort: on && !descending ? `-${column.key}` : column.key })}
        >
          {column.title}
          <Arrow size={12} />
        </button>
      )}
    </th>
  )
}
