import { Checkbox, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, type KeyboardEvent } from 'react'
import { CellValue, isNumber } from './cell-value.tsx'
import s from './explorer.module.css'
import { isSortable, useColumns, type Column } from './grid-columns.ts'
import { Grip } from './grip.tsx'
import { RelationPicker } from './relation-picker.tsx'
import { nextSort } from './selection.ts'
import { useCellEdit, type CellEdit, type SaveValue, type Spot } from './use-cell-edit.ts'
import { useGridWindow, type CellPlace } from './use-grid-window.ts'
import type { RecordRow } from './use-records.ts'
import { useWidths } from './use-widths.ts'

const texts = defineMessages({
  dirty: { en: 'To be processed', de: 'Noch zu verarbeiten' },
  clean: { en: 'Processed', de: 'Verarbeitet' },
  choose: { en: 'Select record {id}', de: 'Datensatz {id} auswählen' },
  chooseColumn: { en: 'Selection', de: 'Auswahl' },
  width: {
    en: 'Drag to change the width; Alt and the arrow keys do the same',
    de: 'Ziehen ändert die Breite, ebenso Alt und die Pfeiltasten',
  },
  sort: { en: 'Sort by {name}', de: 'Nach {name} sortieren' },
  edit: { en: '{field} of record {id}', de: '{field} von Datensatz {id}' },
})

type Props = {
  label: string
  /** Under which name the widths of the columns are kept. */
  remember: string
  fields: StructureField[]
  total: number
  rowAt: (index: number) => RecordRow | undefined
  show: (range: { first: number; last: number }) => void
  sort: string
  onSort: (sort: string) => void
  chosen: ReadonlySet<string>
  onChoose: (id: string, on: boolean) => void
  spot: Spot
  onSpot: (spot: Spot) => void
  onOpen: (row: RecordRow) => void
  /** Absent: nothing can be changed. */
  onEdit?: SaveValue | undefined
}

