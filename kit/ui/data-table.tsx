import { ActionIcon, Button, Checkbox, Menu, Select, Skeleton, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp, IconCheck, IconChevronLeft, IconChevronRight, IconCloudOff, IconLayoutRows, IconMoodEmpty, IconRefresh, IconSearch } from '@tabler/icons-react'
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable, type ColumnDef } from '@tanstack/react-table'
import clsx from 'clsx'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { defineMessages } from '../messages/messages.ts'
import s from './data-table.module.css'
import { EmptyState } from './empty-state.tsx'
import { useFormats } from './format.ts'
import type { ListState } from './list.ts'
import { useTexts } from './texts.ts'
const ManyRows = lazy(() => import('./many-rows.tsx').then((module) => ({ default: module.ManyRows })))

const texts = defineMessages({
  range: { en: '{from}–{to} of {total}', de: '{from}–{to} von {total}' },
  rangeOfMore: { en: '{from}–{to} of more than {total}', de: '{from}–{to} von mehr als {total}' },
  none: { en: 'No entries', de: 'Keine Einträge' },
  perPage: { en: 'Rows', de: 'Zeilen' },
  page: { en: 'Page {page} of {pages}', de: 'Seite {page} von {pages}' },
  previous: { en: 'Previous page', de: 'Vorherige Seite' },
  next: { en: 'Next page', de: 'Nächste Seite' },
  all: { en: 'Select all rows of this page', de: 'Alle Zeilen dieser Seite auswählen' },
  select: { en: 'Select {name}', de: '{name} auswählen' },
  chosen: { en: '{count, plural, one {# selected} other {# selected}}', de: '{count, plural, one {# ausgewählt} other {# ausgewählt}}' },
  clear: { en: 'Clear selection', de: 'Auswahl aufheben' },
  bulk: { en: 'Actions for the selection', de: 'Aktionen für die Auswahl' },
  columns: { en: 'Columns', de: 'Spalten' },
  density: { en: 'Row height', de: 'Zeilenhöhe' },
  reload: { en: 'Load again', de: 'Neu laden' },
  find: { en: 'Search', de: 'Suchen' },
  views: { en: 'Show', de: 'Anzeigen' },
  nothing: { en: 'Nothing here yet', de: 'Hier ist noch nichts' },
  nothingFound: { en: 'Nothing found', de: 'Nichts gefunden' },
  nothingFoundText: { en: 'No entry matches the search and the filters.', de: 'Kein Eintrag passt zur Suche und zu den Filtern.' },
  failed: { en: 'The list could not be loaded', de: 'Die Liste konnte nicht geladen werden' },
  again: { en: 'Try again', de: 'Erneut versuchen' },
})

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

type Props<T extends object> = {
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

// The one feature set of every table: what is not named here is not in the bundle.
const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })
type Definition<T extends object> = ColumnDef<typeof features, T, unknown>

