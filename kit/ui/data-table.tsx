import { Button } from '@mantine/core'
import { useTable } from '@tanstack/react-table'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './data-table.module.css'
import { useTexts } from './texts.ts'
import { Bar } from './table/bar.tsx'
import { Body, features, type Definition } from './table/body.tsx'
import type { TableProps } from './table/declared.ts'
import { Foot } from './table/foot.tsx'
import { Failed, Loading, Nothing } from './table/instead.tsx'
import { useLooks } from './table/looks.ts'

export type { Column } from './table/declared.ts'

const texts = defineMessages({
  chosen: {
    en: '{count, plural, one {# selected} other {# selected}}',
    de: '{count, plural, one {# ausgewählt} other {# ausgewählt}}',
  },
  clear: { en: 'Clear selection', de: 'Auswahl aufheben' },
  bulk: { en: 'Actions for the selection', de: 'Aktionen für die Auswahl' },
})

/** The table of every list: sorting, columns, selection with a bar of actions, paging, keyboard, and what stands there while nothing does. */
export function DataTable<T extends object>(props: TableProps<T>) {
  const { list, columns, rowId, bulk } = props
  const [looks, setLooks] = useLooks(props.remember ?? props.label, columns)
  const [selection, setSelection] = useState<Record<string, boolean>>({})
  const definitions = useMemo(
    () =>
      columns.map((column): Definition<T> => ({
        id: column.key,
        header: column.title,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: list.rows,
    getRowId: rowId,
    state: {
      rowSelection: selection as Record<string, true>,
      columnVisibility: Object.fromEntries(looks.hidden.map((key) => [key, false])),
    },
    onRowSelectionChange: (update) =>
      setSelection(typeof update === 'function' ? update(selection as Record<string, true>) : update),
  })
  const chosen = Object.keys(selection).filter((id) => selection[id])
  const clear = () => setSelection({})
  // A selection never outlives the page it was made on.
  useEffect(clear, [list.page, list.perPage, list.searchTerm, JSON.stringify(list.filter)])

  const shown = columns.filter((column) => !looks.hidden.includes(column.key))
  const rows = table.getRowModel().rows
  return (
    <div className={s['whole']}>
      {!props.bare && <Bar {...props} looks={looks} setLooks={setLooks} />}
      {list.error && rows.length === 0 ? (
        <Failed error={list.error} reload={list.reload} />
      ) : list.loading ? (
        <Loading columns={shown.length} compact={looks.compact} />
      ) : rows.length === 0 ? (
        <Nothing list={list} empty={props.empty} />
      ) : (
        <Body {...props} columns={shown} table={table} compact={looks.compact} selectable={Boolean(bulk)} />
      )}
      {(!props.bare || list.total > list.perPage) && <Foot list={list} />}
      {bulk && chosen.length > 0 && <Bulk count={chosen.length} clear={clear} actions={bulk(chosen, clear)} />}
    </div>
  )
}

function Bulk({ count, clear, actions }: { count: number; clear: () => void; actions: ReactNode }) {
  const t = useTexts(texts)
  return (
    <div className={s['bulk']} role="toolbar" aria-label={t.bulk()}>
      <b className="num">{t.chosen({ count })}</b>
      <Separator />
      {actions}
      <Separator />
      <Button size="xs" variant="subtle" onClick={clear}>
        {t.clear()}
      </Button>
    </div>
  )
}

/** Between groups of buttons in a bar. */
const Separator = () => <span className={s['separator']} aria-hidden />