/** A grid over any number of records: only what is in sight is in the document and asked for. */
export function RecordGrid({
  label,
  remember,
  fields,
  total,
  rowAt,
  show,
  sort,
  onSort,
  chosen,
  onChoose,
  spot,
  onSpot,
  onOpen,
  onEdit,
}: Props) {
  const columns = useColumns(fields)
  const [widths, resize] = useWidths(remember)
  const view = useGridWindow(total, columns, widths)
  const { box, width, height, rows, cells } = view
  const [first, last] = [rows[0]?.index ?? 0, rows.at(-1)?.index ?? 0]
  useEffect(() => show({ first, last }), [first, last, show])

  const go = ({ row, column }: Spot) => {
    const next = {
      row: Math.min(total - 1, Math.max(0, row)),
      column: Math.min(columns.length - 1, Math.max(0, column)),
    }
    onSpot(next)
    view.scrollTo(next)
  }
  const editing = useCellEdit({
    columns,
    rowAt,
    onEdit,
    onOpen,
    onLeave: (to) => {
      box.current?.focus()
      if (to) go(to)
    },
  })
  const isChosen = (row: RecordRow | undefined) => row !== undefined && chosen.has(String(row._id))
  const keys = (event: KeyboardEvent) => {
    if (editing.edit || event.target !== event.currentTarget) return
    const row = rowAt(spot.row)
    const column = columns[spot.column]
    const to = targetOf(event, spot, { page: view.page(), last: { row: total - 1, column: columns.length - 1 } })
    if (event.altKey && column && (event.key === 'ArrowRight' || event.key === 'ArrowLeft'))
      resize(column.key, (widths[column.key] ?? column.width) + (event.key === 'ArrowRight' ? 16 : -16))
    else if (to) go(to)
    else if (event.key === 'Enter' || event.key === 'F2') editing.begin(spot)
    else if (event.key === ' ' && row) onChoose(String(row._id), !isChosen(row))
    else if (isCharacter(event) && onEdit && column?.field) editing.begin(spot, event.key)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className={s['grid']}
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      tabIndex={0}
      onKeyDown={keys}
      aria-activedescendant={view.has(spot) ? cellId(spot) : undefined}
    >
      <div className={s['head']} role="row" aria-rowindex={1} style={{ width }}>
        {cells.map((place) => (
          <ColumnHead
            key={place.key}
            place={place}
            sort={sort}
            onSort={onSort}
            onWidth={(next) => resize(place.column.key, next)}
          />
        ))}
      </div>
      <div role="rowgroup" style={{ height, width, position: 'relative' }}>
        {rows.map((item) => {
          const row = rowAt(item.index)
          return (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={isChosen(row)}
              className={s['tr']}
              data-chosen={isChosen(row) || undefined}
              style={{ transform: `translateY(${item.top}px)`, width }}
            >
              {cells.map((place) => (
                <RecordCell
                  key={place.key}
                  place={place}
                  spot={{ row: item.index, column: place.index }}
                  isHere={spot.row === item.index && spot.column === place.index}
                  onSpot={onSpot}
                  row={row}
                  isChosen={isChosen(row)}
                  onChoose={onChoose}
                  editing={editing}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const cellId = ({ row, column }: Spot) => `cell-${row}-${column}`
const isCharacter = (event: KeyboardEvent) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/** Where a key of movement leads from a cell; undefined for any other key. */
function targetOf(
  { key, ctrlKey }: KeyboardEvent,
  { row, column }: Spot,
  { page, last }: { page: number; last: Spot },
): Spot | undefined {
  if (key === 'ArrowDown') return { row: row + 1, column }
  if (key === 'ArrowUp') return { row: row - 1, column }
  if (key === 'ArrowRight') return { row, column: column + 1 }
  if (key === 'ArrowLeft') return { row, column: column - 1 }
  if (key === 'PageDown') return { row: row + page, column }
  if (key === 'PageUp') return { row: row - page, column }
  if (key === 'Home') return { row: ctrlKey ? 0 : row, column: 0 }
  if (key === 'End') return { row: ctrlKey ? last.row : row, column: last.column }
  return undefined
}

type ColumnHeadProps = {
  place: CellPlace
  sort: string
  onSort: (sort: string) => void
  onWidth: (width: number | undefined) => void
}

/** The name of a column, what it is sorted by, and the edge that is dragged. */
function ColumnHead({ place: { column, index, start, size }, sort, onSort, onWidth }: ColumnHeadProps) {
  const t = useTexts(texts)
  const sorted = sort === column.key ? 'ascending' : sort === `-${column.key}` ? 'descending' : 'none'
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={isSortable(column) ? sorted : undefined}
      className={s['th']}
      style={{ left: start, width: size }}
    >
      {column.key === 'choose' ? (
        <span className="sr">{t.chooseColumn()}</span>
      ) : isSortable(column) ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t.sort({ name: column.title })}
          onClick={() => onSort(nextSort(sort, column.key))}
        >
          <span>{column.title}</span>
          {sorted === 'ascending' ? (
            <IconArrowUp size={13} />
          ) : sorted === 'descending' ? (
            <IconArrowDown size={13} />
          ) : null}
          <small>{column.hint}</small>
        </button>
      ) : (
        <>
          <span>{column.title}</span>
          <small>{column.hint}</small>
        </>
      )}
      {column.key !== 'choose' && (
        <Grip title={t.width()} width={size} onWidth={onWidth} onReset={() => onWidth(undefined)} />
      )}
    </div>
  )
}

type RecordCellProps = {
  place: CellPlace
  spot: Spot
  /** Whether the keyboard stands here. */
  isHere: boolean
  onSpot: (spot: Spot) => void
  /** Absent while it is loaded. */
  row: RecordRow | undefined
  isChosen: boolean
  onChoose: (id: string, on: boolean) => void
  editing: CellEdit
}

function RecordCell({ place, spot, isHere, onSpot, row, isChosen, onChoose, editing }: RecordCellProps) {
  const t = useTexts(texts)
  const { exactTime } = useFormats()
  const { column } = place
  const edit = editing.edit?.spot.row === spot.row && editing.edit.spot.column === spot.column && editing.edit
  return (
    <div
      id={cellId(spot)}
      role="gridcell"
      aria-colindex={place.index + 1}
      className={s['td']}
      data-end={(column.field && isNumber(column.field)) || undefined}
      data-here={isHere || undefined}
      data-edited={edit ? true : undefined}
      style={{ left: place.start, width: place.size }}
      onMouseDown={() => onSpot(spot)}
      onDoubleClick={() => editing.begin(spot)}
    >
      {!row ? (
        <i className={s['waiting']} />
      ) : column.key === 'choose' ? (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={t.choose({ id: row._id })}
          checked={isChosen}
          onChange={(event) => onChoose(String(row._id), event.currentTarget.checked)}
        />
      ) : column.key === '_dirty' ? (
        <span className={s['dot']} data-dirty={row._dirty || undefined} title={row._dirty ? t.dirty() : t.clean()}>
          <i aria-hidden />
          <span className="sr">{row._dirty ? t.dirty() : t.clean()}</span>
        </span>
      ) : column.key === '_updated_at' ? (
        exactTime(String(row['_updated_at']))
      ) : edit ? (
        <CellInput column={column} edit={edit} editing={editing} label={t.edit({ field: column.title, id: row._id })} />
      ) : (
        column.field && (
          <span className={s['cell']}>
            <CellValue field={column.field} value={row[column.key]} />
          </span>
        )
      )}
    </div>
  )
}

type CellInputProps = { column: Column; edit: NonNullable<CellEdit['edit']>; editing: CellEdit; label: string }

/** The value of a cell while it is changed: typed, or the record it refers to chosen. */
function CellInput({ column: { field }, edit, editing, label }: CellInputProps) {
  const shared = {
    size: 'xs',
    autoFocus: true,
    className: s['input']!,
    'aria-label': label,
    error: edit.problem,
    readOnly: edit.saving === true,
    onBlur: () => void editing.finish(),
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      event.preventDefault()
      void editing.finish([0, event.shiftKey ? -1 : 1])
    } else if (event.key === 'Escape') editing.cancel()
  }
  if (field?.related_structure_id)
    return (
      <RelationPicker
        {...shared}
        field={field}
        typed={edit.typed}
        defaultDropdownOpened
        value={edit.text}
        onChange={(chosen) => void editing.finish([0, 0], chosen)}
        onKeyDown={leave}
      />
    )
  return (
    <TextInput
      {...shared}
      value={edit.text}
      onChange={(event) => editing.type(event.currentTarget.value)}
      onKeyDown={(event) => (event.key === 'Enter' ? void editing.finish([1, 0]) : leave(event))}
    />
  )
}