/** The table of every list: sorting, columns, selection with a bar of actions, paging, keyboard, and what stands there while nothing does. */
export function DataTable<T extends object>(props: Props<T>) {
  const { list, columns, rowId, bulk } = props
  const [looks, setLooks] = useLooks(props.remember ?? props.label, columns)
  const [selection, setSelection] = useState<Record<string, boolean>>({})
  const definitions = useMemo(() => columns.map((column): Definition<T> => ({ id: column.key, header: column.title, cell: ({ row }) => column.cell(row.original) })), [columns])
  const table = useTable({
    features,
    columns: definitions,
    data: list.rows,
    getRowId: rowId,
    state: { rowSelection: selection as Record<string, true>, columnVisibility: Object.fromEntries(looks.hidden.map((key) => [key, false])) },
    onRowSelectionChange: (update) => setSelection(typeof update === 'function' ? update(selection as Record<string, true>) : update),
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

type Looks = { hidden: string[]; compact: boolean }

function useLooks<T>(name: string, columns: Column<T>[]): [Looks, (looks: Looks) => void] {
  const key = `weft.table.${name}`
  const [looks, set] = useState<Looks>(() => {
    const stored = localStorage.getItem(key)
    return stored ? (JSON.parse(stored) as Looks) : { hidden: columns.filter((column) => column.hidden).map((column) => column.key), compact: false }
  })
  return [
    looks,
    (next) => {
      localStorage.setItem(key, JSON.stringify(next))
      set(next)
    },
  ]
}

function Bar<T extends object>({ list, find, views, tools, columns, looks, setLooks }: Props<T> & { looks: Looks; setLooks: (looks: Looks) => void }) {
  const t = useTexts(texts)
  const box = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((searchTerm: string) => list.set({ searchTerm }), 200)
  useHotkeys([['/', () => box.current?.focus()]])
  const placeholder = typeof find === 'string' ? find : t.find()
  const optional = columns.filter((column) => !column.fixed)
  const current = views && (list.filter[views.filter] ?? '')
  return (
    <div className={s['bar']}>
      {find && (
        <TextInput
          ref={box}
          w={views ? 200 : 264}
          aria-label={placeholder}
          placeholder={placeholder}
          defaultValue={list.searchTerm}
          leftSection={<IconSearch size={14} />}
          rightSection={<kbd className={s['slash']}>/</kbd>}
          onChange={(event) => search(event.currentTarget.value)}
        />
      )}
      {views && (
        <div className={s['views']} role="group" aria-label={t.views()}>
          {views.options.map(({ value, title, count }) => (
            <button key={value} type="button" className={s['view']} aria-pressed={current === value} onClick={() => list.set({ filter: { ...list.filter, [views.filter]: value } })}>
              {title}
              {count !== undefined && <span>{count}</span>}
            </button>
          ))}
        </div>
      )}
      <div className={s['tools']}>
        {tools}
        {optional.length > 1 && (
          <Menu closeOnItemClick={false} position="bottom-end" width={200}>
            <Menu.Target>
              <Button size="xs" variant="subtle" leftSection={<IconAdjustmentsHorizontal size={14} />}>
                {t.columns()}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {optional.map(({ key, title }) => {
                const hidden = looks.hidden.includes(key)
                return (
                  <Menu.Item
                    key={key}
                    role="menuitemcheckbox"
                    aria-checked={!hidden}
                    leftSection={<IconCheck size={14} style={{ visibility: hidden ? 'hidden' : undefined }} />}
                    onClick={() => setLooks({ ...looks, hidden: hidden ? looks.hidden.filter((other) => other !== key) : [...looks.hidden, key] })}
                  >
                    {title}
                  </Menu.Item>
                )
              })}
            </Menu.Dropdown>
          </Menu>
        )}
        <Tooltip label={t.density()}>
          <ActionIcon aria-label={t.density()} aria-pressed={looks.compact} onClick={() => setLooks({ ...looks, compact: !looks.compact })}>
            <IconLayoutRows size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t.reload()}>
          <ActionIcon aria-label={t.reload()} onClick={list.reload}>
            <IconRefresh size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}

/** From this many rows on, only those in sight are in the document. */
const manyRows = 100

type Table<T extends object> = ReturnType<typeof useTable<typeof features, T>>

function Body<T extends object>({ label, list, columns, table, compact, selectable, rowName, onOpen }: Props<T> & { table: Table<T>; compact: boolean; selectable: boolean }) {
  const t = useTexts(texts)
  const frame = useRef<HTMLDivElement>(null)
  const rows = table.getRowModel().rows
  const width = columns.length + (selectable ? 1 : 0)

  const keys = (event: KeyboardEvent<HTMLTableRowElement>, row: (typeof rows)[number]) => {
    if (event.target !== event.currentTarget) return
    const sibling = event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined
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

  const draw = ({ first, end, before, after }: { first: number; end: number; before: number; after: number }) => (
    <>
      {before > 0 && <tr aria-hidden><td colSpan={width} className={s['gap']} style={{ height: before }} /></tr>}
      {rows.slice(first, end).map((row, i) => (
        <tr
          key={row.id}
          className={s['row']}
          data-opens={onOpen ? true : undefined}
          aria-selected={selectable ? row.getIsSelected() : undefined}
          tabIndex={i === 0 ? 0 : -1}
          onKeyDown={(event) => keys(event, row)}
          onClick={(event) => {
            if (onOpen && !(event.target as HTMLElement).closest('a, button, input, label, [role=menuitem]') && !getSelection()?.toString()) onOpen(row.original)
          }}
        >
          {selectable && (
            <td className={s['check']}>
              <Checkbox aria-label={t.select({ name: rowName(row.original) })} checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} />
            </td>
          )}
          {columns.map((column) => (
            <td key={column.key} className={clsx(column.end && s['end'])}>
              {column.cell(row.original)}
            </td>
          ))}
        </tr>
      ))}
      {after > 0 && <tr aria-hidden><td colSpan={width} className={s['gap']} style={{ height: after }} /></tr>}
    </>
  )

  return (
    <div ref={frame} className={clsx(s['wrap'], list.busy && s['busy'])} tabIndex={0} role="region" aria-label={label}>
      <table className={s['table']} data-density={compact ? 'compact' : undefined} data-selectable={selectable || undefined} aria-busy={list.busy} aria-rowcount={list.total}>
        <thead>
          <tr>
            {selectable && (
              <th className={s['check']}>
                <Checkbox aria-label={t.all()} checked={table.getIsAllRowsSelected()} indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()} onChange={table.getToggleAllRowsSelectedHandler()} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} list={list} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length <= manyRows ? (
            draw({ first: 0, end: rows.length, before: 0, after: 0 })
          ) : (
            <Suspense fallback={draw({ first: 0, end: manyRows, before: 0, after: 0 })}>
              <ManyRows count={rows.length} size={compact ? 32 : 40} frame={frame}>
                {draw}
              </ManyRows>
            </Suspense>
          )}
        </tbody>
      </table>
    </div>
  )
}

function Heading<T extends object>({ column, list }: { column: Column<T>; list: ListState<T> }) {
  const on = list.sort.replace(/^-/, '') === column.key
  const descending = on && list.sort.startsWith('-')
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <th className={clsx(column.end && s['end'])} aria-sort={on ? (descending ? 'descending' : 'ascending') : undefined} style={{ width: column.width }}>
      {column.sortable === false ? (
        column.title
      ) : (
        <button type="button" className={s['sort']} data-on={on || undefined} onClick={() => list.set({ sort: on && !descending ? `-${column.key}` : column.key })}>
          {column.title}
          <Arrow size={12} />
        </button>
      )}
    </th>
  )
}

function Foot<T>({ list }: { list: ListState<T> }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const pages = Math.max(1, Math.ceil(list.total / list.perPage))
  const from = (list.page - 1) * list.perPage + 1
  const to = Math.min(list.page * list.perPage, list.total)
  return (
    <div className={s['foot']}>
      <span className="num" aria-live="polite">
        {list.total === 0 ? t.none() : t[list.meta['more'] ? 'rangeOfMore' : 'range']({ from: number(from), to: number(to), total: number(list.total) })}
      </span>
      <span className={s['rest']}>{t.perPage()}</span>
      <Select size="xs" w={70} aria-label={t.perPage()} data={['10', '25', '50', '100']} value={String(list.perPage)} allowDeselect={false} onChange={(value) => list.set({ perPage: Number(value) })} />
      <span className="num">{t.page({ page: number(list.page), pages: number(pages) })}</span>
      <ActionIcon variant="default" disabled={list.page <= 1} aria-label={t.previous()} onClick={() => list.set({ page: list.page - 1 })}>
        <IconChevronLeft size={15} />
      </ActionIcon>
      <ActionIcon variant="default" disabled={list.page >= pages} aria-label={t.next()} onClick={() => list.set({ page: list.page + 1 })}>
        <IconChevronRight size={15} />
      </ActionIcon>
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

const Loading = ({ columns, compact }: { columns: number; compact: boolean }) => (
  <div className={s['loading']} aria-busy="true">
    {Array.from({ length: 8 }, (_, row) => (
      <div key={row} className={s['ghost']} style={{ gridTemplateColumns: `2fr repeat(${Math.max(1, columns - 1)}, 1fr)`, height: compact ? 32 : 40 }}>
        {Array.from({ length: columns }, (_, cell) => (
          <Skeleton key={cell} height={10} width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
        ))}
      </div>
    ))}
  </div>
)

function Nothing<T>({ list, empty }: { list: ListState<T>; empty?: ReactNode }) {
  const t = useTexts(texts)
  const searching = list.searchTerm !== '' || Object.values(list.filter).some(Boolean)
  if (!searching && empty) return <div className={s['blank']}>{empty}</div>
  return (
    <div className={s['blank']}>
      {searching ? <EmptyState icon={IconSearch} title={t.nothingFound()} text={t.nothingFoundText()} /> : <EmptyState icon={IconMoodEmpty} title={t.nothing()} />}
    </div>
  )
}

function Failed({ error, reload }: { error: Error; reload: () => void }) {
  const t = useTexts(texts)
  return (
    <div className={s['blank']} role="alert">
      <EmptyState icon={IconCloudOff} title={t.failed()} text={error.message} action={<Button variant="default" onClick={reload}>{t.again()}</Button>} />
    </div>
  )
}
